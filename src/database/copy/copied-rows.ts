import type { Connection, Value } from '../database.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Table } from '../migrations/table.ts'

export type Row = Record<string, Value>

/** The rows of a service as another database keeps them. */
export type CopiedRows = {
  /** At most `limit` rows in the order of the key, from the one after `after`. */
  read(table: Table, after: Value[] | undefined, limit: number): Promise<Row[]>
}

/**
 * Reads rows for a database of another dialect, or of the same. Words are indexed anew there, so no item
 * counts as indexed. Where the other engine wants places of one kind for all accounts they get apart: an item's, and
 * in the same way what is kept of it elsewhere.
 */
export async function copiedRows(db: Connection, target: Dialect): Promise<CopiedRows> {
  let places: Map<string, number> | undefined
  return {
    async read(table, after, limit) {
      const rows = await selectRows(db, table, after, limit)
      if (!table.columns.includes('place')) return rows
      const mustMove = target.fullText.arePlacesShared && !db.dialect.fullText.arePlacesShared
      places ??= mustMove ? await movedPlaces(db) : new Map()
      return rows.map((row) => ({
        ...row,
        ...('words_version' in row && { words_version: 0 }),
        place: places?.get(itemKey(row)) ?? row['place']!,
      }))
    },
  }
}

function selectRows(
  db: Connection,
  { name, columns, key }: Table,
  after: Value[] | undefined,
  limit: number,
): Promise<Row[]> {
  const behind = after ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''
  return db.rows<Row>(
    `SELECT ${columns.join(', ')} FROM ${name} ${behind} ORDER BY ${key.join(', ')} LIMIT ?`,
    ...(after ?? []),
    limit,
  )
}

/** The places that another account's item has as well, each with the next one that keeps all in order. */
async function movedPlaces(db: Connection): Promise<Map<string, number>> {
  const moved = await db.rows<Row & { apart: number }>(
    `SELECT account_id, id, apart FROM (
       SELECT account_id, id, place, MAX(place - row) OVER (ORDER BY row) + row AS apart FROM (
         SELECT account_id, id, place, ROW_NUMBER() OVER (ORDER BY place, account_id, id) AS row FROM items
       ) AS ordered
     ) AS numbered WHERE apart <> place`,
  )
  return new Map(moved.map((row) => [itemKey(row), row.apart]))
}

/** Of a row of items, or of one that belongs to an item. */
function itemKey(row: Row): string {
  return `${row['account_id']} ${row['item_id'] ?? row['id']}`
}
