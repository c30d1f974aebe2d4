import type { ItemAction } from './action.ts'
import type { Item } from '../model/item.ts'
import { stateOf } from '../model/states.ts'

/** Shown when an action would not change an item. */
export const ALREADY_APPLIED = 'Already in that state.'

/** A sentence saying why an item does not offer an action now; undefined if it does. */
export function refusalOf(action: ItemAction, item: Item): string | undefined {
  if (action.offered(item)) return undefined
  return `"${action.title}" is not possible now: ${describeState(item)}.`
}

function describeState(item: Item): string {
  const favourite = item.favouritedAt === null ? '' : ' and a favourite'
  const tags = item.tags.length === 1 ? '1 tag' : `${item.tags.length} tags`
  return `the item is ${stateOf(item)}${favourite}, with ${tags}`
}
