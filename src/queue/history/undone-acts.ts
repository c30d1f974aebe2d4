import { type Connection, placeholders } from '../../database/database.ts'
import type { Change } from './change.ts'
import type { AccountId } from '../../ids.ts'

/** What an undo undid: the number of the act, and the action. */
export type UndoneAct = { act: number; action: string }

/** What these changes undid, by the number of the undone change; those that are not kept any more are left out. */
export async function findUndoneActs(
  db: Connection,
  accountId: AccountId,
  changes: readonly Change[],
): Promise<Map<number, UndoneAct>> {
  const undone = [...new Set(changes.flatMap(({ undoes }) => undoes ?? []))]
  if (undone.length === 0) return new Map()
  const rows = await db.rows<UndoneAct & { sequence: number }>(
    `SELECT sequence, COALESCE(act, sequence) AS act, action FROM changes
     WHERE account_id = ? AND sequence IN (${placeholders(undone.length)})`,
    accountId,
    ...undone,
  )
  return new Map(rows.map(({ sequence, act, action }) => [sequence, { act, action }]))
}
