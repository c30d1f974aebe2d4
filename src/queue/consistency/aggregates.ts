import { contentBytesSql } from '../items/content-bytes.ts'
import { AGENT_REQUEST_SQL } from '../model/agent-request.ts'
import { ITEM_STATES, stateSql } from '../model/states.ts'

/** The counters of an account's row in `queues`, each with the condition of the items that it counts. */
export const COUNTERS = {
  unread: stateSql('unread'),
  snoozed: stateSql('snoozed'),
  read: stateSql('read'),
  favourite: stateSql('favourite'),
  asked: `${stateSql('all')} AND ${AGENT_REQUEST_SQL.asked}`,
  answered: `${stateSql('all')} AND ${AGENT_REQUEST_SQL.answered}`,
  removed: stateSql('removed'),
} as const

/** The columns copied from an item `i` to each of its tags. */
export const TAGGED = {
  saved_at: 'i.saved_at',
  state: `CASE ${ITEM_STATES.map((state) => `WHEN ${stateSql(state, 'i.')} THEN '${state}'`).join(' ')} END`,
  is_favourite: `CASE WHEN ${stateSql('favourite', 'i.')} THEN 1 ELSE 0 END`,
} as const

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

/** The bytes of all content of an account, for a row of `queues`. */
export const STORED_BYTES = contentBytesSql('account_id = queues.account_id')
