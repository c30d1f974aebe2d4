import type { Handler } from 'hono'
import { savedWords } from '../../html/action-words.ts'
import { actionForm } from '../../http/action-form.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import type { QueueAction } from '../../queue/action.ts'
import { runQueueAction } from '../../queue/run.ts'
import type { Services } from '../../services.ts'
import { mistakeOf } from './mistake.ts'
import { showQueue } from './queue.ts'

/** `POST /queue/{action}` from a form. */
export function queueActionSubmission(services: Services, action: QueueAction): Handler {
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const form = await readForm(c, services, session, actionForm(action.fields))
    const returnTo = returnPath(form['return'])
    try {
      const saved = await runQueueAction(services, session.accountId, { agent: null }, action, form)
      return c.redirect(
        withFlash(services, formToken, returnTo, { kind: 'done', text: savedWords(saved) }),
        303,
      )
    } catch (error) {
      const { flash, isLong, status } = mistakeOf(error, action, form)
      if (isLong) return showQueue(c, services, visitor, {}, { notice: flash, status })
      return c.redirect(withFlash(services, formToken, returnTo, flash), 303)
    }
  })
}
