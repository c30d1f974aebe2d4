import type { Connection } from '../../database/database.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import { AGENT_REQUEST_SQL } from '../model/agent-request.ts'
import { markSql } from '../model/states.ts'
import type { Clause, Condition } from '../search/query-operator.ts'
import type { AccountId } from '../../ids.ts'

/** The SQL of a search condition over `items`; if it is excluded, the SQL matches exactly the other items. */
export function conditionSql(db: Connection, accountId: AccountId, condition: Clause): SqlFragment {
  const { sql, values } = fragmentOf(db, accountId, condition)
  return condition.isExcluded ? { sql: `(${sql}) IS NOT TRUE`, values } : { sql: `(${sql})`, values }
}

function fragmentOf(db: Connection, accountId: AccountId, condition: Condition): SqlFragment {
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
    case 'savedBefore':
      return { sql: 'saved_at < ?', values: [condition.at] }
    case 'savedFrom':
      return { sql: 'saved_at >= ?', values: [condition.at] }
    case 'maxMinutes':
      return { sql: 'reading_minutes <= ?', values: [condition.minutes] }
    case 'moreThanMinutes':
      return { sql: 'reading_minutes > ?', values: [condition.minutes] }
    case 'readBefore':
      return { sql: 'read_at < ?', values: [condition.at] }
    case 'readFrom':
      return { sql: 'read_at >= ?', values: [condition.at] }
    case 'untagged':
      return { sql: `tags = '[]'`, values: [] }
    case 'note':
      return { sql: 'note IS NOT NULL', values: [] }
    case 'highlight':
      return { sql: 'highlight_count > 0', values: [] }
    case 'failed':
      return { sql: `content_status = 'failed'`, values: [] }
    case 'broken':
      return { sql: 'broken_at IS NOT NULL', values: [] }
    case 'asked':
    case 'answered':
      return { sql: AGENT_REQUEST_SQL[condition.kind], values: [] }
    case 'any': {
      const fragments = condition.of.map((one) => conditionSql(db, accountId, one))
      return {
        sql: fragments.map(({ sql }) => sql).join(' OR '),
        values: fragments.flatMap(({ values }) => values),
      }
    }
  }
}
