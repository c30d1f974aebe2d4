import type { Connection } from '../../database/database.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** What an undo may restore, and the column that says since when it has been out of use. */
const COPIES = [
  ['page_versions', 'replaced_at'],
  ['withdrawn_captures', 'withdrawn_at'],
] as const

/** Ids of an account's items with copies that have been out of use since before the given time; at most `limit` of each kind. */
export async function itemsWithOldCopies(
  db: Connection,
  accountId: AccountId,
  { before, limit }: { before: number; limit: number },
): Promise<Set<string>> {
  const itemIds = new Set<string>()
  for (const [table, column] of COPIES) {
    const rows = await db.rows<{ item_id: ItemId }>(
      `SELECT DISTINCT item_id FROM ${table} WHERE account_id = ? AND ${column} < ? LIMIT ?`,
      accountId,
      before,
      limit,
    )
    for (const { item_id: itemId } of rows) itemIds.add(itemId)
  }
  return itemIds
}

/** Deletes the copies of an item that have been out of use since before the given time. */
export async function deleteOldCopies(
  tx: Connection,
  accountId: AccountId,
  { itemId, before }: { itemId: ItemId; before: number },
): Promise<void> {
  for (const [table, column] of COPIES) {
    await tx.run(
      `DELETE FROM ${table} WHERE account_id = ? AND item_id = ? AND ${column} < ?`,
      accountId,
      itemId,
      before,
    )
  }
}
