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
import type { AccountId, ItemId, ItemKey } from '../../ids.ts'

/** How long the keys of actions are stored, so that an action sent again is recognised, and how many of an account. */
const KEY_LIFETIME = 90 * DAY
const MAX_KEYS = 10_000
/** Old keys that are deleted when one is stored. */
const DELETED_AT_ONCE = 100

/** What somebody did on a device that was offline. `key` identifies it across requests; `doneAt` is when they did it. */
export type OfflineAction = {
  key: string
  /** Undefined where a link is saved. */
  on: { action: ItemAction; itemId: ItemId } | undefined
  input: RawInput
  doneAt: number
  /** For an edit: the note as the device knew it. */
  knownNote?: string | undefined
}

/** `outdated`: reading progress that is older than what another device has sent. */
export type OfflineOutcome = 'done' | 'repeated' | 'outdated'

class Repeated extends Error {}

/**
 * Carries out an action, once however often it is sent. Throws as `runItemAction` does, and `changed_meanwhile` for a note that
 * differs from the one the device knew.
 */
export async function runOfflineAction(
  services: ActionServices,
  { accountId, caller }: { accountId: AccountId; caller: Caller },
  offline: OfflineAction,
): Promise<OfflineOutcome> {
  const { db, clock } = services
  // An action that was done may be refused now, so this comes first.
  if (await isDone(db, accountId, offline.key)) return 'repeated'
  if (await isOutdated(db, accountId, offline)) return 'outdated'
  const claim = (tx: Connection) => claimKey(tx, { accountId, key: offline.key, now: clock.now() })
  try {
    await (offline.on
      ? runItemAction(
          services,
          {
            accountId,
            caller,
            ...offline.on,
            isExpected: ({ note }) => offline.knownNote === undefined || isNoteKnown(note ?? '', offline),
            alongside: ({ tx }) => claim(tx),
          },
          offline.input,
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
          offline.input,
        ))
    return 'done'
  } catch (error) {
    if (error instanceof Repeated) return 'repeated'
    throw error
  }
}

function isNoteKnown(note: string, { knownNote, input }: OfflineAction): boolean {
  return note === knownNote || note === input['note']
}

async function isDone(db: Connection, accountId: AccountId, key: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM offline_action_keys WHERE account_id = ? AND key = ?'
  return (await db.row(sql, accountId, key)) !== undefined
}

/** Throws where another request, whose answer was lost, has carried out the action in the meantime. */
async function claimKey(
  tx: Connection,
  { accountId, key, now }: { accountId: AccountId; key: string; now: number },
): Promise<void> {
  await deleteOldKeys(tx, accountId, now)
  const sql =
    'INSERT INTO offline_action_keys (account_id, key, done_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
  if ((await tx.run(sql, accountId, key, now)) === 0) throw new Repeated()
}

async function deleteOldKeys(tx: Connection, accountId: AccountId, now: number): Promise<void> {
  const oldest = await tx.row<{ done_at: number }>(
    'SELECT done_at FROM offline_action_keys WHERE account_id = ? ORDER BY done_at DESC LIMIT 1 OFFSET ?',
    accountId,
    MAX_KEYS - 1,
  )
  await tx.run(
    `DELETE FROM offline_action_keys WHERE account_id = ? AND key IN (
       SELECT key FROM offline_action_keys WHERE account_id = ? AND done_at <= ? ORDER BY done_at LIMIT ?)`,
    accountId,
    accountId,
    Math.max(now - KEY_LIFETIME, oldest?.done_at ?? 0),
    DELETED_AT_ONCE,
  )
}

/** Whether progress was set elsewhere after the action, forwards or backwards. */
async function isOutdated(
  db: Connection,
  accountId: AccountId,
  { on, doneAt }: OfflineAction,
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

/** The current note of an item, to show beside a refused one. Throws `not_found`. */
export async function currentNote(db: Connection, { accountId, itemId }: ItemKey): Promise<string> {
  return (await itemsOf(db, accountId).find(itemId)).note ?? ''
}

/** Whether an action failed because the note has changed meanwhile. */
export function isConflict(error: unknown, { on }: OfflineAction): boolean {
  return on?.action.name === editItem.name && error instanceof Failure && error.code === 'changed_meanwhile'
}
