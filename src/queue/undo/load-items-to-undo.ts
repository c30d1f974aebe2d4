import type { Connection } from '../../database/database.ts'
import { type HighlightedItem, withHighlights } from '../highlights/highlights.ts'
import type { Change } from '../history/change.ts'
import { highlightsIn } from '../history/highlight-part.ts'
import { itemsOf } from '../lists/items.ts'
import type { AccountId } from '../../ids.ts'

/** The items of changes, with the highlights loaded that these and the later ones touch. */
export async function loadItemsToUndo(
  db: Connection,
  accountId: AccountId,
  { changes, later = [] }: { changes: Change[]; later?: Change[] | undefined },
): Promise<Map<string, HighlightedItem>> {
  const items = await itemsOf(db, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  return withHighlights(db, accountId, { items, ids: highlightsIn([...changes, ...later]) })
}
