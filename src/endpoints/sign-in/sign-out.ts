import type { Handler } from 'hono'
import { endSession } from '../../accounts/end-sessions.ts'
import { clearDevice } from '../../http/clear-device.ts'
import { readForm } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { rejectCrossSite } from '../../http/same-origin.ts'
import { clearCookie } from '../../http/session-cookie.ts'
import { readSession } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'

/** `POST /logout`: ends the session, then goes to the form's `return` or to the front page. */
export function signOut(services: Services): Handler {
  return async (c) => {
    const session = await readSession(c, services)
    if (!session) {
      // What the browser keeps may have outlived the session, but another site can't have it deleted.
      rejectCrossSite(c, services.config.baseUrl)
      clearDevice(c)
      return c.redirect('/', 303)
    }
    const form = await readForm(c, services, { session })
    await endSession(services.db, session.hash)
    clearCookie(c, 'session', services.config.baseUrl)
    clearDevice(c)
    return c.redirect(form['return'] ? returnPath(form['return']) : '/?signed-out', 303)
  }
}
