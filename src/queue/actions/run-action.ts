import { Failure } from '../../failure.ts'
import type { ActionServices, FoundPassage, ItemAction, Outcomes, QueueActionWith } from './action.ts'
import type { Caller } from '../caller.ts'
import type { ChangeServices, QueueChange } from '../change/queue-change.ts'
import type { RawInput } from '../input/field.ts'
import { authorOf } from '../model/actor.ts'
import { articleKey } from '../highlights/article-key.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import { runOrSuggest } from '../suggestions/run-or-suggest.ts'
import { explainRefusal } from './refusal.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** Runs an action on the queue. Throws `BecameSuggestion` where the agent's change has become a suggestion. */
export async function runQueueAction<G extends keyof Outcomes>(
  services: ChangeServices,
  { accountId, caller, action }: { accountId: AccountId; caller: Caller; action: QueueActionWith<G> },
  raw: RawInput,
): Promise<Outcomes[G]> {
  const queryContext = { accountId, agent: authorOf(caller), now: services.clock.now() }
  const input = (await action.prepare?.(services, queryContext, raw)) ?? raw
  const request = { action: action.name, itemId: null, input }
  return runOrSuggest(services, { accountId, caller, request }, (queueChange) =>
    action.apply(queueChange, input),
  )
}

/** An action on one item; `isExpected` says whether the item is still as the caller knows it. */
export type ItemActionCall = {
  accountId: AccountId
  caller: Caller
  action: ItemAction
  itemId: ItemId
  isExpected?: (item: Item) => boolean
  /** What else is saved in the same transaction, once the item is as the action leaves it. */
  alongside?: (queueChange: QueueChange, item: Item) => Promise<void>
}

/** An item after an action, and the number to undo it with; null if there is nothing to undo. */
export type ItemOutcome = { item: HighlightedItem; isChanged: boolean; act: number | null }

/**
 * Runs an action on one item. Throws `not_found`, `changed_meanwhile` if `isExpected` returns false, or `not_offered`
 * if the item's state does not allow the action. An item that is already as the action leaves it stays as it is, so that
 * a caller may repeat. Throws `BecameSuggestion` where the agent's change has become a suggestion.
 */
export async function runItemAction(
  services: ActionServices,
  call: ItemActionCall,
  raw: RawInput,
): Promise<ItemOutcome> {
  const { action, accountId, itemId } = call
  if (!action.prepare) return runOnce(services, call, { raw })
  for (let tries = MAX_TRIES; tries > 0; tries -= 1) {
    try {
      const found = await action.prepare(services, { accountId, itemId }, raw)
      return await runOnce(services, call, { raw, found })
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
  }
  throw new Failure('changed_meanwhile', 'The item is being changed right now. Try again.')
}

/** The article has changed since its passage was found. */
export class Moved extends Error {}

const MAX_TRIES = 3

function runOnce(
  services: ChangeServices,
  { accountId, caller, action, itemId, isExpected = () => true, alongside }: ItemActionCall,
  { raw, found }: { raw: RawInput; found?: FoundPassage },
): Promise<ItemOutcome> {
  const request = { action: action.name, itemId, input: raw }
  return runOrSuggest(services, { accountId, caller, request }, async (queueChange) => {
    const item = await itemsOf(queueChange.tx, accountId).find(itemId)
    if (!isExpected(item)) {
      throw new Failure('changed_meanwhile', 'The item has changed since you read it. Read it again first.')
    }
    const refusal = explainRefusal(action, item)
    if (refusal !== undefined) {
      if (action.isAlreadyApplied(item, raw)) {
        await alongside?.(queueChange, item)
        return { item, isChanged: false, act: null }
      }
      throw new Failure('not_offered', refusal)
    }
    const { before, after } = await applied(queueChange, action, { item, raw, found })
    const saved = await queueChange.saveItem(before, after)
    await alongside?.(queueChange, saved)
    return { item: saved, isChanged: saved !== before, act: undoableAct(queueChange.changes) }
  })
}

/** An item before and after an action, with the highlights that it needs loaded. */
export async function applied(
  queueChange: QueueChange,
  action: ItemAction,
  { item, raw, found }: { item: Item; raw: RawInput; found?: FoundPassage | undefined },
): Promise<{ before: HighlightedItem; after: HighlightedItem }> {
  if (found && found.article !== articleKey(item)) throw new Moved()
  const passage = found?.passage ?? null
  const before = action.load
    ? { ...item, highlights: await action.load(queueChange, item, { raw, passage }) }
    : item
  return { before, after: action.apply(before, raw, { ...queueChange, passage }) }
}
