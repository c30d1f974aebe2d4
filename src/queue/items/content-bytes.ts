import type { Connection } from '../../database/database.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/**
 * The tables with an item's stored content, each with the columns that count towards the quota. Derived data does not
 * count: the rendered article and the search index.
 */
const CONTENT: Record<string, string[]> = {
  pages: ['body'],
  articles: ['html', 'markdown', 'text'],
  images: ['body'],
  captures: ['body'],
  withdrawn_captures: ['body'],
  page_versions: ['html', 'markdown', 'text', 'body'],
}

/** The size of highlights is stored, since the length of a text is counted in characters. */
const SIZES = [
  ...Object.entries(CONTENT).map(([table, columns]) => {
    return { table, size: columns.map((column) => `COALESCE(LENGTH(${column}), 0)`).join(' + ') }
  }),
  { table: 'highlights', size: 'bytes' },
]

/**
 * SQL for the stored size of content in bytes; `where` applies to each table. LENGTH does not read the value itself.
 */
export function contentBytesSql(where: string): string {
  const sums = SIZES.map(
    ({ table, size }) => `COALESCE((SELECT SUM(${size}) FROM ${table} WHERE ${where}), 0)`,
  )
  return `CAST(${sums.join(' + ')} AS BIGINT)`
}

/** How often `where` occurs in `contentBytesSql`. */
const CONTENT_TABLES = SIZES.length

/** Measures by how much a change of a queue grows or shrinks the stored content. */
export type ContentCount = {
  /** Must be called before an item's content is written or deleted; further calls do nothing. */
  touch(itemId: ItemId): Promise<void>
  /** Returns the difference in bytes, over all items touched. */
  settle(): Promise<number>
}

/** Measures the content of items before and after, so the result is exact whatever happens in between. */
export function countContent(tx: Connection, accountId: AccountId): ContentCount {
  const before = new Map<string, number>()
  async function measure(itemId: ItemId): Promise<number> {
    const values = Array.from({ length: CONTENT_TABLES }, () => [accountId, itemId]).flat()
    const row = await tx.row<{ bytes: number }>(`SELECT ${OF_ITEM} AS bytes`, ...values)
    return row?.bytes ?? 0
  }
  return {
    async touch(itemId) {
      if (!before.has(itemId)) before.set(itemId, await measure(itemId))
    },
    async settle() {
      let difference = 0
      for (const [itemId, bytes] of before) difference += (await measure(itemId)) - bytes
      return difference
    },
  }
}

const OF_ITEM = contentBytesSql('account_id = ? AND item_id = ?')
