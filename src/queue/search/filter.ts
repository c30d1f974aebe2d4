import { entryOf, FIELD_NAMES, type FieldLike, ITEM_FIELDS } from '../model/fields.ts'
import type { ListName } from '../model/states.ts'
import type { Query } from './query.ts'
import type { Clause } from './query-operator.ts'

/** The fields that lists are ordered by, the highest first. */
export type SortField = FieldLike<{ sort: string }>
export const SORT_FIELDS = FIELD_NAMES.filter((name) => entryOf(name).sort !== undefined) as SortField[]

/** Orders by something else than when items were saved; each lists only the items that have it. */
const KEYED_SORTS = ['shortest', 'longest', ...SORT_FIELDS.map((name) => ITEM_FIELDS[name].sort)] as const
export type KeyedSort = (typeof KEYED_SORTS)[number]

/** `best` ranks matches in titles first, then in notes and other descriptions, then in articles. */
export const SORTS = ['best', 'newest', 'oldest', ...KEYED_SORTS] as const
export type Sort = (typeof SORTS)[number]

/** Which items of a queue to list, and in which order; each property narrows it. */
export type Filter = {
  state: ListName
  tag?: string | undefined
  site?: string | undefined
  query?: Query | undefined
  /** Without words, `best` means newest first. */
  sort?: Sort | undefined
}

/** The order of a list; without words there is no relevance. */
export function orderOf({ query, sort = 'best' }: Filter): Sort {
  const hasWords = query !== undefined && query.wanted.length > 0
  return sort === 'best' && !hasWords ? 'newest' : sort
}

/** The order of a list, if that is not by when items were saved. */
export function keyedSortOf({ sort }: Filter): KeyedSort | undefined {
  return KEYED_SORTS.find((keyed) => keyed === sort)
}

const EMPTY_QUERY: Query = { text: '', wanted: [], excluded: [], conditions: [], notes: [] }

/** The list of the items that this one leaves out because their pages, and so their lengths, are not known yet. */
export function pendingOf(filter: Filter): Filter | undefined {
  const { query, sort, ...rest } = filter
  const conditions = query?.conditions ?? []
  const others = conditions.filter((clause) => !isOfLength(clause))
  const isSorted = sort === 'shortest' || sort === 'longest'
  if (!isSorted && others.length === conditions.length) return undefined
  const pending: Clause = { kind: 'pending', isExcluded: false }
  return { ...rest, query: { ...(query ?? EMPTY_QUERY), conditions: [...others, pending] } }
}

function isOfLength(clause: Clause): boolean {
  return clause.kind === 'comparison' && clause.field === 'readingMinutes' && !clause.isExcluded
}

/** Whether a list may take long: it searches for words, or scans items of which none may match. */
export function isSearch(filter: Filter): boolean {
  return filter.query !== undefined || filter.site !== undefined || keyedSortOf(filter) !== undefined
}

/** Whether a list uses the word index. */
export function hasWords({ query }: Filter): boolean {
  return query !== undefined && query.wanted.length + query.excluded.length > 0
}
