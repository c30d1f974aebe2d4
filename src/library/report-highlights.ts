import { type Connection, placeholders } from '../database/database.ts'
import type { AccountId, ItemId } from '../ids.ts'

/**
 * The number of an item's highlights, and those quotes that its article does not contain, or that has no article; the
 * list is limited.
 */
export type ReportHighlights = { count: number; notFound: string[] }

const MAX_QUOTE = 200

/**
 * The highlights of the items in a report's rows; items without any are left out. A highlight whose article is still
 * to be fetched counts as found.
 */
export async function reportHighlights(
  db: Connection,
  accountId: AccountId,
  rows: { itemId: ItemId | null }[],
): Promise<Map<ItemId, ReportHighlights>> {
  const ids = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))]
  const found = new Map<ItemId, ReportHighlights>()
  if (ids.length === 0) return found
  const ofItems = `h.account_id = ? AND h.item_id IN (${placeholders(ids.length)})`
  const counts = await db.rows<{ itemId: ItemId; count: number }>(
    `SELECT h.item_id AS "itemId", COUNT(*) AS count FROM highlights h WHERE ${ofItems} GROUP BY h.item_id`,
    accountId,
    ...ids,
  )
  for (const { itemId, count } of counts) found.set(itemId, { count: Number(count), notFound: [] })
  if (found.size === 0) return found
  const lost = await db.rows<{ itemId: ItemId; quote: string }>(
    `SELECT h.item_id AS "itemId", SUBSTR(h.exact, 1, ${MAX_QUOTE}) AS quote FROM highlights h
     JOIN items i ON i.account_id = h.account_id AND i.id = h.item_id
     WHERE ${ofItems} AND h.anchored_at IS NULL AND i.content_status <> 'pending' ORDER BY h.created_at, h.id`,
    accountId,
    ...ids,
  )
  for (const { itemId, quote } of lost) found.get(itemId)?.notFound.push(quote)
  return found
}
