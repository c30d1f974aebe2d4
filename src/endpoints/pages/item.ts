import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { headingsOf } from '../../articles/headings.ts'
import { itemPage } from '../../html/item-page.ts'
import type { Neighbours } from '../../html/reader/reading-view.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { Item } from '../../queue/item.ts'
import { type Items, itemsOf } from '../../queue/items.ts'
import type { Services } from '../../services.ts'
import { articleHtml } from '../content.ts'
import { page } from './respond.ts'

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
  const item = await items.find(itemId)
  const html = await articleHtml(services, accountId, item, '')
  const view = {
    person: personOf(visitor),
    now: clock.now(),
    item,
    article: html === undefined ? undefined : { html, headings: headingsOf(html) },
    neighbours: await neighboursOf(items, item),
    notice,
  }
  return page(c, itemPage(view), { status, hasScripts: true })
}

/** The unread items around an item, wherever it stands itself. */
async function neighboursOf(items: Items, { place }: Item): Promise<Neighbours> {
  const beside = async (direction: 'before' | 'after') => {
    const { items: found } = await items.page({ state: 'unread' }, 1, { direction, tier: 0, place })
    return found[0]
  }
  return { newer: await beside('before'), older: await beside('after') }
}
