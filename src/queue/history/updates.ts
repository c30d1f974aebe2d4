import type { Connection } from '../../database/database.ts'
import type { ActionCount } from './activity.ts'
import type { AccountId } from '../../ids.ts'

/** The most changes that are looked at; a list that was left open for weeks need not tell of all. */
const MAX_CHANGES = 1000

/** What agents did after a change and nobody undid, in the order in which they began. */
export async function readUpdates(
  db: Connection,
  accountId: AccountId,
  after: number,
): Promise<ActionCount[]> {
  const rows = await db.rows<{ id: string; name: string; action: string; count: number }>(
    `SELECT client_id AS id, MAX(client_name) AS name, action, COUNT(*) AS count
     FROM (SELECT client_id, client_name, action, undone_by, sequence FROM changes
       WHERE account_id = ? AND sequence > ? ORDER BY sequence LIMIT ${MAX_CHANGES}) AS recent
     WHERE client_id IS NOT NULL AND undone_by IS NULL
     GROUP BY client_id, action ORDER BY MIN(sequence)`,
    accountId,
    after,
  )
  return rows.map(({ id, name, action, count }) => ({ agent: { id, name }, action, count }))
}
