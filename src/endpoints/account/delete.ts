import type { Handler } from 'hono'
import { deleteAccount } from '../../accounts/delete-account.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { clearDevice } from '../../http/clear-device.ts'
import { readForm, textOf } from '../../http/form.ts'
import { clearCookie } from '../../http/session-cookie.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { redirectWithMistake } from './submission.ts'

/** `POST /account/delete`: deletes the account for good. */
export function deleteAccountHandler(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, { session: visitor.session })
    if (!isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect('/account/confirm', 303)
    try {
      await deleteAccount(services.db, visitor.session, textOf(form, 'email'))
    } catch (error) {
      return redirectWithMistake(c, services, {
        error,
        formToken: visitor.formToken,
        path: '/account#delete-heading',
        values: { form: 'delete' },
      })
    }
    clearCookie(c, 'session', services.config.baseUrl)
    clearDevice(c)
    return c.redirect('/?deleted', 303)
  })
}
