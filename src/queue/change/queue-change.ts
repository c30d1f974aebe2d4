import type { Config } from '../../config/config.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { Permits } from '../../limits/permits.ts'
import type { Caller } from '../caller.ts'
import { deleteUnusedSiteIcon } from '../content/site-icon.ts'
import { countContent } from '../items/content-bytes.ts'
import { changedHighlights } from '../highlights/changed-highlights.ts'
import { writeHighlights } from '../highlights/highlight-row.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { deleteItem, insertItem, updateItem } from '../items/item-row.ts'
import { deleteWords, isReworded as isItemReworded, indexWords } from '../search/item-words.ts'
import { enqueueJobs, type Priority } from '../items/item-jobs.ts'
import type { Change } from '../history/change.ts'
import { type Acceptance, type ChangeDetails, createChangeRecorder } from '../history/change-recorder.ts'
import { nextFreeSavedAt } from '../items/free-saved-at.ts'
import { requireRoomForBytes, requireRoomForItem } from '../items/quota.ts'
import { applyToCounts, lockQueue, type Counts, EMPTY_COUNTS, writeQueueState } from '../items/queue-state.ts'
import { fieldsOf, type SavedSearch } from '../saved-searches/saved-search.ts'
import { writeSavedSearch } from '../saved-searches/saved-search-row.ts'
import { countTags, saveTagCounts, type TagDeltas } from '../items/tag-counts.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** Who acts, and when. Times strictly increase within an account, even when the clock is set back. */
export type ChangeContext = { actor: Actor; now: number }

/** The services a change needs. */
export type ChangeServices = {
  db: Database
  clock: Clock
  random: Random
  config: Pick<Config, 'agentLimits' | 'quota'>
  permits: Permits
}

type SaveOptions = {
  /** The `Link.identity` of a new item. */
  identity?: string
  priority?: Priority
  /** The text of its article, if it has changed. */
  text?: string
  /** Its highlights have just been looked for in the article. */
  isAnchored?: true
} & Partial<ChangeDetails>

/** An account's queue, locked for one change until the transaction ends. */
export type QueueChange = ChangeContext & {
  tx: Connection
  accountId: AccountId
  random: Random
  clock: Clock
  /**
   * Saves an item, records the change and enqueues the jobs it needs. `before` is null for a new item. Highlights that
   * are loaded in both are saved too. Returns the item as saved.
   */
  saveItem(
    before: HighlightedItem | null,
    after: HighlightedItem,
    more?: SaveOptions,
  ): Promise<HighlightedItem>
  /** Says how many items will change, so that `retryAfter` tells a refused agent when all of them are allowed. */
  expectChanges(count: number): void
  /** The changes recorded so far. */
  changes: readonly Change[]
  /** Says that pages show something else now, though no item has changed: the queue gets another version. */
  markShownChanged(): void
  /** Permanently deletes an item and records it. */
  purgeItem(item: Item): Promise<void>
  /** Saves a saved search and records the change: null before it is made, and after it is removed. */
  saveSearch(
    before: SavedSearch | null,
    after: SavedSearch | null,
    more?: Partial<ChangeDetails>,
  ): Promise<void>
  /** Must be called before an item's stored content is written or deleted, so that its bytes are counted. */
  touchContent(itemId: ItemId): Promise<void>
  /** Counts bytes that an agent sends to be stored. Throws `too_many_requests` above its limit; a person has none. */
  countBytes(bytes: number): Promise<void>
}

/** Who changes a queue, and by which action. `acceptance`: the person accepts what the caller, an agent, had suggested. */
export type ChangeRequest = {
  accountId: AccountId
  caller: Caller
  action: string
  acceptance?: Acceptance | undefined
  /** The act of which this is a further part; without one it is an act of its own. */
  continuedAct?: number | undefined
}

/** A change that has begun: the queue to change, and what writes its history, counts and version at the end. */
type BegunChange = { queue: QueueChange; finish(): Promise<void> }

/**
 * Begins a change in a transaction, and locks the account's queue until that ends. Throws whatever the caller's
 * `verifyAccess` throws.
 */
