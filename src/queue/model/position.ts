import type { Connection } from '../../database/database.ts'

/** Places of one millisecond. A double holds the places of every instant for some 280 years. */
export const PLACES = 1024

/**
 * A free place for an item that is saved at this instant: a number by which all lists are in order, the
 * newest largest. It never changes until the item is saved again.
 */
export async function freePosition(tx: Connection, accountId: string, savedAt: number): Promise<number> {
  const { arePlacesShared } = tx.dialect.fullText
  for (let first = savedAt * PLACES; ; first += PLACES) {
    const taken = await tx.row<{ last: number | null }>(
      `SELECT MAX(place) AS last FROM items WHERE ${arePlacesShared ? '' : 'account_id = ? AND'} place >= ? AND place < ?`,
      ...(arePlacesShared ? [] : [accountId]),
      first,
      first + PLACES,
    )
    const next = (taken?.last ?? first - 1) + 1
    if (next < first + PLACES) return next
  }
}
