import type { Connection, Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { inAccountTurn } from './account-turns.ts'
import type { Actor, Item } from './item.ts'
import { deleteItem, insertItem, updateItem } from './item-row.ts'
import { leaveWork, type Urgency } from './item-work.ts'
import { countChange, lockQueue, type Counts, noCounts } from './queue-row.ts'

/** Who acts, and when: each change of an account is later than the one before, whatever the clock says. */
export type Occasion = { actor: Actor; now: number }

/** What a change needs from outside. */
export type ChangeServices = { db: Database; clock: Clock; random: Random }

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
  keep(before: Item | null, after: Item, more?: { identity?: string; urgency?: Urgency }): Promise<Item>
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
      async keep(before, after, { identity = '', urgency } = {}) {
        if (before === after) return after
        const kept = { ...after, updatedAt: now, version }
        if (before === null) await insertItem(tx, accountId, kept, identity)
        else await updateItem(tx, accountId, before, kept)
        countChange(counts, before, kept)
        await leaveWork(tx, accountId, before, kept, { now: clock.now(), urgency })
        changedAt = Math.max(changedAt, kept.savedAt)
        isChanged = true
        return kept
      },
      async drop(item) {
        await deleteItem(tx, accountId, item.id)
        countChange(counts, item, null)
        isChanged = true
      },
    })
    if (isChanged) await storeChange(tx, accountId, version, changedAt, counts)
    return result
  }
  return inAccountTurn(db, accountId, () => db.transaction(change))
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
