import type { ItemAction } from './action.ts'
import type { Item } from '../model/item.ts'
import { stateOf } from '../model/states.ts'
import { truncate } from '../../text/truncate.ts'

/** Shown when an action would not change an item. */
export const ALREADY_APPLIED = 'Already in that state.'

/** A query of a batch that is shown where it found nothing. */
const MAX_SHOWN_QUERY = 100

/** What to say of the queries of a batch that no item matches. */
export function unmatchedWords(queries: string[]): string {
  const [first = ''] = queries
  const others = queries.length > 1 ? ` and ${queries.length - 1} more` : ''
  return `Nothing matches “${truncate(first, MAX_SHOWN_QUERY)}”${others}. Here a query forgives no typo and needs all of its words; a search gives ids to name instead.`
}

/** A sentence saying why an item does not offer an action now; undefined if it does. */
export function explainRefusal(action: ItemAction, item: Item): string | undefined {
  if (action.isOffered(item)) return undefined
  return `"${action.title}" is not possible now: ${becauseOf(action, item)}.`
}

function becauseOf(action: ItemAction, item: Item): string {
  if (item.removedAt !== null) return 'the item is in the trash. Restore it first, with restore-item'
  return action.unavailableReason?.(item) ?? describeState(item)
}

function describeState(item: Item): string {
  const favourite = item.favouritedAt === null ? '' : ' and a favourite'
  const tags = item.tags.length === 1 ? '1 tag' : `${item.tags.length} tags`
  return `the item is ${stateOf(item)}${favourite}, with ${tags}`
}
