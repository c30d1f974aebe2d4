import type { Connection } from '../../database/database.ts'
import { DAY } from '../../ports/clock.ts'
import type { LinkState } from '../../ports/fetch-error.ts'
import type { QueueChange } from '../change/queue-change.ts'
import type { Item } from '../model/item.ts'
import type { ItemKey } from '../../ids.ts'

/** A failure that may pass counts only when the link fails again after this time. */
const CONFIRM_AFTER = 3 * DAY
/** A broken link is checked this often at least, since sites come back. */
const MAX_RECHECK_OF_BROKEN = 30 * DAY

/**
 * Records what a site answered about the link of an item, and when it is to be checked next: after `days`, or sooner where it
 * fails. Returns the item with `brokenAt` as it is now; saving that is left to the caller.
 */
export async function recordLinkCheck(
  { tx, accountId, now }: Pick<QueueChange, 'tx' | 'accountId' | 'now'>,
  item: Item,
  { state, days }: { state: LinkState; days: number },
): Promise<Item> {
  if (state === 'unknown') {
    await deferLinkCheck(tx, { accountId, itemId: item.id }, now + days * DAY)
    return item
  }
  const failingSince =
    state === 'alive' ? null : ((await readFailingSince(tx, { accountId, itemId: item.id })) ?? now)
  const isConfirmed = failingSince !== null && now - failingSince >= CONFIRM_AFTER
  const isBroken = state === 'gone' || (state === 'down' && (isConfirmed || item.brokenAt !== null))
  await tx.run(
    'UPDATE items SET link_checked_at = ?, link_failing_since = ?, link_due_at = ? WHERE account_id = ? AND id = ?',
    now,
    failingSince,
    now + untilNextCheck(state, isBroken, days * DAY),
    accountId,
    item.id,
  )
  if (isBroken === (item.brokenAt !== null)) return item
  return { ...item, brokenAt: isBroken ? now : null }
}

/** Puts off the check of a link of which nothing is known, until `dueAt`, in milliseconds. */
export async function deferLinkCheck(
  db: Connection,
  { accountId, itemId }: ItemKey,
  dueAt: number,
): Promise<void> {
  await db.run('UPDATE items SET link_due_at = ? WHERE account_id = ? AND id = ?', dueAt, accountId, itemId)
}

/** Milliseconds. */
function untilNextCheck(state: LinkState, isBroken: boolean, usual: number): number {
  if (state === 'alive') return usual
  return isBroken ? Math.min(usual, MAX_RECHECK_OF_BROKEN) : CONFIRM_AFTER
}

async function readFailingSince(tx: Connection, { accountId, itemId }: ItemKey): Promise<number | null> {
  const row = await tx.row<{ since: number | null }>(
    'SELECT link_failing_since AS since FROM items WHERE account_id = ? AND id = ?',
    accountId,
    itemId,
  )
  return row?.since ?? null
}

/** When the link of an item was checked last; null if it never was. */
export async function findLastLinkCheck(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<number | null> {
  const row = await db.row<{ at: number | null }>(
    'SELECT link_checked_at AS at FROM items WHERE account_id = ? AND id = ?',
    accountId,
    itemId,
  )
  return row?.at ?? null
}
