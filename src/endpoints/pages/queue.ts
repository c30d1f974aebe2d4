import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure, type InputMistake } from '../../failure.ts'
import { failureStatus } from '../../html/shell/failure-status.ts'
import type { Fragment } from '../../html/fragment.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { isFiltered, queuePath } from '../../html/items/queue-path.ts'
import { queuePage } from '../../html/queue/queue-page.ts'
import { SEARCH_FORM } from '../../html/queue/search-form.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Cursor } from '../../queue/lists/page.ts'
import { parseSearch, type Search, writeCursor } from '../../queue/lists/search.ts'
import type { Seal } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'
import { digestSinceYesterday } from '../shared/digest.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { htmlResponse } from '../shared/html-response.ts'

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
  visitor: SignedIn,
  query: RawInput,
  { notice, status = 200 }: { notice: Notice | undefined; status?: ContentfulStatusCode },
): Promise<Response> {
  const { db, seal, clock } = services
  const { accountId } = visitor.session
  const { search, mistake } = searchOf(query, accountId, seal)
  const items = itemsOf(db, accountId)
  const totals = await items.totals()
  const at = (position: Cursor | undefined) =>
    position && queuePath(search, writeCursor(position, search.filter, accountId, seal))

  async function content(): Promise<Fragment> {
    const found = await items.page(search)
    return queuePage({
      person: personOf(visitor),
      now: clock.now(),
      search,
      totals,
      tags: await items.tags(),
      items: found.items,
      snippets: found.snippets,
      digest: isBeginning(search) ? await digestSinceYesterday(services, accountId) : undefined,
      path: at(search.cursor) ?? queuePath(search),
      newer: at(found.previous),
      older: at(found.next),
      notice: mistake?.notice ?? notice,
      isAllSelected: query['select'] === 'all',
    })
  }
  // What is said once is not kept; and what a search finds may change with the index alone.
  const isPlain = c.req.method === 'GET' && query['flash'] === undefined && search.filter.query === undefined
  const rendered = isPlain && !mistake ? cachedPage(c, services, visitor, totals.version, content) : content()
  return htmlResponse(c, await rendered, { status: mistake?.status ?? status, hasScripts: true })
}

/** Whether this is where a visit begins: what agents did is told there alone. */
function isBeginning({ filter, cursor: position }: Search): boolean {
  return filter.state === 'unread' && !isFiltered(filter) && position === undefined
}

type Asked = { search: Search; mistake?: { notice: Notice; status: ContentfulStatusCode } }

/** The search of a query. Words that are no search leave the list unsearched, and are told beside the field. */
function searchOf(query: RawInput, accountId: string, seal: Seal): Asked {
  try {
    return { search: parseSearch(query, accountId, seal) }
  } catch (error) {
    const isAboutWords = (mistake: InputMistake) => mistake.pointer === '#/q'
    if (!(error instanceof Failure) || !error.extras.mistakes?.every(isAboutWords)) throw error
    const { q, after: _, ...others } = query
    const values = { form: SEARCH_FORM, q: typeof q === 'string' ? q : '' }
    const notice: Notice = { kind: 'mistake', text: error.detail, field: 'q', values }
    const status = failureStatus[error.code]
    return { search: parseSearch(others, accountId, seal), mistake: { notice, status } }
  }
}
