import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Access } from './fetch-remote-page.ts'
import { type ImportCounts, type RemoteSource, NO_COUNTS } from './import.ts'
import type { FirstRows } from './stage-rows.ts'
import type { AccountId } from '../ids.ts'

export type ImportKey = { accountId: AccountId; id: string }

/**
 * After this time without progress, no process stages the import any more: longer than an attempt and the delay
 * before the next.
 */
export const STAGING_LEASE = 1.5 * MINUTE
const ROWS_PER_LOOKUP = 5000

/** The progress of staging a remote library. */
export type StagingProgress = {
  key: ImportKey
  access: Access
  cursor: string
  total: number
  counts: ImportCounts
  firstRows: FirstRows
  repeatingPages: number
  /** The bytes stored so far. */
  bytes: number
}

export function initialProgress(key: ImportKey, access: Access, cursor: string): StagingProgress {
  return {
    key,
    access,
    cursor,
    total: 0,
    counts: { ...NO_COUNTS },
    firstRows: new Map(),
    repeatingPages: 0,
    bytes: 0,
  }
}

/** The remote source in the database's format, without secrets. */
export function remoteSourceJson({ library, address }: Access, cursor: string): string {
  return JSON.stringify({ name: library.name, address, cursor } satisfies RemoteSource)
}

/** Moves the cursor to `next`. Returns whether this process still stages the import. */
export async function moveCursor(
  tx: Connection,
  { key, access, cursor }: StagingProgress,
  { next, now }: { next: string; now: number },
): Promise<boolean> {
  const moved = await tx.run(
    `UPDATE imports SET source = ?, source_at = ? WHERE account_id = ? AND id = ? AND state = 'reading' AND source = ?`,
    remoteSourceJson(access, next),
    now,
    key.accountId,
    key.id,
    remoteSourceJson(access, cursor),
  )
  return moved === 1
}

export async function readFirstRows(db: Connection, { accountId, id }: ImportKey): Promise<FirstRows> {
  const firstRows: FirstRows = new Map()
  for (let after = 0; ;) {
    const rows = await db.rows<{ number: number; identity: string | null }>(
      `SELECT number, identity FROM import_rows WHERE account_id = ? AND import_id = ? AND number > ? ORDER BY number LIMIT ?`,
      accountId,
      id,
      after,
      ROWS_PER_LOOKUP,
    )
    for (const { number, identity } of rows) if (identity !== null) firstRows.set(identity, Number(number))
    if (rows.length < ROWS_PER_LOOKUP) return firstRows
    after = Number(rows.at(-1)!.number)
  }
}
