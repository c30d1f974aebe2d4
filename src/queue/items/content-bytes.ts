import type { Connection } from '../../database/database.ts'

/**
 * The tables of what is kept of an item's page, each with its columns of bytes that count towards the quota. What is
 * made of them and can be made again does not: the rendered article, the index of words.
 */
const CONTENT: Record<string, string[]> = {
  pages: ['body'],
  articles: ['html', 'markdown', 'text'],
  images: ['body'],
  captures: ['body'],
  page_versions: ['html', 'markdown', 'text', 'body'],
}

/** The bytes of all content as it is stored; `where` is of each table. LENGTH reads no value, only how long it is. */
export function contentBytesSql(where: string): string {
  const sums = Object.entries(CONTENT).map(([table, columns]) => {
    const length = columns.map((column) => `COALESCE(LENGTH(${column}), 0)`).join(' + ')
    return `COALESCE((SELECT SUM(${length}) FROM ${table} WHERE ${where}), 0)`
  })
  return `CAST(${sums.join(' + ')} AS BIGINT)`
}

/** How often `where` stands in it. */
const CONTENT_TABLES = Object.keys(CONTENT).length

/** What one change of a queue does to the bytes that are kept. */
export type ContentCount = {
  /** To be called before anything of an item's content is written or dropped, as often as one likes. */
  touch(itemId: string): Promise<void>
  /** The difference that came of it. */
  settle(): Promise<number>
}

/** Measures the content of items before and after, so that it is exact whatever is done in between. */
export function countContent(tx: Connection, accountId: string): ContentCount {
  const before = new Map<string, number>()
  async function measure(itemId: string): Promise<number> {
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
