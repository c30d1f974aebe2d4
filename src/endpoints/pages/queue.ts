import { reachedStep } from '../../accounts/welcome.ts'
import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import type { Fragment } from '../../html/fragment.ts'
import { isFiltered, queuePath } from '../../html/items/queue-path.ts'
import { queryOf } from '../../html/items/item-path.ts'
import { queuePage } from '../../html/queue/queue-page.ts'
import type { QueueView } from '../../html/queue/queue-view.ts'
import { SEARCH_FORM } from '../../html/shell/search-form.ts'
import { personQueryContext } from '../../http/caller.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { translated } from '../../html/messages/sentences.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { siteIconNames } from '../../queue/content/site-icon.ts'
import { readUpdates } from '../../queue/history/updates.ts'
import { type ItemSummary, selectItemKeysFrom } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import type { Cursor, Page } from '../../queue/lists/page.ts'
import { parseSearch, type Search, writeCursor } from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import { digestSinceYesterday } from '../shared/digest.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { answerWelcome } from './welcome.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'
import { listRows } from './list-rows.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { AccountId } from '../../ids.ts'

/** `GET /queue` for a browser. */
export function queueList(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    const query = readQuery(c.req.raw)
    if (visitor.session.welcomeStep > 0 && isPlainVisit(query) && hasNothing(visitor))
      return answerWelcome(c, services, { visitor, query })
    return showQueue(c, services, { visitor, query, notice: readFlash(services, visitor.formToken, query) })
  })
}

/** Whether the address names no list or search; a new person then sees the first steps. */
function isPlainVisit(query: RawInput): boolean {
  return Object.keys(query).every((name) => name === 'flash')
}

/** Whether nothing was saved yet, neither by the person nor by an agent. */
function hasNothing({ counts }: SignedIn): boolean {
  return counts === undefined || counts.unread + counts.read + counts.snoozed + counts.removed === 0
}

type ShownQueue = {
  visitor: SignedIn
  query: RawInput
  notice: Notice | undefined
  status?: ContentfulStatusCode
}

/** Responds with the list that `query` asks for. */
export async function showQueue(
  c: Context,
  services: Services,
  { visitor, query, notice, status = 200 }: ShownQueue,
): Promise<Response> {
  const { db, seal, clock } = services
  const { accountId } = visitor.session
  const { search, mistake } = searchOf(query, accountId, services)
  const items = itemsOf(db, accountId)
  const since = numberOf(query['since'])
  const totals = visitor.counts ?? (await items.totals())
  const at = (position: Cursor | undefined) =>
    position && queuePath(search, writeCursor(position, { filter: search.filter, accountId, seal }))

  async function content(): Promise<Fragment> {
    const now = clock.now()
    const path = at(search.cursor) ?? queuePath(search)
    const found = await listsOf(services, accountId).pageOf(search, selectItemKeysFrom)
    const { state } = search.filter
    const rows = await listRows(services, accountId, {
      page: found,
      state,
      now,
      list: queryOf(path),
      colours: visitor.tagColours,
      timeZone: visitor.timeZone,
      wanted: (found.leniency?.filter ?? search.filter).query?.wanted,
    })
    return queuePage({
      person: personOf(visitor),
      now,
      search,
      totals,
      tags: visitor.tags ?? (await items.tags()),
      searches: visitor.searches ?? (await listSavedSearches(db, accountId)),
      rows,
      icons: await siteIconNames(
        db,
        accountId,
        rows.map(({ site }) => site),
      ),
      found: await countFound(services, accountId, { search, found }),
      words: translated(explainSearch(found.leniency, search.filter.query)),
      digest: isBeginning(search) ? await digestSinceYesterday(services, accountId) : undefined,
      waiting: isBeginning(search) ? visitor.suggestions : undefined,
      welcomeStep: isBeginning(search) ? welcomeStepOf(visitor, totals) : undefined,
      lastChange: totals.lastChange,
      updates: since === undefined ? undefined : await readUpdates(db, accountId, since),
      path,
      newer: at(found.previous),
      older: at(found.next),
      notice: mistake?.notice ?? notice,
      isAllSelected: query['select'] === 'all',
    })
  }
  // A page with a notice is shown once, and the results of a search may change with the index alone.
  const isPlain = c.req.method === 'GET' && query['flash'] === undefined && search.filter.query === undefined
  const rendered =
    isPlain && !mistake ? cachedPage(c, services, { visitor, version: totals.version, content }) : content()
  return htmlResponse(c, await rendered, { status: mistake?.status ?? status, hasScripts: true })
}

/** The most items of a person who still sees the first steps. */
const MAX_BEGUN = 10

/** The most results that a heading counts. */
const MAX_COUNTED = 100

/** How many items a search finds, up to a limit. */
async function countFound(
  services: Services,
  accountId: AccountId,
  {
    search: { filter, cursor },
    found: { items, next, leniency },
  }: { search: Search; found: Page<ItemSummary> },
): Promise<QueueView['found']> {
  if (filter.query === undefined) return undefined
  const isAll = next === undefined && cursor === undefined
  const count = isAll
    ? items.length
    : await listsOf(services, accountId).count(leniency?.filter ?? filter, MAX_COUNTED + 1)
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED }
}

/** The number of a change; undefined for anything else. */
function numberOf(given: unknown): number | undefined {
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

/** The first step that a new person hasn't done yet. */
function welcomeStepOf(
  { session: { welcomeStep } }: SignedIn,
  { unread, read, snoozed }: Counts,
): number | undefined {
  const savedCount = unread + read + snoozed
  return welcomeStep > 0 && savedCount <= MAX_BEGUN ? reachedStep(welcomeStep, savedCount) : undefined
}

/** Whether a visit begins on this page; only there the digest of the agents is shown. */
function isBeginning({ filter, cursor: position }: Search): boolean {
  return filter.state === 'unread' && !isFiltered(filter) && position === undefined
}

type RequestedSearch = { search: Search; mistake?: { notice: Notice; status: ContentfulStatusCode } }

/** The search of a query without its invalid parameters, and the notice about them. */
function searchOf(query: RawInput, accountId: AccountId, services: Services): RequestedSearch {
  const { seal } = services
  const queryContext = personQueryContext(services)
  try {
    return { search: parseSearch(query, { accountId, seal, queryContext }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const wrong = wrongNames(error)
    const others = Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.includes(name)))
    // The cursor belongs to the list with the invalid parameters.
    delete others['after']
    const mistake = { notice: noticeOf(error, wrong, query['q']), status: failureStatus[error.code] }
    return { search: parseSearch(others, { accountId, seal, queryContext }), mistake }
  }
}

/** The names of the parameters that a failure of `parseSearch` is about. */
function wrongNames({ extras }: Failure): string[] {
  return extras.errors?.map(({ pointer }) => pointer.replace('#/', '')) ?? ['after']
}

/** An error in the search is shown beside its field. */
function noticeOf({ detail }: Failure, wrong: string[], words: unknown): Notice {
  if (wrong.every((name) => name === 'q')) {
    const values = { form: SEARCH_FORM, q: typeof words === 'string' ? words : '' }
    return { kind: 'mistake', text: detail, field: 'q', values }
  }
  const { unknownList, unknownPosition, unknownOption } = allMessages.queue.address
  if (wrong.includes('state')) return { kind: 'mistake', text: unknownList }
  return { kind: 'mistake', text: wrong.includes('after') ? unknownPosition : unknownOption }
}
