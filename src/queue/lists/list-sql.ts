import type { Connection } from '../../database/database.ts'
import { type FieldScope, ROW_IDS_PER_INSTANT } from '../../database/sql/full-text.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import { conditionSql } from './condition-sql.ts'
import { type Filter, hasWords, type KeyedSort, keyedSortOf } from '../search/filter.ts'
import { type ListName, stateSql } from '../model/states.ts'
import type { Clause } from '../search/query-operator.ts'
import { SORT_KEYS } from './sort-key.ts'
import type { AccountId } from '../../ids.ts'

/** A range of a list: the items of one tier that come after a `saved_at`, in the list's order or in reverse. */
export type ListRange = {
  tier: number
  afterSavedAt: number | undefined
  /** In a list by another key, that of the item before. */
  afterKey?: number | undefined
  /** The last `saved_at` of the range, if it does not extend to the end. */
  throughSavedAt?: number | undefined
  isBackwards: boolean
}

/** The only tier of a list that is ordered by `saved_at` alone. */
export const NO_TIER = 0

/** The condition on `item_tags` for each state; each is the prefix or the predicate of an index. */
const TAGGED: Record<ListName, string> = {
  unread: `state = 'unread'`,
  snoozed: `state = 'snoozed'`,
  read: `state = 'read'`,
  favourite: 'is_favourite = 1',
  all: `state <> 'removed'`,
  removed: `state = 'removed'`,
}

/** Whether an item that has one tag has another one too. */
const HAS_OTHER_TAG = `(SELECT 1 FROM item_tags AS other
  WHERE other.account_id = ? AND other.tag = ? AND other.item_id = item_tags.item_id) IS NOT NULL`

/** A half-open range of `saved_at`. */
type Range = { from: number | undefined; below: number | undefined }

/** `candidates` are the instants of saving of the few items that the list can have, where these are known. */
type ListScan = { filter: Filter; listRange: ListRange; candidates?: SqlFragment | undefined }

/**
 * The SQL between SELECT … FROM and LIMIT for a range of a list. It scans one index in the order of the list: that of
 * the words, else of a tag, else of the state. The other conditions are checked item by item.
 */
export function listSql(
  db: Connection,
  accountId: AccountId,
  { filter, listRange, candidates }: ListScan,
): SqlFragment {
  const isNewestFirst = goesDown(filter, listRange)
  const order = isNewestFirst ? 'DESC' : 'ASC'
  const keyed = keyedSortOf(filter)
  const key = keyed && SORT_KEYS[keyed]
  const clauses: Clause[] = [
    ...(filter.tag === undefined ? [] : [{ kind: 'tag', tag: filter.tag, isExcluded: false } as const]),
    ...(filter.query?.conditions ?? []),
  ]
  // With a key, the position is a bound on that.
  const range = buildRange(
    clauses,
    key ? { ...listRange, afterSavedAt: undefined } : listRange,
    isNewestFirst,
  )
  const isOfWords = hasWords(filter)
  const leadingTag = isOfWords || candidates || key ? undefined : clauses.find(isWantedTag)
  const checks: SqlFragment[] = [
    { sql: 'account_id = ?', values: [accountId] },
    { sql: stateSql(filter.state), values: [] },
    ...(filter.site === undefined ? [] : [{ sql: 'site = ?', values: [filter.site] }]),
    ...clauses.filter((clause) => clause !== leadingTag).map((clause) => conditionSql(db, accountId, clause)),
    ...(key ? keyChecks(key, listRange, isNewestFirst) : []),
  ]
  const ordered = (savedAt: string) => `ORDER BY ${key ? `${key.sql} ${order}, ` : ''}${savedAt} ${order}`
  if (isOfWords) {
    const hits = itemsWithWords(db, accountId, { filter, listRange, range, isNewestFirst })
    return joined([hits, ...checks], ordered('hit'))
  }
  if (leadingTag) {
    const { state } = filter
    const otherTags = clauses.filter(isWantedTag).filter((clause) => clause !== leadingTag)
    const tagged = itemsWithTag(accountId, leadingTag, { otherTags, state, range })
    return joined([tagged, ...checks], ordered('hit'))
  }
  if (candidates) {
    const few = {
      sql: `(${candidates.sql}) AS few CROSS JOIN items WHERE saved_at = hit`,
      values: candidates.values,
    }
    return joined([few, ...checks, ...within(range)], ordered('hit'))
  }
  const table = key ? `items ${db.dialect.indexedBy(key.indexFor(filter.state))}` : 'items'
  return joined(
    [{ sql: `${table} WHERE 1 = 1`, values: [] }, ...checks, ...within(range)],
    ordered('saved_at'),
  )
}

