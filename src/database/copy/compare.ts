import { createHash } from 'node:crypto'
import type { Connection, Value } from '../database.ts'
import { readRows, type Row } from './copied-rows.ts'
import type { Table } from '../migrations/table.ts'

/** The contents of a table regardless of row order: the number of rows and the sum of their hashes. */
export type Digest = { rows: number; sum: bigint }

const SUM_BITS = 256

/** Reads a whole table; `onRows` is called with the number of rows of each batch. */
export async function computeDigest(
  db: Connection,
  table: Table,
  onRows: (count: number) => void,
): Promise<Digest> {
  const digest: Digest = { rows: 0, sum: 0n }
  let after: Value[] | undefined
  for (;;) {
    const rows = await readRows(db, table, { after, limit: batchOf(table) })
    for (const row of rows) digest.sum = BigInt.asUintN(SUM_BITS, digest.sum + hashOf(table, row))
    digest.rows += rows.length
    onRows(rows.length)
    const last = rows.at(-1)
    if (!last) return digest
    after = keyOf(table, last)
  }
}

export function keyOf({ key }: Table, row: Row): Value[] {
  return key.map((column) => row[column]!)
}

/** The batch size for reading and writing; rows with binary columns may take megabytes each. */
export function batchOf({ hasBytes }: Table): number {
  return hasBytes ? 16 : 200
}

/** Distinguishes numbers from text. Columns are always hashed in the same order. */
function hashOf({ columns }: Table, row: Row): bigint {
  const hash = createHash('sha256')
  for (const column of columns) {
    const value = row[column]!
    const isBytes = value instanceof Uint8Array
    hash.update(`${isBytes ? `bytes ${value.length}` : JSON.stringify(value)}\n`)
    if (isBytes) hash.update(value)
  }
  return BigInt(`0x${hash.digest('hex')}`)
}
