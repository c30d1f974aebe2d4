import type { Change } from '../history/change.ts'
import { isSamePart, partsOf } from '../history/change-part.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { SuggestedChange } from './suggestion.ts'

const GONE = 'The item was permanently deleted.'
const SAVED = 'The link has been saved since.'

/**
 * Why a suggested change does not fit the item any more, as a sentence; undefined if everything that it would change is
 * as it was. For a link that was new, `item` is the one that has its address now.
 */
export function staleReason(
  suggested: SuggestedChange,
  item: HighlightedItem | undefined,
): string | undefined {
  const { before, search } = suggested
  // A saved search is checked when the change is made.
  if (search) return undefined
  if (before === null) return item ? SAVED : undefined
  if (!item) return GONE
  const changed = partsOf(suggested as Change).find((part) => !isSamePart(part, before, item))
  return changed && `Somebody has changed ${changed.what} since.`
}
