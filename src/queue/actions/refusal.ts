import type { ItemAction } from './action.ts'
import type { Item } from '../model/item.ts'
import { stateOf } from '../model/states.ts'

/** Said of an item that an action would leave as it is. */
export const ALREADY_APPLIED = 'Already in that state.'

/** Why an item does not offer an action now, in words; undefined where it does. */
export function refusalOf(action: ItemAction, item: Item): string | undefined {
  if (action.offered(item)) return undefined
  return `"${action.title}" is not possible now: ${describeState(item)}.`
}

function describeState(item: Item): string {
  const favourite = item.favouritedAt === null ? '' : ' and a favourite'
  const tags = item.tags.length === 1 ? '1 tag' : `${item.tags.length} tags`
  return `the item is ${stateOf(item)}${favourite}, with ${tags}`
}
