import type { Connection } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import type { AccountId } from '../../ids.ts'

/** Characters of the quotes, and of the notes, of one item that are searched; the oldest come first. */
const MAX_CHARACTERS = 100_000

/** The quotes and the notes of an item's highlights, each on lines of their own, for the search. */
export async function textsOfHighlights(
  db: Connection,
  accountId: AccountId,
  { id, highlightCount }: Pick<Item, 'id' | 'highlightCount'>,
): Promise<{ notes: string; quotes: string }> {
  // Most items have none, and need no query.
  if (highlightCount === 0) return { notes: '', quotes: '' }
  const rows = await db.rows<{ exact: string; note: string | null }>(
    'SELECT exact, note FROM highlights WHERE account_id = ? AND item_id = ? ORDER BY id',
    accountId,
    id,
  )
  const joined = (texts: string[]) => texts.join('\n').slice(0, MAX_CHARACTERS)
  return {
    notes: joined(rows.flatMap(({ note }) => note ?? [])),
    quotes: joined(rows.map(({ exact }) => exact)),
  }
}
