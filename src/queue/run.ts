import { Failure } from '../failure.ts'
import type { ItemAction, QueueAction, Saved } from './action.ts'
import { changeQueue, type ChangeServices } from './change.ts'
import type { RawInput } from './field.ts'
import { type Actor, type Item, stateOf } from './item.ts'
import { itemsOf } from './items.ts'

/** Runs an action on the queue. */
export function runQueueAction(
  services: ChangeServices,
  accountId: string,
  actor: Actor,
  action: QueueAction,
  raw: RawInput,
): Promise<Saved[]> {
  return changeQueue(services, accountId, actor, (change) => action.apply(change, raw))
}

/**
 * Runs an action on one item. Throws `not_found`; `changed_meanwhile` where `isExpected` says no;
 * `not_offered` where the item's state does not allow it.
 */
export function runItemAction(
  services: ChangeServices,
  accountId: string,
  actor: Actor,
  action: ItemAction,
  itemId: string,
  raw: RawInput,
  isExpected: (item: Item) => boolean = () => true,
): Promise<Item> {
  return changeQueue(services, accountId, actor, async (change) => {
    const item = await itemsOf(change.tx, accountId).find(itemId)
    if (!isExpected(item)) {
      throw new Failure('changed_meanwhile', 'The item has changed since you read it. Read it again first.')
    }
    if (!action.offered(item)) {
      throw new Failure('not_offered', `"${action.title}" is not possible now: ${describeState(item)}.`)
    }
    return change.keep(item, action.apply(item, raw, change))
  })
}

function describeState(item: Item): string {
  const favourite = item.favouritedAt === null ? '' : ' and a favourite'
  return `the item is ${stateOf(item)}${favourite}, with ${item.tags.length} tags`
}
