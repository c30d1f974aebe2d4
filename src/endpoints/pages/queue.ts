import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Notice } from '../../html/parts/notice.ts'
import { queueAddress } from '../../html/queue-address.ts'
import { queuePage } from '../../html/queue-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn, type SignedIn } from '../../http/visitor.ts'
import type { RawInput } from '../../queue/field.ts'
import { itemsOf } from '../../queue/items.ts'
import type { Position } from '../../queue/page.ts'
import { parseSearch, writeCursor } from '../../queue/search.ts'
import type { Services } from '../../services.ts'
import { page } from './respond.ts'

/** `GET /queue` for a browser. */
export function queueList(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    const query = readQuery(c.req.raw)
    return showQueue(c, services, visitor, query, { notice: readFlash(services, visitor.formToken, query) })
  })
}

/** Answers with the list that `query` asks for. */
export async function showQueue(
  c: Context,
  services: Services,
  { session, formToken }: SignedIn,
  query: RawInput,
  { notice, status = 200 }: { notice: Notice | undefined; status?: ContentfulStatusCode },
): Promise<Response> {
  const { db, seal, clock, config } = services
  const { accountId, email } = session
  const search = parseSearch(query, accountId, seal)
  const items = itemsOf(db, accountId)
  const found = await items.page(search.filter, search.limit, search.position)
  const at = (position: Position | undefined) =>
    position && queueAddress(search, writeCursor(position, search.filter, accountId, seal))

  const view = {
    person: { email, formToken },
    now: clock.now(),
    baseUrl: config.baseUrl,
    search,
    totals: await items.totals(),
    items: found.items,
    path: at(search.position) ?? queueAddress(search),
    newer: at(found.previous),
    older: at(found.next),
    notice,
  }
  return page(c, queuePage(view), { status })
}