type TagClause = Extract<Clause, { kind: 'tag' }>

function isWantedTag(clause: Clause): clause is TagClause {
  return clause.kind === 'tag' && !clause.isExcluded
}

// In the following two, CROSS JOIN makes the planner look up items one by one, whatever their other conditions.

function itemsWithWords(
  db: Connection,
  accountId: AccountId,
  {
    filter: { query },
    listRange: { tier, throughSavedAt },
    range,
    isNewestFirst,
  }: { filter: Filter; listRange: ListRange; range: Range; isNewestFirst: boolean },
): SqlFragment {
  const { wanted = [], excluded = [] } = query ?? {}
  const fieldScope: FieldScope = tier === 1 || tier === 2 ? tier : 3
  const hits = db.dialect.fullText.matching({
    accountId,
    wanted,
    excluded,
    fieldScope,
    isRest: tier !== NO_TIER,
    isNewestFirst,
    ...range,
    isNear: throughSavedAt !== undefined,
  })
  return {
    sql: `(${hits.sql}) AS hits CROSS JOIN items WHERE saved_at = hit / ${ROW_IDS_PER_INSTANT}`,
    values: hits.values,
  }
}

/** The other tags are checked before an item is looked up, which costs more. */
function itemsWithTag(
  accountId: AccountId,
  { tag }: TagClause,
  { otherTags, state, range }: { otherTags: TagClause[]; state: ListName; range: Range },
): SqlFragment {
  const tagged = joined([
    { sql: 'account_id = ?', values: [accountId] },
    { sql: 'tag = ?', values: [tag] },
    { sql: TAGGED[state], values: [] },
    ...otherTags.map((other) => ({ sql: HAS_OTHER_TAG, values: [accountId, other.tag] })),
    ...within(range),
  ])
  return {
    sql: `(SELECT item_id AS tagged, saved_at AS hit FROM item_tags WHERE ${tagged.sql}) AS hits
      CROSS JOIN items WHERE id = tagged`,
    values: tagged.values,
  }
}

/** Whether a range is read from newest to oldest. */
export function goesDown(filter: Filter, { isBackwards }: Pick<ListRange, 'isBackwards'>): boolean {
  const keyed = keyedSortOf(filter)
  const isAscending = keyed ? !SORT_KEYS[keyed].isDescending : filter.sort === 'oldest'
  return isAscending === isBackwards
}

/** Only items that have the key of the order, and that come after the position. */
function keyChecks(
  { sql, isPresent }: (typeof SORT_KEYS)[KeyedSort],
  { afterSavedAt, afterKey }: ListRange,
  isDescending: boolean,
): SqlFragment[] {
  const present = { sql: isPresent, values: [] }
  if (afterSavedAt === undefined || afterKey === undefined) return [present]
  const [bound, after] = isDescending ? ['<=', '<'] : ['>=', '>']
  const behind = {
    sql: `${sql} ${bound} ? AND (${sql} ${after} ? OR saved_at ${after} ?)`,
    values: [afterKey, afterKey, afterSavedAt],
  }
  return [present, behind]
}

function joined(fragments: SqlFragment[], order = ''): SqlFragment {
  return {
    sql: `${fragments.map(({ sql }) => sql).join(' AND ')} ${order}`,
    values: fragments.flatMap(({ values }) => values),
  }
}

/** At most one bound at each end, since with two the planner may start the scan at the wider one. */
function within({ from, below }: Range): SqlFragment[] {
  return [
    ...(from === undefined ? [] : [{ sql: 'saved_at >= ?', values: [from] }]),
    ...(below === undefined ? [] : [{ sql: 'saved_at < ?', values: [below] }]),
  ]
}

/** The range that follows from the position and from the conditions on `saved_at`. */
function buildRange(
  conditions: Clause[],
  { afterSavedAt: behind, throughSavedAt: until }: ListRange,
  isNewestFirst: boolean,
): Range {
  const after = behind === undefined ? [] : [behind + 1]
  const before = behind === undefined ? [] : [behind]
  const [froms, belows] = isNewestFirst
    ? [until === undefined ? [] : [until], before]
    : [after, until === undefined ? [] : [until + 1]]
  for (const condition of conditions) {
    if (condition.isExcluded) continue
    if (condition.kind !== 'comparison' || condition.field !== 'savedAt') continue
    if (condition.operator === '>=') froms.push(condition.value)
    if (condition.operator === '<') belows.push(condition.value)
  }
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    below: belows.length > 0 ? Math.min(...belows) : undefined,
  }
}
