import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { confirmByPasskey, confirmByPassword, confirmForm } from './confirm.ts'
import { confirmEmailForm, confirmEmailSubmission } from './confirm-email.ts'
import { emailSubmission, passwordSubmission, passwordRemoval } from './credentials.ts'
import { accountDeletion } from './delete.ts'
import { accountExport, accountExportProgress } from './export.ts'
import {
  registrationOptions,
  passkeyRegistration,
  passkeyRenaming,
  passkeyRemoval,
  authenticationOptions,
} from './passkeys.ts'
import { confirmByProvider, connectProvider, disconnectProvider } from './provider.ts'
import { extractionForgetting, extractionSharing } from './extractions.ts'
import { otherSessionsEnding, sessionEnding } from './sessions.ts'
import { showAccount } from './show-account.ts'
import { recoveryCodesSubmission, totpRemoval, totpSubmission, totpForm } from './totp.ts'

/** The account page and its forms. */
export function serveAccount(app: Hono, services: Services): void {
  resource(app, '/account', { GET: showAccount(services) })
  resource(app, '/account/email', { POST: emailSubmission(services) })
  resource(app, '/account/email/confirm', {
    GET: confirmEmailForm(services),
    POST: confirmEmailSubmission(services),
  })
  resource(app, '/account/totp', { GET: totpForm(services), POST: totpSubmission(services) })
  resource(app, '/account/totp/codes', { POST: recoveryCodesSubmission(services) })
  resource(app, '/account/totp/remove', { POST: totpRemoval(services) })
  resource(app, '/account/password', { POST: passwordSubmission(services) })
  resource(app, '/account/password/remove', { POST: passwordRemoval(services) })
  resource(app, '/account/sessions/end', { POST: sessionEnding(services) })
  resource(app, '/account/sessions/end-others', { POST: otherSessionsEnding(services) })
  resource(app, '/account/passkeys', { POST: passkeyRegistration(services) })
  resource(app, '/account/passkeys/rename', { POST: passkeyRenaming(services) })
  resource(app, '/account/passkeys/remove', { POST: passkeyRemoval(services) })
  resource(app, '/account/provider/connect', { POST: connectProvider(services) })
  resource(app, '/account/provider/disconnect', { POST: disconnectProvider(services) })
  resource(app, '/account/extractions/forget', { POST: extractionForgetting(services) })
  resource(app, '/account/extractions/share', { POST: extractionSharing(services) })
  resource(app, '/account/export', { GET: accountExport(services) })
  resource(app, '/account/export/progress', { GET: accountExportProgress(services) })
  resource(app, '/account/delete', { POST: accountDeletion(services) })
  resource(app, '/account/confirm', { GET: confirmForm(services), POST: confirmByPassword(services) })
  resource(app, '/account/confirm/passkey', { POST: confirmByPasskey(services) })
  resource(app, '/account/confirm/provider', { POST: confirmByProvider(services) })
  resource(app, '/passkeys/make', { POST: registrationOptions(services) })
  resource(app, '/passkeys/use', { POST: authenticationOptions(services) })
}
