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
import type { Services } from '../../services.ts'
import { parseExtractionChoice } from '../../settings/extraction-choice.ts'
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
    try {
      const { item, act } = await runItemAction(
        services,
        {
          accountId: session.accountId,
          caller: personCaller(services, session),
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
