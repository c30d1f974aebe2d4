import type { Connection } from '../../database/database.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import { AGENT_REQUEST_SQL } from '../model/agent-request.ts'
import { entryOf } from '../model/fields.ts'
import { markSql } from '../model/states.ts'
import type { Clause, Condition } from '../search/query-operator.ts'
import type { AccountId } from '../../ids.ts'

/** Conditions without a value: the items that meet one, and their index by when they were saved. */
export const PLAIN_CONDITIONS = {
  untagged: { sql: `tags = '[]'`, index: 'items_untagged' },
  note: { sql: 'note IS NOT NULL', index: 'items_with_note' },
  highlight: { sql: 'highlight_count > 0', index: 'items_highlighted' },
  failed: { sql: `content_status = 'failed'`, index: 'items_failed' },
  pending: { sql: `content_status = 'pending'`, index: 'items_pending' },
  broken: { sql: 'broken_at IS NOT NULL', index: 'items_broken' },
  asked: { sql: AGENT_REQUEST_SQL.asked, index: 'items_asked' },
  answered: { sql: AGENT_REQUEST_SQL.answered, index: 'items_answered' },
}

/** The SQL of a search condition over `items`; if it is excluded, the SQL matches exactly the other items. */
export function conditionSql(db: Connection, accountId: AccountId, condition: Clause): SqlFragment {
  const { sql, values } = buildFragment(db, accountId, condition)
  return condition.isExcluded ? { sql: `(${sql}) IS NOT TRUE`, values } : { sql: `(${sql})`, values }
}

function buildFragment(db: Connection, accountId: AccountId, condition: Condition): SqlFragment {
  switch (condition.kind) {
    case 'tag':
      return {
        // One lookup per item: with IN, the planner might collect all items that have the tag.
        sql: '(SELECT 1 FROM item_tags WHERE account_id = ? AND tag = ? AND item_id = items.id) IS NOT NULL',
        values: [accountId, condition.tag],
      }
    case 'site': {
      const below = `.${condition.site}`
      return {
        sql: 'site = ? OR SUBSTR(site, LENGTH(site) - ? + 1) = ?',
        values: [condition.site, below.length, below],
      }
    }
    case 'state':
      return { sql: markSql(condition.state), values: [] }
    case 'saver':
      if (condition.name === null) return { sql: 'saved_by_id IS NULL', values: [] }
      return { sql: `${db.dialect.position}(saver_words, ?) > 0`, values: [` ${condition.name.join(' ')} `] }
    case 'savedByAgent':
      return { sql: 'saved_by_id = ?', values: [condition.id] }
    case 'comparison':
      return { sql: `${entryOf(condition.field).column} ${condition.operator} ?`, values: [condition.value] }
    case 'any': {
      const fragments = condition.of.map((one) => conditionSql(db, accountId, one))
      return {
        sql: fragments.map(({ sql }) => sql).join(' OR '),
        values: fragments.flatMap(({ values }) => values),
      }
    }
    default:
      return { sql: PLAIN_CONDITIONS[condition.kind].sql, values: [] }
  }
}
