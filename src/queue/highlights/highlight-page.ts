import type { Connection } from '../../database/database.ts'
import type { Fields } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import type { Highlight } from './highlight.ts'
import { selectHighlights } from './highlight-row.ts'
import type { AccountId } from '../../ids.ts'

/** The most highlights on one page. */
const MAX_HIGHLIGHTS_ON_PAGE = 100

export const HIGHLIGHT_PAGE_FIELDS = {
  limit: { kind: 'count', title: 'Highlights on a page', max: MAX_HIGHLIGHTS_ON_PAGE },
  after: { kind: 'line', title: 'After', maxLength: 100 },
} as const satisfies Fields

/** `next` is where the next page starts: pass it as `after`. */
export type HighlightPage = { highlights: Highlight[]; next: string | undefined }

type PageRange = {
  item: Pick<Item, 'id' | 'highlightCount'>
  limit?: number | undefined
  after?: string | undefined
}

/** A page of the highlights of an item in the order in which they were made, after the one of an id. */
export async function readHighlightPage(
  db: Connection,
  accountId: AccountId,
  { item: { id, highlightCount }, limit = MAX_HIGHLIGHTS_ON_PAGE, after = '' }: PageRange,
): Promise<HighlightPage> {
  if (highlightCount === 0) return { highlights: [], next: undefined }
  const found = await selectHighlights(
    db,
    'account_id = ? AND item_id = ? AND id > ? ORDER BY id LIMIT ?',
    accountId,
    id,
    after,
    limit + 1,
  )
  const highlights = found.slice(0, limit)
  return { highlights, next: found.length > limit ? highlights.at(-1)?.id : undefined }
}
