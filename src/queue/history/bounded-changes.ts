import { type Connection, placeholders } from '../../database/database.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import type { Change } from './change.ts'
import { selectChanges } from './change-row.ts'
import type { AccountId } from '../../ids.ts'

/** The bytes of the values of a change. Both engines know them without reading the values. */
export const CHANGE_BYTES = 'COALESCE(OCTET_LENGTH(before), 0) + COALESCE(OCTET_LENGTH(after), 0)'

/** Bytes of values that are read at once: an import may record half a million characters in one change. */
const MAX_BYTES = 1_000_000

/** `last` is the number of the last change, and `isCut` tells that there were more. */
export type BoundedChanges = { changes: Change[]; last: number | undefined; isCut: boolean }

/**
 * The first of some changes, as many as have at most `MAX_BYTES` of values together, and at least one. `from` is what follows
 * FROM in a SELECT of `sequence` and `bytes`, with an order.
 */
export async function selectBounded(
  db: Connection,
  accountId: AccountId,
  { sql, values }: SqlFragment,
): Promise<BoundedChanges> {
  const found = await db.rows<{ sequence: number; bytes: number }>(
    `SELECT sequence, bytes FROM ${sql}`,
    ...values,
  )
  const sequences = firstWithin(found, MAX_BYTES).map(({ sequence }) => sequence)
  return {
    changes: await findChanges(db, accountId, sequences),
    last: sequences.at(-1),
    isCut: sequences.length < found.length,
  }
}

/** The changes of these numbers, in their order. */
export async function findChanges(
  db: Connection,
  accountId: AccountId,
  sequences: number[],
): Promise<Change[]> {
  if (sequences.length === 0) return []
  const changes = await selectChanges(
    db,
    `changes WHERE account_id = ? AND sequence IN (${placeholders(sequences.length)})`,
    accountId,
    ...sequences,
  )
  const bySequence = new Map(changes.map((change) => [change.sequence, change]))
  return sequences.flatMap((sequence) => bySequence.get(sequence) ?? [])
}

/** The bytes of the values of the changes of these numbers. */
export async function bytesOfChanges(
  db: Connection,
  accountId: AccountId,
  sequences: number[],
): Promise<number> {
  if (sequences.length === 0) return 0
  const row = await db.row<{ bytes: number | null }>(
    `SELECT CAST(SUM(${CHANGE_BYTES}) AS BIGINT) AS bytes FROM changes
     WHERE account_id = ? AND sequence IN (${placeholders(sequences.length)})`,
    accountId,
    ...sequences,
  )
  return Number(row?.bytes ?? 0)
}

function firstWithin<T extends { bytes: number }>(found: T[], maxBytes: number): T[] {
  let sum = 0
  const end = found.findIndex(({ bytes }, index) => (sum += Number(bytes)) > maxBytes && index > 0)
  return end === -1 ? found : found.slice(0, end)
}
