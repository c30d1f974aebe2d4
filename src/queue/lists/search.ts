import { Failure } from '../../failure.ts'
import type { Seal } from '../../crypto/seal.ts'
import type { Fields, RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import { type Filter, type Sort, SORTS } from '../search/filter.ts'
import { type ListName, LIST_NAMES } from '../model/states.ts'
import { DEFAULT_PAGE, MAX_PAGE, type Cursor } from './page.ts'
import type { QueryContext } from '../search/query-context.ts'
import { GRAMMAR, MAX_QUERY, parseQuery } from '../search/query.ts'
import { siteOf } from '../search/query-operator.ts'
import type { AccountId } from '../../ids.ts'

/** The query parameters of a page of the queue, in all interfaces. */
export const SEARCH_FIELDS = {
  q: { kind: 'line', title: 'Words and conditions', hint: GRAMMAR, maxLength: MAX_QUERY },
  state: { kind: 'choice', title: 'State', choices: LIST_NAMES },
  tag: { kind: 'tag', title: 'Tag' },
  site: { kind: 'line', title: 'Site', maxLength: 255 },
  sort: {
    kind: 'choice',
    title: 'Order',
    hint: 'best: titles first; the default with words',
    choices: SORTS,
  },
  limit: { kind: 'count', title: 'Items on a page', max: MAX_PAGE },
} as const satisfies Fields

export type Search = { filter: Filter; limit: number; cursor?: Cursor; isLenient?: boolean }

/** Whose queue is searched, and who asks. */
type SearchContext = { accountId: AccountId; seal: Seal; queryContext: QueryContext }

/** Parses the query of a page. Throws `invalid_input`, or `malformed` if the cursor is not from this list. */
export function parseSearch(raw: RawInput, { accountId, seal, queryContext }: SearchContext): Search {
  const { q, state, tag, site, sort, limit } = parseInput(SEARCH_FIELDS, raw)
  const query = q === undefined ? undefined : parseQuery(q, queryContext)
  const filter: Filter = {
    state: LIST_NAMES.find((known) => known === state) ?? stateMeant({ query, sort: sortNamed(sort) }),
    tag,
    site: site && siteOf(site),
    query,
    sort: sortNamed(sort),
  }
  const search = { filter, limit: limit ?? DEFAULT_PAGE, isLenient: true }
  const cursor = raw['after']
  if (cursor === undefined || cursor === '') return search
  if (typeof cursor !== 'string') throw foreignCursor()
  return { ...search, cursor: readCursor(cursor, { filter, accountId, seal }) }
}

/** The items that a query finds in the list that it means, newest first. Throws `invalid_input`. */
export function parseFilter(text: string, queryContext: QueryContext): Filter {
  const query = parseQuery(text, queryContext)
  return { state: stateMeant({ query }), query, sort: 'newest' }
}

function sortNamed(name: string | undefined): Sort | undefined {
  return SORTS.find((known) => known === name)
}

/**
 * The list that a search without `state` covers: the one of its `is:` operator, else everything that is not removed.
 * Without a search it is what is unread, or what its order is about.
 */
function stateMeant({ query, sort }: Pick<Filter, 'query' | 'sort'>): ListName {
  if (query === undefined) return sort === 'recently-read' ? 'read' : 'unread'
  const marks = query.conditions.flatMap((condition) =>
    condition.kind === 'state' && !condition.isExcluded ? [condition.state] : [],
  )
  return marks.includes('removed') ? 'removed' : (marks[0] ?? 'all')
}

function foreignCursor(): Failure {
  return new Failure(
    'malformed',
    'The cursor in "after" is not one of this list. Start again without it. For what was saved after a day, search for after:2026-01-31.',
  )
}

/** The list that a cursor is of, and what signs it. */
type CursorScope = { filter: Filter; accountId: AccountId; seal: Seal }

/** An opaque cursor for a position in one account's list. */
export function writeCursor(position: Cursor, { filter, accountId, seal }: CursorScope): string {
  const { direction, tier, savedAt, key } = position
  const at = JSON.stringify([direction, tier, savedAt, ...(key === undefined ? [] : [key])])
  const signature = seal.sign('list-cursor', serializeScope(at, filter, accountId)).slice(0, SIGNATURE_LENGTH)
  return Buffer.from(at).toString('base64url') + signature
}

/** Base64url characters of the truncated signature; 96 bits are enough, since a forged cursor gains nothing. */
const SIGNATURE_LENGTH = 16

function readCursor(cursor: string, { filter, accountId, seal }: CursorScope): Cursor {
  const at = Buffer.from(cursor.slice(0, -SIGNATURE_LENGTH), 'base64url').toString()
  const expected = seal.sign('list-cursor', serializeScope(at, filter, accountId)).slice(0, SIGNATURE_LENGTH)
  if (cursor.slice(-SIGNATURE_LENGTH) !== expected) {
    throw foreignCursor()
  }
  const [direction, tier, savedAt, key] = JSON.parse(at) as [Cursor['direction'], number, number, number?]
  return { direction, tier, savedAt, ...(key === undefined ? {} : { key }) }
}

function serializeScope(at: string, filter: Filter, accountId: AccountId): string {
  return JSON.stringify([
    accountId,
    filter.state,
    filter.tag ?? '',
    filter.site ?? '',
    filter.query?.text ?? '',
    filter.sort ?? '',
    at,
  ])
}

/** The list as query parameters, if it is not the default. */
export function listParameters(filter: Filter): [name: string, value: string][] {
  const parameters: [string, string | undefined][] = [
    ['state', filter.state === stateMeant(filter) ? undefined : filter.state],
    ['sort', filter.sort],
  ]
  return parameters.filter((parameter): parameter is [string, string] => parameter[1] !== undefined)
}

/** The parts of a search that differ from the default, as query parameters. */
export function searchParameters({ filter, limit }: Search): [name: string, value: string][] {
  const parameters: [string, string | undefined][] = [
    ['q', filter.query?.text],
    ['state', filter.state === stateMeant(filter) ? undefined : filter.state],
    ['tag', filter.tag],
    ['site', filter.site],
    ['sort', filter.sort],
    ['limit', limit === DEFAULT_PAGE ? undefined : String(limit)],
  ]
  return parameters.filter((parameter): parameter is [string, string] => parameter[1] !== undefined)
}
