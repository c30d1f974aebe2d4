import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { confirmByPasskey, confirmByPassword, confirmForm } from './confirm.ts'
import { confirmEmailForm, confirmEmailSubmission } from './confirm-email.ts'
import { newEmail, newPassword, noPassword } from './credentials.ts'
import { accountDeletion } from './delete.ts'
import { accountExport } from './export.ts'
import { makingOptions, newPasskey, newPasskeyName, noPasskey, usingOptions } from './passkeys.ts'
import { confirmByProvider, connectProvider, disconnectProvider } from './provider.ts'
import { endEveryOther, endOneSession } from './sessions.ts'
import { showAccount } from './show-account.ts'
import { newRecoveryCodes, noTotp, totpConfirmation, totpSetUp } from './totp.ts'

/** The account page and its forms. */
export function serveAccount(app: Hono, services: Services): void {
  resource(app, '/account', { GET: showAccount(services) })
  resource(app, '/account/email', { POST: newEmail(services) })
  resource(app, '/account/email/confirm', {
    GET: confirmEmailForm(services),
    POST: confirmEmailSubmission(services),
  })
  resource(app, '/account/totp', { GET: totpSetUp(services), POST: totpConfirmation(services) })
  resource(app, '/account/totp/codes', { POST: newRecoveryCodes(services) })
  resource(app, '/account/totp/remove', { POST: noTotp(services) })
  resource(app, '/account/password', { POST: newPassword(services) })
  resource(app, '/account/password/remove', { POST: noPassword(services) })
  resource(app, '/account/sessions/end', { POST: endOneSession(services) })
  resource(app, '/account/sessions/end-others', { POST: endEveryOther(services) })
  resource(app, '/account/passkeys', { POST: newPasskey(services) })
  resource(app, '/account/passkeys/rename', { POST: newPasskeyName(services) })
  resource(app, '/account/passkeys/remove', { POST: noPasskey(services) })
  resource(app, '/account/provider/connect', { POST: connectProvider(services) })
  resource(app, '/account/provider/disconnect', { POST: disconnectProvider(services) })
  resource(app, '/account/export', { GET: accountExport(services) })
  resource(app, '/account/delete', { POST: accountDeletion(services) })
  resource(app, '/account/confirm', { GET: confirmForm(services), POST: confirmByPassword(services) })
  resource(app, '/account/confirm/passkey', { POST: confirmByPasskey(services) })
  resource(app, '/account/confirm/provider', { POST: confirmByProvider(services) })
  resource(app, '/passkeys/make', { POST: makingOptions(services) })
  resource(app, '/passkeys/use', { POST: usingOptions(services) })
}
