import { type Connection, placeholders } from '../../database/database.ts'
import type { Actor } from '../model/actor.ts'
import type { AccountId, ItemId } from '../../ids.ts'
import { selectChanges } from './change-row.ts'

/** Who moved each of these items to the trash last, as far as the history reaches. */
export async function findRemovers(
  db: Connection,
  accountId: AccountId,
  ids: ItemId[],
): Promise<Map<ItemId, Actor>> {
  if (ids.length === 0) return new Map()
  const removals = await selectChanges(
    db,
    `changes WHERE account_id = ? AND item_id IN (${placeholders(ids.length)}) AND is_removal IS NOT NULL ORDER BY sequence`,
    accountId,
    ...ids,
  )
  return new Map(removals.map(({ itemId, actor }) => [itemId, actor]))
}
