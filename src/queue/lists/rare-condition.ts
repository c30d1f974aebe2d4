import { type Connection, placeholders, type Value } from '../../database/database.ts'
import { ITEM_FIELDS } from '../model/fields.ts'
import { type ListName, stateSql } from '../model/states.ts'
import { type Filter, hasWords, keyedSortOf, SORT_FIELDS } from '../search/filter.ts'
import type { Clause, Comparison } from '../search/query-operator.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import { PLAIN_CONDITIONS } from './condition-sql.ts'
import { HAS_LENGTH, LENGTH, MINUTE_OF_LENGTH, SORT_KEYS } from './sort-key.ts'
import type { AccountId } from '../../ids.ts'

/** So few items are collected and sorted; more are read in the order of the list until a page is full. */
const FEW = 3000
/** Sites with a common ending, and names of savers with a common word, that are looked up. */
const MAX_NAMES = 200

/** A SELECT of `saved_at` with a LIMIT: a few more than there are, since some may be saved meanwhile. */
const ROOM = 100

/**
 * A SELECT of `saved_at`, as `hit`, that contains every item of a list and few others, read along an index; undefined if
 * the list is better read in its order.
 */
export async function fewCandidates(
  db: Connection,
  accountId: AccountId,
  filter: Filter,
): Promise<SqlFragment | undefined> {
  if (hasWords(filter)) return undefined
  const conditions = (filter.query?.conditions ?? []).filter(({ isExcluded }) => !isExcluded)
  for (const condition of conditions) {
    const fragment = await indexedFragment(db, accountId, condition)
    if (fragment === undefined) continue
    const fewItems = await ifFew(
      db,
      selected(`items ${db.dialect.indexedBy(fragment.index)}`, accountId, fragment),
    )
    if (fewItems) return fewItems
  }
  return keyedSortOf(filter) && fewOfList(db, accountId, filter)
}

/** A condition with the index that answers it, and the order of that, which makes PostgreSQL choose it. */
type IndexedFragment = SqlFragment & { index: string; order?: string }

const BY_NAME = { site: 'items_by_site', saver_words: 'items_by_saver' } as const

const LIST_INDEXES: Record<ListName, string> = {
  unread: 'items_unread',
  read: 'items_read',
  snoozed: 'items_snoozed',
  favourite: 'items_favourite',
  all: 'items_kept',
  removed: 'items_removed',
}

function comparisonFragment({ field, operator, value }: Comparison): IndexedFragment | undefined {
  if (field === 'readingMinutes') {
    return {
      index: 'items_by_length',
      order: LENGTH,
      sql: `${HAS_LENGTH} AND ${LENGTH} ${operator === '<=' ? '<' : '>='} ?`,
      values: [(value + 1) * MINUTE_OF_LENGTH],
    }
  }
  const sortField = SORT_FIELDS.find((name) => name === field)
  if (!sortField) return undefined
  const { sql, isPresent, indexFor } = SORT_KEYS[ITEM_FIELDS[sortField].sort]
  return { index: indexFor('all'), order: sql, sql: `${isPresent} AND ${sql} ${operator} ?`, values: [value] }
}

/** The condition as a search of an index, if it has one. */
async function indexedFragment(
  db: Connection,
  accountId: AccountId,
  condition: Clause,
): Promise<IndexedFragment | undefined> {
  switch (condition.kind) {
    case 'comparison':
      return comparisonFragment(condition)
    case 'saver': {
      if (condition.name === null)
        return { index: BY_NAME.saver_words, sql: 'saver_words IS NULL', values: [] }
      const name = ` ${condition.name.join(' ')} `
      return namedFragment(db, accountId, {
        column: 'saver_words',
        test: { sql: `${db.dialect.position}(name, ?) > 0`, values: [name] },
      })
    }
    case 'savedByAgent':
      return {
        index: 'items_by_agent',
        order: 'saved_at',
        sql: 'saved_by_id = ?',
        values: [condition.id],
      }
    case 'site': {
      const below = `.${condition.site}`
      return namedFragment(db, accountId, {
        column: 'site',
        test: {
          sql: '(name = ? OR SUBSTR(name, LENGTH(name) - ? + 1) = ?)',
          values: [condition.site, below.length, below],
        },
      })
    }
    case 'tag':
    case 'state':
    case 'any':
      return undefined
    default:
      return { ...PLAIN_CONDITIONS[condition.kind], order: 'saved_at', values: [] }
  }
}

/** The values of a column that meet a condition on `name`, as a condition on the column. */
async function namedFragment(
  db: Connection,
  accountId: AccountId,
  { column, test }: { column: 'site' | 'saver_words'; test: SqlFragment },
): Promise<IndexedFragment | undefined> {
  const index = BY_NAME[column]
  // From each value to the next one along the index, however many items have it.
  const rows = await db.slow.rows<{ name: string }>(
    `WITH RECURSIVE names (name) AS (
       SELECT (SELECT ${column} FROM items WHERE account_id = ? AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)
       UNION ALL
       SELECT (SELECT ${column} FROM items WHERE account_id = ? AND ${column} > names.name ORDER BY ${column} LIMIT 1)
       FROM names WHERE name IS NOT NULL)
     SELECT name FROM names WHERE ${test.sql} LIMIT ?`,
    accountId,
    accountId,
    ...test.values,
    MAX_NAMES + 1,
  )
  if (rows.length > MAX_NAMES) return undefined
  if (rows.length === 0) return { index, sql: `${column} IN ('')`, values: [] }
  return { index, sql: `${column} IN (${placeholders(rows.length)})`, values: rows.map(({ name }) => name) }
}

/** The items of a list itself, if they are few: of its tag, else of its state. */
async function fewOfList(
  db: Connection,
  accountId: AccountId,
  filter: Filter,
): Promise<SqlFragment | undefined> {
  const tag = filter.tag ?? filter.query?.conditions.find(isWantedTag)?.tag
  if (tag !== undefined) {
    const few = await ifFew(db, selected('item_tags', accountId, { sql: 'tag = ?', values: [tag] }))
    if (few) return few
  }
  const table = `items ${db.dialect.indexedBy(LIST_INDEXES[filter.state])}`
  return ifFew(db, selected(table, accountId, { sql: stateSql(filter.state), values: [], order: 'saved_at' }))
}

function isWantedTag(condition: Clause): condition is Clause & { kind: 'tag' } {
  return condition.kind === 'tag' && !condition.isExcluded
}

function selected(
  table: string,
  accountId: Value,
  { sql, values, order }: SqlFragment & { order?: string },
): SqlFragment {
  return {
    sql: `SELECT saved_at AS hit FROM ${table} WHERE account_id = ? AND ${sql} ${order ? `ORDER BY ${order}` : ''}`,
    values: [accountId, ...values],
  }
}

/** The candidates, if they are few. */
async function ifFew(db: Connection, candidates: SqlFragment): Promise<SqlFragment | undefined> {
  const { sql, values } = candidates
  const row = await db.slow.row<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (${sql} LIMIT ?) AS found`,
    ...values,
    FEW + 1,
  )
  const count = row?.count ?? 0
  return count <= FEW ? limited(candidates, count) : undefined
}

/** The limit tells PostgreSQL how few they are, and keeps SQLite from reading the list in its order instead. */
function limited({ sql, values }: SqlFragment, count: number): SqlFragment {
  return { sql: `${sql} LIMIT ?`, values: [...values, count + ROOM] }
}
