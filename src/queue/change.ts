import type { Config } from '../config.ts'
import type { Connection, Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { inChangeTurn } from './account-turns.ts'
import type { Caller } from './caller.ts'
import { countContent } from './content-bytes.ts'
import type { Actor, Item } from './item.ts'
import { deleteItem, insertItem, updateItem } from './item-row.ts'
import { dropWords, isReworded, keepWords } from './item-words.ts'
import { leaveWork, type Urgency } from './item-work.ts'
import type { Entry } from './ledger/entry.ts'
import { type Purpose, startRecord } from './ledger/record.ts'
import { noteStop } from './ledger/stops.ts'
import { AgentStopped } from './ledger/watch-agent.ts'
import { freePlace } from './place.ts'
import { refuseBytes, refuseItem } from './quota.ts'
import { countChange, lockQueue, type Counts, noCounts, type Standing } from './queue-row.ts'
import { countTags, keepTagCounts, type TagSteps } from './tag-counts.ts'
import { addUp, keepTallies, type TallySteps } from './tallies.ts'

/** Who acts, and when: each change of an account is later than the one before, whatever the clock says. */
export type Occasion = { actor: Actor; now: number }

/** What a change needs from outside. */
export type ChangeServices = {
  db: Database
  clock: Clock
  random: Random
  config: Pick<Config, 'agentLimits' | 'quota'>
}

type KeepOptions = {
  /** Of a new item. */
  identity?: string
  urgency?: Urgency
  /** The text of its article, where that is another one now. */
  text?: string
} & Partial<Purpose>

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
  /** Says how many items it is going to be of, so that an agent that is refused hears when all of them fit. */
  expect(count: number): void
  /** What it has put down in the ledger so far. */
  entries: readonly Entry[]
  /** Deletes an item for good. */
  drop(item: Item): Promise<void>
  /** To be called before anything that is kept of an item's page is written or dropped, so that its bytes are counted. */
  touchContent(itemId: string): Promise<void>
  /** Counts bytes that the actor hands over to be kept, where it is an agent: throws where they are too many. */
  countBytes(bytes: number): Promise<void>
}

/**
 * Runs `work` as one change of an account's queue: all of it holds, with its lines in the ledger, or nothing.
 * `action` is what the ledger calls it. Throws `too_many_requests` where an agent passes one of its limits, and
 * `quota_exceeded` where the account would keep too much, and what the caller's `verifyAccess` throws.
 */
export async function changeQueue<T>(
  { db, clock, random, config }: ChangeServices,
  accountId: string,
  { verifyAccess, ...actor }: Caller,
  action: string,
  work: (change: QueueChange) => Promise<T>,
): Promise<T> {
  const change = async (tx: Connection): Promise<T> => {
    const last = await lockQueue(tx, accountId, verifyAccess)
    const version = last.version + 1
    const counts: Counts = { ...noCounts }
    const tags: TagSteps = new Map()
    const tallies: TallySteps = new Map()
    const content = countContent(tx, accountId)
    const usage = { ...last.usage }
    let isChanged = false
    const now = Math.max(clock.now(), last.changedAt + 1)
    let changedAt = now
    const record = startRecord({
      tx,
      accountId,
      actor,
      now,
      clock,
      last: last.lastChange,
      limits: config.agentLimits,
    })
    const result = await work({
      tx,
      accountId,
      actor,
      now,
      random,
      clock,
      entries: record.entries,
      expect: record.expect,
      touchContent: content.touch,
      countBytes: record.countBytes,
      async keep(before, after, { identity = '', urgency, text, ...purpose } = {}) {
        if (before === after) return after
        await record.add(before, after, { action, ...purpose })
        const isMoved = before?.savedAt !== after.savedAt
        const place = isMoved ? await freePlace(tx, accountId, after.savedAt) : after.place
        const kept = { ...after, place, updatedAt: now, version }
        if (before === null) {
          refuseItem(usage, config.quota)
          usage.items += 1
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
        addUp(tallies, before, kept)
        await leaveWork(tx, accountId, before, kept, { now: clock.now(), urgency })
        changedAt = Math.max(changedAt, kept.savedAt)
        isChanged = true
        return kept
      },
      async drop(item) {
        await record.add(item, null, { action })
        await content.touch(item.id)
        await deleteItem(tx, accountId, item.id)
        await dropWords(tx, accountId, item.place)
        countChange(counts, item, null)
        countTags(tags, item, null)
        addUp(tallies, item, null)
        isChanged = true
      },
    })
    const bytes = await content.settle()
    refuseBytes(last.usage, config.quota, bytes)
    if (isChanged || bytes !== 0) {
      await keepTagCounts(tx, accountId, tags)
      await keepTallies(tx, accountId, tallies)
      await record.write()
      const lastChange = record.entries.at(-1)?.sequence ?? last.lastChange
      await storeChange(tx, accountId, { version, changedAt, lastChange }, counts, bytes)
    }
    if (record.entries.length > 0) tx.announce({ of: 'changes', accountId })
    return result
  }
  try {
    return await inChangeTurn(db, accountId, () => db.transaction(change))
  } catch (error) {
    if (error instanceof AgentStopped && actor.agent) {
      await noteStop(db, accountId, actor.agent.id, { at: clock.now(), cause: error.limit })
    }
    throw error
  }
}

async function storeChange(
  tx: Connection,
  accountId: string,
  { version, changedAt, lastChange }: Omit<Standing, 'usage'>,
  counts: Counts,
  bytes: number,
): Promise<void> {
  await tx.run(
    `UPDATE queues SET version = ?, changed_at = ?, last_change = ?, unread = unread + ?, read = read + ?,
       snoozed = snoozed + ?, favourite = favourite + ?, removed = removed + ?, bytes_kept = bytes_kept + ? WHERE account_id = ?`,
    version,
    changedAt,
    lastChange,
    counts.unread,
    counts.read,
    counts.snoozed,
    counts.favourite,
    counts.removed,
    bytes,
    accountId,
  )
}
