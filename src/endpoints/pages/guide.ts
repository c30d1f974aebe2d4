import type { Handler } from 'hono'
import { GUIDE_PATH, guideDocument, guidePage } from '../../html/guide/guide-page.ts'
import { itemPath } from '../../html/items/item-path.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { findSignedInVisitor, personOf, signedIn } from '../../http/visitor.ts'
import { runQueueAction } from '../../queue/actions/run-action.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { done } from './save-typed.ts'

/** `GET /guide`: how the app works, for everybody. */
export function showGuide(services: Services): Handler {
  return async (c) => {
    const visitor = await findSignedInVisitor(c, services)
    return htmlResponse(c, guidePage(visitor && personOf(visitor)))
  }
}

/** `POST /guide`: saves the guide as an article like any other, and opens it. */
export function saveGuide(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, { session })
    const saved = await runQueueAction(
      services,
      { accountId: session.accountId, caller: personCaller(services, session), action: saveLink },
      {
        url: services.config.baseUrl + GUIDE_PATH,
        title: allMessages.guide.title,
        html: String(guideDocument()),
      },
    )
    const path = itemPath(saved[0]!.item.id)
    return c.redirect(withFlash(services, formToken, { path, notice: done(saved) }), 303)
  })
}
