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
import { rememberSiteExtraction } from '../../queue/content/site-extractions.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { type Item, shownExtractionOf } from '../../queue/model/item.ts'
import { changeQueue } from '../../queue/change/change-queue.ts'
import type { Services } from '../../services.ts'
import { type ExtractionChoice, parseExtractionChoice } from '../../settings/extraction-choice.ts'
import type { Notice } from '../../text/notice.ts'
import { formMistake } from './form-mistake.ts'

const messages = allMessages.reader.wrongCopy

/** `POST /extractions`: reads the page of an item another way, and remembers it for its site if so wished. */
export function extractionSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const itemId = textOf(form, 'item')
    const returnTo = returnPath(form['return'])
    const choice = parseExtractionChoice(textOf(form, 'extraction'))
    const shouldRemember = textOf(form, 'remember') === 'true'
    const redirect = (notice: Notice) =>
      c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    if (choice === undefined) return redirect({ kind: 'mistake', text: messages.chooseOne })
    const { accountId } = session
    const caller = personCaller(services, session)
    try {
      const known = await itemsOf(services.db, accountId).find(itemId)
      if (isExtractedBy(known, choice)) {
        if (!shouldRemember) return redirect({ kind: 'done', text: messages.unchanged })
        await changeQueue(services, { accountId, caller, action: refetchItem.name }, (queue) =>
          rememberSiteExtraction(queue, known.site, choice),
        )
        return redirect({ kind: 'done', text: messages.unchangedForSite(known.site) })
      }
      const { item, act } = await runItemAction(
        services,
        {
          accountId,
          caller,
          action: refetchItem,
          itemId,
          alongside: async (queue, { site }) => {
            if (shouldRemember) await rememberSiteExtraction(queue, site, choice)
          },
        },
        { extraction: choice },
      )
      const text = shouldRemember ? messages.doneForSite(item.site) : messages.done
      return redirect({ kind: 'done', text, values: undoValues(act) })
    } catch (error) {
      return redirect(formMistake(error, refetchItem, { form, itemId }).notice)
    }
  })
}

/** Whether this choice is the one of the item already, and its shown copy was made by it. */
function isExtractedBy(item: Item, choice: ExtractionChoice): boolean {
  const isChosen = (item.extraction ?? 'automatic') === choice && shownExtractionOf(item) === choice
  return isChosen && item.content.status === 'ready' && item.removedAt === null
}
