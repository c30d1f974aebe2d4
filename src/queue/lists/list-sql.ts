import type { Connection } from '../../database/database.ts'
import { type FieldScope, WORD_ROWS } from '../../database/sql/full-text.ts'
import { conditionSql, type Piece } from './condition-sql.ts'
import { type Filter, hasWords } from '../search/filter.ts'
import { type ListName, stateSql } from '../model/states.ts'
import type { Condition } from '../search/query-operator.ts'

/** A range of a list: the items of one tier that come after a `saved_at`, in the list's order or in reverse. */
export type ListRange = {
  tier: number
  afterSavedAt: number | undefined
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

/** A half-open range of `saved_at`. */
type Range = { from: number | undefined; below: number | undefined }

/**
 * The SQL between SELECT … FROM and LIMIT for a range of a list. It scans one index in the order of the list: that of
 * the words, else of a tag, else of the state. The other conditions are checked item by item.
 */
export function listSql(db: Connection, accountId: string, filter: Filter, listRange: ListRange): Piece {
  const isNewestFirst = goesDown(filter, listRange)
  const order = isNewestFirst ? 'DESC' : 'ASC'
  const { wanted = [], excluded = [], conditions = [] } = filter.query ?? {}
  const all: (Condition & { isExcluded: boolean })[] = [
    ...(filter.tag === undefined ? [] : [{ on: 'tag', tag: filter.tag, isExcluded: false } as const]),
    ...conditions,
  ]
  const range = rangeOf(all, listRange, isNewestFirst)
  const isOfWords = hasWords(filter)
  const way = isOfWords ? undefined : all.find(({ on, isExcluded }) => on === 'tag' && !isExcluded)
  const checks: Piece[] = [
    { sql: 'account_id = ?', values: [accountId] },
    { sql: stateSql(filter.state), values: [] },
    ...(filter.site === undefined ? [] : [{ sql: 'site = ?', values: [filter.site] }]),
    ...all.filter((one) => one !== way).map((one) => conditionSql(db, accountId, one)),
  ]
  // CROSS JOIN makes the planner look up items one by one, whatever their other conditions.
  if (isOfWords) {
    const fieldScope: FieldScope = listRange.tier === 1 || listRange.tier === 2 ? listRange.tier : 3
    const isRest = listRange.tier !== NO_TIER
    const hits = db.dialect.fullText.matching({
      accountId,
      wanted,
      excluded,
      fieldScope,
      isRest,
      isNewestFirst,
      ...range,
      isNear: listRange.throughSavedAt !== undefined,
    })
    const from = {
      sql: `(${hits.sql}) AS hits CROSS JOIN items WHERE saved_at = hit / ${WORD_ROWS}`,
      values: hits.values,
    }
    return joined([from, ...checks], `ORDER BY hit ${order}`)
  }
  if (way?.on === 'tag') {
    const tagged = joined([
      { sql: 'account_id = ?', values: [accountId] },
      { sql: 'tag = ?', values: [way.tag] },
      { sql: TAGGED[filter.state], values: [] },
      ...within(range),
    ])
    const from = {
      sql: `(SELECT item_id AS tagged, saved_at AS hit FROM item_tags WHERE ${tagged.sql}) AS hits
        CROSS JOIN items WHERE id = tagged`,
      values: tagged.values,
    }
    return joined([from, ...checks], `ORDER BY hit ${order}`)
  }
  return joined(
    [{ sql: `items WHERE 1 = 1`, values: [] }, ...checks, ...within(range)],
    `ORDER BY saved_at ${order}`,
  )
}

/** Whether a range is read from newest to oldest. */
export function goesDown({ sort }: Filter, { isBackwards }: Pick<ListRange, 'isBackwards'>): boolean {
  return (sort === 'oldest') === isBackwards
}

function joined(pieces: Piece[], order = ''): Piece {
  return {
    sql: `${pieces.map(({ sql }) => sql).join(' AND ')} ${order}`,
    values: pieces.flatMap(({ values }) => values),
  }
}

/** At most one bound at each end, since with two the planner may start the scan at the wider one. */
function within({ from, below }: Range): Piece[] {
  return [
    ...(from === undefined ? [] : [{ sql: 'saved_at >= ?', values: [from] }]),
    ...(below === undefined ? [] : [{ sql: 'saved_at < ?', values: [below] }]),
  ]
}

/** The range that follows from the position and from the conditions on `saved_at`. */
function rangeOf(
  conditions: (Condition & { isExcluded: boolean })[],
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
    if (condition.on === 'savedFrom') froms.push(condition.at)
    if (condition.on === 'savedBefore') belows.push(condition.at)
  }
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    below: belows.length > 0 ? Math.min(...belows) : undefined,
  }
}
