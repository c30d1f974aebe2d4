import type { Change, SearchChange } from '../history/change.ts'
import {
  isSameSearch,
  keyOfName,
  MAX_SAVED_SEARCHES,
  type SavedSearch,
} from '../saved-searches/saved-search.ts'
import { nothing, refused, type UndoPlan } from './plan-undo.ts'
import { reasonOfItem } from './undo-conflict.ts'

/** A change of a saved search. */
export type ChangeOfSearch = Change & { search: SearchChange }

export function isOfSearch(change: Change): change is ChangeOfSearch {
  return change.search !== null
}

/**
 * Plans the undo of a change of a saved search, which is undone as a whole. `later` are its later changes, and `searches`
 * all that the account has.
 */
export function planSearchUndo(
  { itemId: id, search }: ChangeOfSearch,
  later: Change[],
  searches: SavedSearch[],
): UndoPlan<SavedSearch | null> {
  const current = searches.find((known) => known.id === id) ?? null
  if (isSameSearch(current, search.before)) return nothing('The saved search is already as it was before.')
  if (!isSameSearch(current, search.after)) {
    const by = later.at(-1)
    return by ? refused(reasonOfItem(by), by) : refused('It has changed since.')
  }
  const after = search.before && { id, ...search.before }
  if (after === null) return { kind: 'possible', after, parts: [], conflicts: [] }
  const key = keyOfName(after.name)
  if (searches.some((other) => other.id !== id && keyOfName(other.name) === key))
    return refused(`Another saved search is called “${after.name}” now.`)
  if (current === null && searches.length >= MAX_SAVED_SEARCHES)
    return refused(`There are ${MAX_SAVED_SEARCHES} saved searches, which is the most there can be.`)
  return { kind: 'possible', after, parts: [], conflicts: [] }
}
