import type { Handler } from 'hono'
import { allMessages } from '../../html/messages/messages.ts'
import { undoValues } from '../../html/parts/notice.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import { runItemAction } from '../../queue/actions/run-action.ts'
import { enqueueJob, FETCH_PAGE, PRIORITIES } from '../../queue/items/item-jobs.ts'
import { archiveSite } from '../../queue/links/web-archive.ts'
import type { Services } from '../../services.ts'
import type { Notice } from '../../text/notice.ts'
import { formMistake } from './form-mistake.ts'

/** `POST /archived-copies`: fetches an item's page again, as the web archive has it. */
export function archivedCopySubmission(services: Services): Handler {
  const site = archiveSite(services.config.webArchiveUrl)
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const itemId = textOf(form, 'item')
    const returnTo = returnPath(form['return'])
    const redirect = (notice: Notice) =>
      c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    try {
      const { act } = await runItemAction(
        services,
        {
          accountId: session.accountId,
          caller: personCaller(services, session),
          action: refetchItem,
          itemId,
          // Instead of the item's own site.
          alongside: ({ tx, accountId, clock }) =>
            enqueueJob(tx, accountId, {
              kind: FETCH_PAGE,
              subject: itemId,
              priority: PRIORITIES.fresh,
              dueAt: clock.now(),
              site,
            }),
        },
        {},
      )
      return redirect({ kind: 'done', text: allMessages.links.fetching, values: undoValues(act) })
    } catch (error) {
      return redirect(formMistake(error, refetchItem, { form, itemId }).notice)
    }
  })
}
