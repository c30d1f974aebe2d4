import { contentBytesSql } from '../items/content-bytes.ts'
import { ITEM_STATES, markSql, stateSql } from '../model/states.ts'
import type { AggregateKind } from '../items/aggregates.ts'

/** What an account's row in queues counts, and of which items. */
export const COUNTERS = {
  unread: stateSql('unread'),
  snoozed: stateSql('snoozed'),
  read: stateSql('read'),
  favourite: stateSql('favourite'),
  removed: stateSql('removed'),
} as const

/** What is kept with each tag of an item `i`. */
export const TAGGED = {
  place: 'i.place',
  state: `CASE ${ITEM_STATES.map((state) => `WHEN ${stateSql(state, 'i.')} THEN '${state}'`).join(' ')} END`,
  is_favourite: `CASE WHEN ${stateSql('favourite', 'i.')} THEN 1 ELSE 0 END`,
} as const

const AGGREGATES: Record<AggregateKind, { name: string; of: string }> = {
  site: { name: 'site', of: '1 = 1' },
  saver: { name: `COALESCE(saved_by_name, '')`, of: 'saved_by_id IS NOT NULL' },
  person: { name: `''`, of: 'saved_by_id IS NULL' },
  saved: { name: 'CAST((saved_at - 345600000) / 604800000 AS TEXT)', of: '1 = 1' },
  read: { name: 'CAST((read_at - 345600000) / 604800000 AS TEXT)', of: markSql('read') },
  unread: { name: `''`, of: markSql('unread') },
}

export const AGGREGATE_SUMS = ['items', 'read', 'minutes', 'measured', 'seconds'] as const

/** `condition` narrows the rows of items, here and below: to one account, with one `?`. */
export function countersSql(condition = '1 = 1'): string {
  const counted = Object.entries(COUNTERS).map(([name, of]) => `COUNT(CASE WHEN ${of} THEN 1 END) AS ${name}`)
  return `SELECT account_id, ${counted.join(', ')} FROM items WHERE ${condition} GROUP BY account_id`
}

export function tagCountsSql(condition = '1 = 1'): string {
  return `SELECT i.account_id, t.tag, COUNT(*) AS count FROM items i
    JOIN item_tags t ON t.account_id = i.account_id AND t.item_id = i.id
    WHERE i.removed_at IS NULL AND ${condition.replace('account_id', 'i.account_id')} GROUP BY i.account_id, t.tag`
}

/** Takes the account once for each of TALLY_KINDS. */
export function aggregatesSql(condition = '1 = 1'): string {
  return Object.entries(AGGREGATES)
    .map(
      ([kind, { name, of }]) =>
        `SELECT account_id, '${kind}' AS kind, ${name} AS name, COUNT(*) AS items, COUNT(read_at) AS read,
           CAST(COALESCE(SUM(reading_minutes), 0) AS BIGINT) AS minutes, COUNT(reading_minutes) AS measured,
           CAST(SUM(saved_at / 1000) AS BIGINT) AS seconds
         FROM items WHERE removed_at IS NULL AND ${of} AND ${condition} GROUP BY 1, 2, 3`,
    )
    .join(' UNION ALL ')
}

export const AGGREGATE_KINDS = Object.keys(AGGREGATES)

/** The bytes of all content of the account of a row of queues. */
export const BYTES_KEPT = contentBytesSql('account_id = queues.account_id')
