import type { Handler } from 'hono'
import { offlineItemPage } from '../../html/offline/offline-item-page.ts'
import { offlineListPage } from '../../html/offline/offline-list-page.ts'
import { unreachedPage } from '../../html/offline/unreached-page.ts'
import { signedIn } from '../../http/visitor.ts'
import { readHighlights } from '../../queue/highlights/highlights.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { insertHighlights } from '../pages/insert-highlights.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { presentArticle } from '../shared/present-article.ts'

/**
 * `GET /offline/items/:id`: an article as a device keeps it, without a token and without anything of the account. Throws
 * `not_found`.
 */
export function offlineItem(services: Services): Handler {
  const { db, permits } = services
  return signedIn(services, async (c, { session }) => {
    const { accountId, settings } = session
    const item = await itemsOf(db, accountId).find(c.req.param('id') ?? '')
    const presented = await presentArticle(services, accountId, { item, base: '' })
    const highlights = await readHighlights(db, accountId, item)
    const { article } = await insertHighlights(presented, highlights, (work) =>
      permits.withQuoteSearch(accountId, work),
    )
    return htmlResponse(c, offlineItemPage({ settings, item, article }))
  })
}

/** `GET /offline`: the list of what a device keeps and of what waits to be sent, which a script fills in. */
export function offlineList(services: Services): Handler {
  return signedIn(services, (c, { session }) => htmlResponse(c, offlineListPage(session.settings)))
}

/** `GET /offline/unreached`: what a device shows in place of a page that it can't load. */
export function offlineUnreached(services: Services): Handler {
  return signedIn(services, (c, { session }) => htmlResponse(c, unreachedPage(session.settings)))
}
