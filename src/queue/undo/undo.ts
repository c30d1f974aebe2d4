import type { Connection } from '../../database/database.ts'
import type { QueueChange } from '../change/queue-change.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import { versionKey, readVersions } from '../content/page-versions.ts'
import { replaceShownCopy } from './replace-shown-copy.ts'
import { markSiteExtraction } from '../content/site-extractions.ts'
import { type Chain, swapCaptures, pendingIfCaptureReturns } from './swap-captures.ts'
import type { Change } from '../history/change.ts'
import { updateUndone } from '../history/change-row.ts'
import { historyOf } from '../history/history.ts'
import type { ChangePart } from '../history/change-part.ts'
import { markUndone } from '../history/undone.ts'
import type { SavedSearch } from '../saved-searches/saved-search.ts'
import { listSavedSearches } from '../saved-searches/saved-search-row.ts'
import { loadItemsToUndo } from './load-items-to-undo.ts'
import { readLaterChanges } from './later-changes.ts'
import { isOfSearch, planSearchUndo } from './plan-search-undo.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import type { UndoConflict } from './undo-conflict.ts'
import type { AccountId } from '../../ids.ts'

/**
 * The outcome of undoing one change. `item` is null for one of a saved search; `revived` are the changes that this puts
 * back into effect, `conflicts` the parts that are not undone.
 */
export type UndoOutcome = { change: Change } & (
  | { kind: 'undone'; item: Item | null; revived: Change[]; conflicts: UndoConflict[] }
  | Exclude<UndoPlan, { kind: 'possible' }>
)

/** Bytes of later changes that are read to undo changes, and to tell what undoing those on a page would do. */
const MAX_BYTES_OF_UNDO = 20_000_000
const MAX_BYTES_OF_PLANS = 2_000_000
/** The longest chain of undos of undos that is followed; each link is read and updated. */
const MAX_UNDO_CHAIN = 100

/** Undoes changes, given newest first, except their parts with a conflict. */
export async function undoChanges(queue: QueueChange, changes: Change[]): Promise<UndoOutcome[]> {
  const { tx, accountId, actor, now } = queue
  return undoEach(tx, accountId, {
    changes,
    now,
    async apply(chain, before, planned) {
      const [change] = chain
      const after = await pendingIfCaptureReturns(queue, change, planned)
      const text = await replaceShownCopy(queue, before, after)
      const purpose = { action: 'undo-change', undoes: change.sequence }
      const item = await queue.saveItem(before, after, text === undefined ? purpose : { ...purpose, text })
      const by = queue.changes.at(-1)!.sequence
      await swapCaptures(queue, chain, by)
      // The end of the chain is what was done first; every second change of the chain undoes it.
      const isUndone = chain.length % 2 === 1
      // Only people remember a choice for a site, by redoing it as well.
      if (isUndone || !actor.agent) await markSiteExtraction(queue, chain.at(-1)!, { isUndone })
      return { item, by }
    },
    async applySearch([{ sequence }], before, after) {
      await queue.saveSearch(before, after, { action: 'undo-change', undoes: sequence })
      return queue.changes.at(-1)!.sequence
    },
    async save(changes) {
      for (const change of changes) await updateUndone(tx, accountId, change)
    },
  })
}

/** What `undoChanges` would do with these changes, given newest first. Changes nothing. */
export function previewUndos(
  db: Connection,
  accountId: AccountId,
  { changes, now }: { changes: Change[]; now: number },
): Promise<UndoOutcome[]> {
  return undoEach(db, accountId, {
    // The plans mark changes as undone.
    changes: structuredClone(changes),
    now,
    apply: (_, __, after) => Promise.resolve({ item: after, by: Number.MAX_SAFE_INTEGER }),
    applySearch: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
    save: () => Promise.resolve(),
  })
}

/** What undoing each of these changes by itself would do now, by sequence number. */
export async function planUndos(
  db: Connection,
  accountId: AccountId,
  { changes, now }: { changes: Change[]; now: number },
): Promise<Map<number, UndoPlan>> {
  const laterChanges = await readLaterChanges(db, accountId, { changes, maxBytes: MAX_BYTES_OF_PLANS })
  const items = await loadItemsToUndo(db, accountId, { changes, later: laterChanges.changes })
  const versions = await versionsFor(db, accountId, changes)
  const searches = await searchesFor(db, accountId, changes)
  return new Map(
    changes.map((change): [number, UndoPlan] => {
      if (change.undoneBy !== null) return [change.sequence, { kind: 'nothing', because: 'It was undone.' }]
      const later = laterChanges.after(change)
      if (!later) return [change.sequence, TOO_MUCH]
      if (isOfSearch(change)) return [change.sequence, planSearchUndo(change, later, searches)]
      return [change.sequence, planUndo(change, { later, item: items.get(change.itemId) }, { now, versions })]
    }),
  )
}

