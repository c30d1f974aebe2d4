import type { Connection, Value } from '../../database/database.ts'
import { markSql } from '../model/states.ts'
import type { Condition } from '../search/query-operator.ts'

/** A piece of a WHERE over `items`, and its values. */
export type Piece = { sql: string; values: Value[] }

/** What a condition of a search asks of an item; excluded, it holds for every item that the condition does not find. */
export function conditionSql(
  db: Connection,
  accountId: string,
  condition: Condition & { isExcluded: boolean },
): Piece {
  const { sql, values } = pieceOf(db, accountId, condition)
  return condition.isExcluded ? { sql: `(${sql}) IS NOT TRUE`, values } : { sql: `(${sql})`, values }
}

function pieceOf({ dialect }: Connection, accountId: string, condition: Condition): Piece {
  switch (condition.on) {
    case 'tag':
      return {
        // One look for each item: an engine that sees a set in it gathers all that carry the tag.
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
    case 'mark':
      return { sql: markSql(condition.mark), values: [] }
    case 'saver':
      if (condition.name === null) return { sql: 'saved_by_id IS NULL', values: [] }
      return { sql: `${dialect.position}(saver_words, ?) > 0`, values: [` ${condition.name.join(' ')} `] }
    case 'savedBefore':
      return { sql: 'saved_at < ?', values: [condition.at] }
    case 'savedFrom':
      return { sql: 'saved_at >= ?', values: [condition.at] }
    case 'readingTime':
      return { sql: 'reading_minutes <= ?', values: [condition.minutes] }
  }
}
