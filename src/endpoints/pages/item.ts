import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { itemPage } from '../../html/reader/item-page.ts'
import type { Fragment } from '../../html/fragment.ts'
import type { Neighbours } from '../../html/reader/reading-view.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { Item } from '../../queue/model/item.ts'
import { type Items, itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { presentArticle } from '../shared/present-article.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /queue/items/:id` for a browser. */
export function itemDetails(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    const notice = readFlash(services, visitor.formToken, readQuery(c.req.raw))
    return showItem(c, services, visitor, c.req.param('id') ?? '', { notice })
  })
}

/** Answers with the page of one item; throws `not_found`. */
export async function showItem(
  c: Context,
  services: Services,
  visitor: SignedIn,
  itemId: string,
  { notice, status = 200 }: { notice: Notice | undefined; status?: ContentfulStatusCode },
): Promise<Response> {
  const { db, clock } = services
  const { accountId } = visitor.session
  const items = itemsOf(db, accountId)

  async function content(): Promise<Fragment> {
    const item = await items.find(itemId)
    return itemPage({
      person: personOf(visitor),
      now: clock.now(),
      item,
      article: await presentArticle(services, accountId, item, ''),
      neighbours: await neighboursOf(items, item),
      notice,
    })
  }
  // What is said once is not kept.
  const isPlain = c.req.method === 'GET' && c.req.query('flash') === undefined
  const { version } = await items.totals()
  const rendered = isPlain ? cachedPage(c, services, visitor, version, content) : content()
  return htmlResponse(c, await rendered, { status, hasScripts: true })
}

/** The unread items around an item, wherever it stands itself. */
async function neighboursOf(items: Items, { savedAt }: Item): Promise<Neighbours> {
  const beside = async (direction: 'before' | 'after') => {
    const { items: found } = await items.page({
      filter: { state: 'unread' },
      limit: 1,
      cursor: { direction, tier: 0, savedAt },
    })
    return found[0]
  }
  return { newer: await beside('before'), older: await beside('after') }
}
