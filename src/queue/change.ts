import type { Connection, Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { inChangeTurn } from './account-turns.ts'
import type { Actor, Item } from './item.ts'
import { deleteItem, insertItem, updateItem } from './item-row.ts'
import { dropWords, isReworded, keepWords } from './item-words.ts'
import { leaveWork, type Urgency } from './item-work.ts'
import { freePlace } from './place.ts'
import { countChange, lockQueue, type Counts, noCounts } from './queue-row.ts'
import { countTags, keepTagCounts, type TagSteps } from './tag-counts.ts'

/** Who acts, and when: each change of an account is later than the one before, whatever the clock says. */
export type Occasion = { actor: Actor; now: number }

/** What a change needs from outside. */
export type ChangeServices = { db: Database; clock: Clock; random: Random }

type KeepOptions = {
  /** Of a new item. */
  identity?: string
  urgency?: Urgency
  /** The text of its article, where that is another one now. */
  text?: string
}

/** An account's queue, held against every other change until the transaction ends. */
export type QueueChange = Occasion & {
  tx: Connection
  accountId: string
  random: Random
  clock: Clock
  /**
   * Keeps an item as it is afterwards, and puts down the work that it leaves to be done; `before` is null
   * where it is new. Gives it as kept.
   */
  keep(before: Item | null, after: Item, more?: KeepOptions): Promise<Item>
  /** Deletes an item for good. */
  drop(item: Item): Promise<void>
}

/** Runs `work` as one change of an account's queue: all of it holds, or nothing. */
export async function changeQueue<T>(
  { db, clock, random }: ChangeServices,
  accountId: string,
  actor: Actor,
  work: (change: QueueChange) => Promise<T>,
): Promise<T> {
  const change = async (tx: Connection): Promise<T> => {
    const last = await lockQueue(tx, accountId)
    const version = last.version + 1
    const counts: Counts = { ...noCounts }
    const tags: TagSteps = new Map()
    let isChanged = false
    const now = Math.max(clock.now(), last.changedAt + 1)
    let changedAt = now
    const result = await work({
      tx,
      accountId,
      actor,
      now,
      random,
      clock,
      async keep(before, after, { identity = '', urgency, text } = {}) {
        if (before === after) return after
        const isMoved = before?.savedAt !== after.savedAt
        const place = isMoved ? await freePlace(tx, accountId, after.savedAt) : after.place
        const kept = { ...after, place, updatedAt: now, version }
        if (before === null) {
          await insertItem(tx, accountId, kept, identity)
          await keepWords(tx, accountId, kept, text ?? '')
        } else {
          const isIndexed = text !== undefined || isReworded(before, kept)
          await updateItem(tx, accountId, before, kept, isIndexed)
          if (isIndexed) {
            await dropWords(tx, accountId, before.place)
            await keepWords(tx, accountId, kept, text)
          }
        }
        countChange(counts, before, kept)
        countTags(tags, before, kept)
        await leaveWork(tx, accountId, before, kept, { now: clock.now(), urgency })
        changedAt = Math.max(changedAt, kept.savedAt)
        isChanged = true
        return kept
      },
      async drop(item) {
        await deleteItem(tx, accountId, item.id)
        await dropWords(tx, accountId, item.place)
        countChange(counts, item, null)
        countTags(tags, item, null)
        isChanged = true
      },
    })
    if (isChanged) {
      await keepTagCounts(tx, accountId, tags)
      await storeChange(tx, accountId, version, changedAt, counts)
    }
    return result
  }
  return inChangeTurn(db, accountId, () => db.transaction(change))
}

async function storeChange(
  tx: Connection,
  accountId: string,
  version: number,
  changedAt: number,
  counts: Counts,
): Promise<void> {
  await tx.run(
    `UPDATE queues SET version = ?, changed_at = ?, unread = unread + ?, read = read + ?,
       snoozed = snoozed + ?, favourite = favourite + ?, removed = removed + ? WHERE account_id = ?`,
    version,
    changedAt,
    counts.unread,
    counts.read,
    counts.snoozed,
    counts.favourite,
    counts.removed,
    accountId,
  )
}
