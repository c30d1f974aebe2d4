import { type Connection, placeholders, type Value } from '../database.ts'
import type { Table } from '../migrations/table.ts'

export type Row = Record<string, Value>

/**
 * Reads at most `limit` rows in key order, starting after `after`. `words_version` is reset to 0, because the target
 * database builds its own full-text index.
 */
export async function readRows(
  db: Connection,
  { name, columns, key }: Table,
  { after, limit }: { after: Value[] | undefined; limit: number },
): Promise<Row[]> {
  const condition = after ? `WHERE (${key.join(', ')}) > (${placeholders(key.length)})` : ''
  const rows = await db.rows<Row>(
    `SELECT ${columns.join(', ')} FROM ${name} ${condition} ORDER BY ${key.join(', ')} LIMIT ?`,
    ...(after ?? []),
    limit,
  )
  return columns.includes('words_version') ? rows.map((row) => ({ ...row, words_version: 0 })) : rows
}
