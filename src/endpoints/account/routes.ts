import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import {
  reauthenticateByPasskeyHandler,
  reauthenticateByPasswordHandler,
  reauthenticationForm,
} from './reauthentication-page.ts'
import { confirmEmailForm, confirmEmailSubmission } from './confirm-email.ts'
import { emailSubmission, passwordSubmission, removePasswordHandler } from './credentials.ts'
import { deleteAccountHandler } from './delete.ts'
import { accountExport, accountExportProgress } from './export.ts'
import {
  registrationOptionsHandler,
  registerPasskeyHandler,
  renamePasskeyHandler,
  removePasskeyHandler,
  authenticationOptionsHandler,
} from './passkeys.ts'
import { confirmByProviderHandler, connectProviderHandler, disconnectProviderHandler } from './provider.ts'
import { forgetExtractionHandler, shareExtractionHandler } from './extractions.ts'
import { endOtherSessionsHandler, endSessionHandler } from './sessions.ts'
import { showAccount } from './show-account.ts'
import { recoveryCodesSubmission, removeTotpHandler, totpSubmission, totpForm } from './totp.ts'

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
  resource(app, '/account/totp/remove', { POST: removeTotpHandler(services) })
  resource(app, '/account/password', { POST: passwordSubmission(services) })
  resource(app, '/account/password/remove', { POST: removePasswordHandler(services) })
  resource(app, '/account/sessions/end', { POST: endSessionHandler(services) })
  resource(app, '/account/sessions/end-others', { POST: endOtherSessionsHandler(services) })
  resource(app, '/account/passkeys', { POST: registerPasskeyHandler(services) })
  resource(app, '/account/passkeys/rename', { POST: renamePasskeyHandler(services) })
  resource(app, '/account/passkeys/remove', { POST: removePasskeyHandler(services) })
  resource(app, '/account/provider/connect', { POST: connectProviderHandler(services) })
  resource(app, '/account/provider/disconnect', { POST: disconnectProviderHandler(services) })
  resource(app, '/account/extractions/forget', { POST: forgetExtractionHandler(services) })
  resource(app, '/account/extractions/share', { POST: shareExtractionHandler(services) })
  resource(app, '/account/export', { GET: accountExport(services) })
  resource(app, '/account/export/progress', { GET: accountExportProgress(services) })
  resource(app, '/account/delete', { POST: deleteAccountHandler(services) })
  resource(app, '/account/confirm', {
    GET: reauthenticationForm(services),
    POST: reauthenticateByPasswordHandler(services),
  })
  resource(app, '/account/confirm/passkey', { POST: reauthenticateByPasskeyHandler(services) })
  resource(app, '/account/confirm/provider', { POST: confirmByProviderHandler(services) })
  resource(app, '/passkeys/registration-options', { POST: registrationOptionsHandler(services) })
  resource(app, '/passkeys/authentication-options', { POST: authenticationOptionsHandler(services) })
}
