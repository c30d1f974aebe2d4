import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices, QueueChange } from '../change/queue-change.ts'
import { undoableAct } from '../history/act.ts'
import type { Change } from '../history/change.ts'
import { highlightsIn } from '../history/highlight-part.ts'
import { partsOf } from '../history/change-part.ts'
import { type HighlightedItem, withHighlights } from '../highlights/highlights.ts'
import { lockQueue } from '../items/queue-state.ts'
import { itemsOf } from '../lists/items.ts'
import { byAgent } from '../model/actor.ts'
import { parseLink } from '../model/url.ts'
import { staleReason } from '../suggestions/stale.ts'
import { renewQueue } from '../items/queue-state.ts'
import type { SuggestedChange, Suggestion } from '../suggestions/suggestion.ts'
import { deleteSuggestions, findSuggestion } from '../suggestions/suggestion-row.ts'
import type { ActionServices, FoundPassage } from './action.ts'
import { itemActions, queueActions } from './catalogue.ts'
import { explainRefusal } from './refusal.ts'
import { applied, Moved } from './run-action.ts'
import type { AccountId } from '../../ids.ts'

/** What came of accepting a suggestion; `act` is the number to undo it with, null if there is nothing to undo. */
export type Acceptance =
  | { kind: 'accepted'; act: number | null }
  /** Somebody has accepted or dismissed it before. */
  | { kind: 'gone' }
  /** It waits on, because it does not fit any more or is not possible now. */
  | { kind: 'refused'; because: string }

/** A suggestion no longer fits. */
class Stale extends Error {}

const NO_LONGER_AS_SUGGESTED = 'It would no longer do what was suggested.'

/**
 * Makes a suggested change as the agent's, accepted by the person who calls: once, whoever accepts it at the same time.
 * What has changed since is not overwritten.
 */
export async function acceptSuggestion(
  services: ActionServices,
  { accountId, caller, id }: { accountId: AccountId; caller: Caller; id: string },
): Promise<Acceptance> {
  const known = await findSuggestion(services.db, accountId, id)
  if (!known) return { kind: 'gone' }
  const { agent, action, changes } = known
  const actor = { ...byAgent(agent), ...(caller.verifyAccess && { verifyAccess: caller.verifyAccess }) }
  const acceptance = { afterReading: changes[0]?.afterReading ?? null }
  try {
    const found = await preparedFor(services, accountId, known)
    return await changeQueue(
      services,
      { accountId, caller: actor, action, acceptance },
      async (queueChange) => {
        if ((await deleteSuggestions(queueChange.tx, accountId, [id])) === 0) return { kind: 'gone' }
        const because = await reasonItIsStale(queueChange.tx, accountId, changes)
        if (because !== undefined) throw new Stale(because)
        await run(queueChange, known, found)
        if (!isAsSuggested(queueChange, changes)) throw new Stale(NO_LONGER_AS_SUGGESTED)
        return { kind: 'accepted', act: undoableAct(queueChange.changes) }
      },
    )
  } catch (error) {
    if (error instanceof Stale) return { kind: 'refused', because: error.message }
    if (error instanceof Moved)
      return { kind: 'refused', because: 'The item is being changed right now. Try again.' }
    if (error instanceof Failure && REFUSALS.has(error.code))
      return { kind: 'refused', because: error.detail }
    throw error
  }
}

const REFUSALS = new Set<Failure['code']>([
  'invalid_input',
  'not_found',
  'not_offered',
  'quota_exceeded',
  'unsupported_link',
])

/** Finds the passage that a suggested highlight means. */
async function preparedFor(
  services: ActionServices,
  accountId: AccountId,
  { action, itemId, input }: Suggestion,
): Promise<FoundPassage | undefined> {
  if (itemId === null) return undefined
  return itemActions.find(({ name }) => name === action)?.prepare?.(services, { accountId, itemId }, input)
}

async function run(
  queueChange: QueueChange,
  { action: name, itemId, input }: Suggestion,
  found: FoundPassage | undefined,
): Promise<void> {
  if (itemId === null) {
    await queueActions.find((action) => action.name === name)?.apply(queueChange, input)
    return
  }
  const action = itemActions.find((known) => known.name === name)
  if (!action) return
  const item = await itemsOf(queueChange.tx, queueChange.accountId).find(itemId)
  const refusal = explainRefusal(action, item)
  if (refusal !== undefined) throw new Failure('not_offered', refusal)
  const { before, after } = await applied(queueChange, action, { item, raw: input, found })
  await queueChange.saveItem(before, after)
}

/** The first reason why a suggestion no longer fits; its items are read in one query, but for new links. */
async function reasonItIsStale(
  db: Connection,
  accountId: AccountId,
  changes: SuggestedChange[],
): Promise<string | undefined> {
  const items = await itemsOfChanges(db, accountId, changes)
  return changes.map((change, index) => staleReason(change, items[index])).find((because) => because)
}

/** The items that suggested changes are about, as they are now; of a new link, the one that has its address by now. */
export async function itemsOfChanges(
  db: Connection,
  accountId: AccountId,
  changes: SuggestedChange[],
): Promise<(HighlightedItem | undefined)[]> {
  const items = itemsOf(db, accountId)
  const known = changes.filter(({ before }) => before !== null).map(({ itemId }) => itemId)
  const found = await items.findAll([...new Set(known)])
  const byId = await withHighlights(db, accountId, { items: found, ids: highlightsIn(changes) })
  return Promise.all(
    changes.map(({ before, after, itemId }) => {
      if (before !== null || after?.url === undefined) return byId.get(itemId)
      return items.findByIdentity(parseLink(after.url).identity)
    }),
  )
}

/**
 * Whether it changed in each item what it was to change, and no more: a field that the agent sent as it stood is not in
 * the suggestion, but would overwrite what somebody wrote since.
 */
function isAsSuggested({ changes }: QueueChange, suggested: SuggestedChange[]): boolean {
  const done = changedPartsOf(changes)
  const expected = changedPartsOf(suggested)
  return done.size === expected.size && done.isSubsetOf(expected)
}

/** What changes touch: parts of items, new items by their address, since they get other ids, and saved searches. */
function changedPartsOf(changes: readonly SuggestedChange[]): Set<string> {
  return new Set(
    changes.flatMap((change) => {
      const { before, after, itemId, search } = change
      if (search) return [`search ${JSON.stringify([search.before, search.after])}`]
      if (before === null) return [`new ${after?.url}`]
      return [itemId, ...partsOf(change as Change).map(({ what }) => `${itemId} ${what}`)]
    }),
  )
}

/** Deletes suggestions that the person does not want; returns how many there were. Throws what `verifyAccess` throws. */
export async function dismissSuggestions(
  { db }: Pick<ChangeServices, 'db'>,
  { accountId, caller, ids }: { accountId: AccountId; caller: Caller; ids: string[] },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockQueue(tx, accountId, caller.verifyAccess)
    const dismissed = await deleteSuggestions(tx, accountId, ids)
    if (dismissed > 0) await renewQueue(tx, accountId)
    return dismissed
  })
}
