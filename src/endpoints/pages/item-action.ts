import type { Handler } from 'hono'
import { doneMessage } from '../../html/actions/action-messages.ts'
import { undoValues } from '../../html/parts/notice.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { runItemAction } from '../../queue/actions/run-action.ts'
import type { Services } from '../../services.ts'
import { showItem } from './item.ts'
import { formMistake } from './form-mistake.ts'
import { listOfPath } from './opened-list.ts'
import type { Notice } from '../../text/notice.ts'

/** `POST /queue/items/:id/{action}` from a form. */
export function itemActionSubmission(services: Services, action: ItemAction): Handler {
  return signedIn(services, async (c, visitor) => {
    const itemId = c.req.param('id') ?? ''
    const { session, formToken } = visitor
    const form = await readForm(c, services, { session, size: actionBodyLimits(action.fields) })
    const returnTo = returnPath(form['return'])
    try {
      const caller = personCaller(services, session)
      const { item, act } = await runItemAction(
        services,
        { accountId: session.accountId, caller, action, itemId },
        form,
      )
      const text = doneMessage(action.name, item, visitor.timeZone)
      const notice: Notice = { kind: 'done', text, values: undoValues(act) }
      return c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    } catch (error) {
      const { notice, isLong, status } = formMistake(error, action, { form, itemId })
      const list = listOfPath(returnTo)
      if (isLong) return showItem(c, services, { visitor, itemId, notice, list, status })
      return c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    }
  })
}