export async function beginChange(
  tx: Connection,
  { clock, random, config }: Pick<ChangeServices, 'clock' | 'random' | 'config'>,
  { accountId, caller, action, acceptance, continuedAct }: ChangeRequest,
): Promise<BegunChange> {
  const { verifyAccess, mayOnlySuggest: _, ...actor } = caller
  const last = await lockQueue(tx, accountId, verifyAccess)
  const version = last.version + 1
  const now = Math.max(clock.now(), last.changedAt + 1)
  const recorder = createChangeRecorder({
    tx,
    accountId,
    actor,
    now,
    clock,
    last: last.lastChange,
    limits: config.agentLimits,
    acceptance,
    continuedAct,
  })
  const content = countContent(tx, accountId)
  const counts: Counts = { ...EMPTY_COUNTS }
  const tags: TagDeltas = new Map()
  const usage = { ...last.usage }
  let changedAt = now
  let isChanged = false

  function count(before: Item | null, after: Item | null): void {
    applyToCounts(counts, before, after)
    countTags(tags, before, after)
    isChanged = true
  }

  /** Writes the row of an item and its words. */
  async function writeItem(
    before: Item | null,
    after: Item,
    { identity, text, isReworded }: Writing,
  ): Promise<void> {
    if (before === null) {
      requireRoomForItem(usage, config.quota)
      usage.items += 1
      await insertItem(tx, accountId, { item: after, identity })
      return await indexWords(tx, accountId, { item: after, text: text ?? '' })
    }
    const isIndexed = text !== undefined || isReworded || isItemReworded(before, after)
    await updateItem(tx, accountId, { before, after, isIndexed })
    if (!isIndexed) return
    await deleteWords(tx, accountId, before.savedAt)
    await indexWords(tx, accountId, { item: after, text })
  }

  const queue: QueueChange = {
    tx,
    accountId,
    actor,
    now,
    random,
    clock,
    changes: recorder.changes,
    expectChanges: recorder.expectChanges,
    touchContent: content.touch,
    countBytes: recorder.countBytes,

    async saveItem(before, wanted, { identity = '', priority, text, isAnchored, ...details } = {}) {
      if (before === wanted) return wanted
      const isMoved = before?.savedAt !== wanted.savedAt
      const savedAt = isMoved ? await nextFreeSavedAt(tx, accountId, wanted.savedAt) : wanted.savedAt
      const highlights = changedHighlights(before?.highlights, wanted.highlights)
      const highlightCount = wanted.highlightCount + (highlights?.count ?? 0)
      const after = { ...wanted, savedAt, highlightCount }
      await recorder.add(before, after, { action, ...details })
      if (highlights) {
        await content.touch(after.id)
        await writeHighlights(tx, { accountId, itemId: after.id }, highlights.highlights)
      }
      const saved = { ...after, updatedAt: now, version }
      await writeItem(before, saved, { identity, text, isReworded: highlights?.isReworded === true })
      const isUnanchored = text !== undefined || highlights?.isUnanchored === true
      const isToAnchor = isUnanchored && !isAnchored
      await enqueueJobs(tx, accountId, { before, after: saved, now: clock.now(), priority, isToAnchor })
      count(before, saved)
      changedAt = Math.max(changedAt, saved.savedAt)
      return saved
    },

    async saveSearch(before, after, details = {}) {
      const { id } = (after ?? before)!
      const difference = { before: before && fieldsOf(before), after: after && fieldsOf(after) }
      await recorder.addSearch(id, difference, { action, ...details })
      await writeSavedSearch(tx, accountId, { before, after })
      isChanged = true
    },

    markShownChanged() {
      isChanged = true
    },

    async purgeItem(item) {
      await recorder.add(item, null, { action })
      await content.touch(item.id)
      await deleteItem(tx, { accountId, itemId: item.id })
      await deleteUnusedSiteIcon(tx, accountId, item.site)
      await deleteWords(tx, accountId, item.savedAt)
      count(item, null)
    },
  }

  async function finish(): Promise<void> {
    const bytes = await content.settle()
    requireRoomForBytes(last.usage, config.quota, bytes)
    if (isChanged || bytes !== 0) {
      await saveTagCounts(tx, accountId, tags)
      await recorder.write()
      const lastChange = recorder.changes.at(-1)?.sequence ?? last.lastChange
      await writeQueueState(tx, accountId, { version, changedAt, lastChange, counts, bytes })
    }
    if (recorder.changes.length > 0) tx.publish({ kind: 'changes', accountId })
  }

  return { queue, finish }
}

type Writing = { identity: string; text: string | undefined; isReworded: boolean }
