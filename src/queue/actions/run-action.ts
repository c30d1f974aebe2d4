import { Failure } from '../../failure.ts'
import type { ItemAction, Outcomes, QueueActionWith } from './action.ts'
import type { Caller } from '../caller.ts'
import { changeQueue, type ChangeServices } from '../change/change-queue.ts'
import type { RawInput } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import { refusalOf } from './refusal.ts'

/** Runs an action on the queue. */
export async function runQueueAction<G extends keyof Outcomes>(
  services: ChangeServices,
  { accountId, caller, action }: { accountId: string; caller: Caller; action: QueueActionWith<G> },
  raw: RawInput,
): Promise<Outcomes[G]> {
  const input = (await action.prepare?.(services.db, accountId, raw)) ?? raw
  return changeQueue(services, { accountId, caller, action: action.name }, (queue) =>
    action.apply(queue, input),
  )
}

/** An action on one item; `isExpected` says whether the item is still as the caller knows it. */
export type ItemActionCall = {
  accountId: string
  caller: Caller
  action: ItemAction
  itemId: string
  isExpected?: (item: Item) => boolean
}

/** An item after an action, and the number to undo it with; null if there is nothing to undo. */
export type ItemOutcome = { item: Item; isChanged: boolean; act: number | null }

/**
 * Runs an action on one item. Throws `not_found`, `changed_meanwhile` if `isExpected` returns false, or `not_offered`
 * if the item's state does not allow the action. An item that is already as the action leaves it stays as it is, so that
 * a caller may repeat.
 */
export function runItemAction(
  services: ChangeServices,
  { accountId, caller, action, itemId, isExpected = () => true }: ItemActionCall,
  raw: RawInput,
): Promise<ItemOutcome> {
  return changeQueue(services, { accountId, caller, action: action.name }, async (queue) => {
    const item = await itemsOf(queue.tx, accountId).find(itemId)
    if (!isExpected(item)) {
      throw new Failure('changed_meanwhile', 'The item has changed since you read it. Read it again first.')
    }
    const refusal = refusalOf(action, item)
    if (refusal !== undefined) {
      if (action.isDone(item, raw)) return { item, isChanged: false, act: null }
      throw new Failure('not_offered', refusal)
    }
    const saved = await queue.saveItem(item, action.apply(item, raw, queue))
    return { item: saved, isChanged: saved !== item, act: undoableAct(queue.changes) }
  })
}
