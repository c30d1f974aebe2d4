import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { DAY } from '../../ports/clock.ts'
import type { ActionServices, ItemAction } from '../actions/action.ts'
import { editItem } from '../actions/edit-item.ts'
import { runItemAction, runQueueAction } from '../actions/run-action.ts'
import { saveLink } from '../actions/save-link.ts'
import { setProgress } from '../actions/set-progress.ts'
import type { Caller } from '../caller.ts'
import type { RawInput } from '../input/field.ts'
import { itemsOf } from '../lists/items.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** For how long, and of how many acts at most, it is known that they were done. */
const KEPT = 90 * DAY
const MAX_KEPT = 10_000
/** Deleted with one act. */
const DELETED_AT_ONCE = 100

/** What somebody did on a device that was offline. `key` is its own; `doneAt` is when they did it. */
export type OfflineAct = {
  key: string
  /** Undefined where a link is saved. */
  on: { action: ItemAction; itemId: ItemId } | undefined
  input: RawInput
  doneAt: number
  /** For an edit: the note as the device knew it. */
  knownNote?: string | undefined
}

/** `outdated` is reading progress from before what another device has told. */
export type OfflineOutcome = 'done' | 'repeated' | 'outdated'

class Repeated extends Error {}

/**
 * Carries out an act, once however often it is sent. Throws as `runItemAction` does, and `changed_meanwhile` for a note that
 * is another now than the device knew.
 */
export async function runOfflineAct(
  services: ActionServices,
  { accountId, caller }: { accountId: AccountId; caller: Caller },
  act: OfflineAct,
): Promise<OfflineOutcome> {
  const { db, clock } = services
  // An act that was done may be refused now, so this comes first.
  if (await isDone(db, accountId, act.key)) return 'repeated'
  if (await isOutdated(db, accountId, act)) return 'outdated'
  const claim = (tx: Connection) => claimKey(tx, { accountId, key: act.key, now: clock.now() })
  try {
    await (act.on
      ? runItemAction(
          services,
          {
            accountId,
            caller,
            ...act.on,
            isExpected: ({ note }) => act.knownNote === undefined || isNoteKnown(note ?? '', act),
            alongside: ({ tx }) => claim(tx),
          },
          act.input,
        )
      : runQueueAction(
          services,
          {
            accountId,
            caller,
            action: {
              ...saveLink,
              async apply(queue, raw) {
                await claim(queue.tx)
                return saveLink.apply(queue, raw)
              },
            },
          },
          act.input,
        ))
    return 'done'
  } catch (error) {
    if (error instanceof Repeated) return 'repeated'
    throw error
  }
}

function isNoteKnown(note: string, { knownNote, input }: OfflineAct): boolean {
  return note === knownNote || note === input['note']
}

async function isDone(db: Connection, accountId: AccountId, key: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM offline_acts WHERE account_id = ? AND key = ?'
  return (await db.row(sql, accountId, key)) !== undefined
}

/** Throws where another request, whose answer was lost, has carried out the act in the meantime. */
async function claimKey(
  tx: Connection,
  { accountId, key, now }: { accountId: AccountId; key: string; now: number },
): Promise<void> {
  await deleteOldKeys(tx, accountId, now)
  const sql = 'INSERT INTO offline_acts (account_id, key, done_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
  if ((await tx.run(sql, accountId, key, now)) === 0) throw new Repeated()
}

async function deleteOldKeys(tx: Connection, accountId: AccountId, now: number): Promise<void> {
  const many = await tx.row<{ done_at: number }>(
    'SELECT done_at FROM offline_acts WHERE account_id = ? ORDER BY done_at DESC LIMIT 1 OFFSET ?',
    accountId,
    MAX_KEPT - 1,
  )
  await tx.run(
    `DELETE FROM offline_acts WHERE account_id = ? AND key IN (
       SELECT key FROM offline_acts WHERE account_id = ? AND done_at <= ? ORDER BY done_at LIMIT ?)`,
    accountId,
    accountId,
    Math.max(now - KEPT, many?.done_at ?? 0),
    DELETED_AT_ONCE,
  )
}

/** Reading on elsewhere counts, where it was later; going back counts too. */
async function isOutdated(
  db: Connection,
  accountId: AccountId,
  { on, doneAt }: OfflineAct,
): Promise<boolean> {
  if (on?.action.name !== setProgress.name) return false
  const last = await db.row<{ at: number }>(
    'SELECT at FROM changes WHERE account_id = ? AND item_id = ? AND action = ? ORDER BY sequence DESC LIMIT 1',
    accountId,
    on.itemId,
    setProgress.name,
  )
  return last !== undefined && last.at > doneAt
}

/** The note of an item now, beside which a refused one is shown. Throws `not_found`. */
export async function noteNow(db: Connection, accountId: AccountId, itemId: ItemId): Promise<string> {
  return (await itemsOf(db, accountId).find(itemId)).note ?? ''
}

/** Whether a failure is that of a note that has changed meanwhile. */
export function isConflict(error: unknown, { on }: OfflineAct): boolean {
  return on?.action.name === editItem.name && error instanceof Failure && error.code === 'changed_meanwhile'
}
