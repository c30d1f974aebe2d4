import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { itemPage } from '../../html/item-page.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn, type SignedIn } from '../../http/visitor.ts'
import { itemsOf } from '../../queue/items.ts'
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
  { session, formToken }: SignedIn,
  itemId: string,
  { notice, status = 200 }: { notice: Notice | undefined; status?: ContentfulStatusCode },
): Promise<Response> {
  const item = await itemsOf(services.db, session.accountId).find(itemId)
  const imageHref = (id: string, name: string) => `/queue/items/${id}/images/${name}`
  const article = await articleHtml(services, session.accountId, item, imageHref)
  const person = { email: session.email, formToken }
  return page(c, itemPage({ person, now: services.clock.now(), item, article, notice }), { status })
}