type UndoEffects = {
  /** Saves the item without the first change of a chain; returns it as saved, and the number of the undo. */
  apply(
    chain: Chain,
    before: HighlightedItem,
    after: HighlightedItem,
  ): Promise<{ item: HighlightedItem; by: number }>
  /** The same for a saved search; returns the number of the undo. */
  applySearch(chain: Chain, before: SavedSearch | null, after: SavedSearch | null): Promise<number>
  /** Saves what is undone of these changes now. */
  save(changes: Change[]): Promise<void>
}

async function undoEach(
  db: Connection,
  accountId: AccountId,
  { changes, now, apply, applySearch, save }: UndoEffects & { changes: Change[]; now: number },
): Promise<UndoOutcome[]> {
  const versions = await versionsFor(db, accountId, changes)
  let searches = await searchesFor(db, accountId, changes)
  // One object for each change, so that what is marked as undone counts for the next.
  const known = new Map(changes.map((change) => [change.sequence, change]))
  const laterChanges = await readLaterChanges(db, accountId, { changes, maxBytes: MAX_BYTES_OF_UNDO, known })
  const items = await loadItemsToUndo(db, accountId, { changes, later: laterChanges.changes })
  const outcomes: UndoOutcome[] = []

  async function undoOne(change: Change): Promise<UndoOutcome> {
    if (change.undoneBy !== null)
      return { change, kind: 'nothing', because: 'It was undone together with another change.' }
    const later = laterChanges.after(change)
    if (isOfSearch(change) && later) {
      const plan = planSearchUndo(change, later, searches)
      if (plan.kind !== 'possible') return { change, ...plan }
      const chain = await followChain(db, accountId, { change, known })
      if (!chain) return { change, ...TOO_DEEP }
      const others = searches.filter(({ id }) => id !== change.itemId)
      const before = searches.find(({ id }) => id === change.itemId) ?? null
      const by = await applySearch(chain, before, plan.after)
      searches = plan.after ? [...others, plan.after] : others
      return { change, kind: 'undone', item: null, conflicts: [], revived: await settle(chain, [], by) }
    }
    const before = items.get(change.itemId)
    const plan = later ? planUndo(change, { later, item: before }, { now, versions }) : TOO_MUCH
    if (plan.kind !== 'possible') return { change, ...plan }
    const chain = await followChain(db, accountId, { change, known })
    if (!chain || !before) return { change, ...TOO_DEEP }
    const { item, by } = await apply(chain, before, plan.after)
    items.set(item.id, item)
    if (before.snapshot) versions.add(versionKey(item.id, before.snapshot.id))
    const revived = await settle(chain, plan.parts, by)
    return { change, kind: 'undone', item, revived, conflicts: plan.conflicts }
  }

  /** Marks what is undone along a chain; returns the changes that this puts back into effect. */
  async function settle(chain: Chain, parts: ChangePart[], by: number): Promise<Change[]> {
    markChain(chain, parts, by)
    await save(chain)
    const revived = chain.filter((_, index) => index % 2 === 1)
    laterChanges.add(revived)
    return revived
  }

  for (const change of changes) outcomes.push(await undoOne(change))
  return outcomes
}

const TOO_MUCH: UndoPlan<never> & { kind: 'refused' } = {
  kind: 'refused',
  because: 'Too much has changed since then to tell whether this can be undone.',
  by: null,
  conflicts: [],
}
const TOO_DEEP = { ...TOO_MUCH, because: 'This was undone and redone too many times. Make the change again.' }

/** All saved searches, if one of these changes is of one. */
async function searchesFor(db: Connection, accountId: AccountId, changes: Change[]): Promise<SavedSearch[]> {
  return changes.some(isOfSearch) ? listSavedSearches(db, accountId) : []
}

/** The stored page versions of the items whose page these changes replaced. */
function versionsFor(db: Connection, accountId: AccountId, changes: Change[]): Promise<Set<string>> {
  const snapshotChanges = changes.filter(({ before }) => before && 'snapshot' in before)
  return readVersions(db, accountId, [...new Set(snapshotChanges.map(({ itemId }) => itemId))])
}

/** A change, the change it undoes, the change that one undoes, and so on; undefined if the chain is too long. */
async function followChain(
  tx: Connection,
  accountId: AccountId,
  { change, known }: { change: Change; known: Map<number, Change> },
): Promise<Chain | undefined> {
  const chain: Chain = [change]
  for (let target: number | null = change.undoes; target !== null;) {
    const next: Change | undefined = known.get(target) ?? (await historyOf(tx, accountId).find(target))
    if (!next) break
    if (chain.push(toKnown(known, next)) > MAX_UNDO_CHAIN) return undefined
    target = next.undoes
  }
  return chain
}

function toKnown(known: Map<number, Change>, change: Change): Change {
  return known.getOrInsert(change.sequence, change)
}

/** Marks parts along a chain whose first change is undone by `by`: those of every second change are in effect again. */
function markChain(chain: Change[], parts: ChangePart[], by: number): void {
  for (const [index, change] of chain.entries())
    markUndone(change, parts, index === 0 ? by : index % 2 === 0 ? chain[index - 1]!.sequence : null)
}
