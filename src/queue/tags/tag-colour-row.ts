import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices } from '../change/queue-change.ts'
import { type TagColour, tagColourNamed, type TagColours } from './tag-colour.ts'
import type { AccountId } from '../../ids.ts'

/** The most tags of an account that have a colour. */
const MAX_COLOURED = 500

/** The colours of an account's tags, also of tags that no item has any more. */
export async function listTagColours(db: Connection, accountId: AccountId): Promise<TagColours> {
  const rows = await db.rows<{ tag: string; colour: string }>(
    'SELECT tag, colour FROM tag_colours WHERE account_id = ? ORDER BY tag LIMIT ?',
    accountId,
    MAX_COLOURED,
  )
  return new Map(
    rows.flatMap(({ tag, colour }) => {
      const known = tagColourNamed(colour)
      return known === null ? [] : [[tag, known] as const]
    }),
  )
}

/**
 * Gives a tag a colour, or none where it is null, and returns the one it had. No item is changed, so the history does not
 * record it. Throws `limit_reached` if too many tags have one.
 */
export async function setTagColour(
  services: ChangeServices,
  {
    accountId,
    caller,
    tag,
    colour,
  }: { accountId: AccountId; caller: Caller; tag: string; colour: TagColour | null },
): Promise<TagColour | null> {
  const request = { accountId, caller, action: 'colour-tag' }
  return changeQueue(services, request, async ({ tx, now, markShownChanged }) => {
    const known = await tx.row<{ colour: string }>(
      'SELECT colour FROM tag_colours WHERE account_id = ? AND tag = ?',
      accountId,
      tag,
    )
    if (colour === null)
      await tx.run('DELETE FROM tag_colours WHERE account_id = ? AND tag = ?', accountId, tag)
    else {
      if (!known) await requireRoom(tx, accountId)
      await tx.run(
        `INSERT INTO tag_colours (account_id, tag, colour, changed_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (account_id, tag) DO UPDATE SET colour = excluded.colour, changed_at = excluded.changed_at`,
        accountId,
        tag,
        colour,
        now,
      )
    }
    markShownChanged()
    return tagColourNamed(known?.colour)
  })
}

async function requireRoom(tx: Connection, accountId: AccountId): Promise<void> {
  const row = await tx.row<{ total: number }>(
    'SELECT COUNT(*) AS total FROM tag_colours WHERE account_id = ?',
    accountId,
  )
  if ((row?.total ?? 0) >= MAX_COLOURED)
    throw new Failure(
      'limit_reached',
      `You have given ${MAX_COLOURED} tags a colour, which is the most there can be. Remove the colour of another tag first.`,
    )
}

/**
 * A tag that gets another name takes its colour along, unless the other tag has one. The colour stays with the old name as
 * well until `pruneTagColours`, for an undo. The queue must be locked.
 */
export async function moveTagColour(
  tx: Connection,
  accountId: AccountId,
  { tag, to, now }: { tag: string; to: string | null; now: number },
): Promise<void> {
  await tx.run('UPDATE tag_colours SET changed_at = ? WHERE account_id = ? AND tag = ?', now, accountId, tag)
  if (to === null) return
  await tx.run(
    `INSERT INTO tag_colours (account_id, tag, colour, changed_at)
       SELECT account_id, ?, colour, changed_at FROM tag_colours WHERE account_id = ? AND tag = ?
     ON CONFLICT (account_id, tag) DO NOTHING`,
    to,
    accountId,
    tag,
  )
}

/** Deletes the colours of tags that no item has, and that no undo brings back. */
export async function pruneTagColours(db: Connection, accountId: AccountId, before: number): Promise<void> {
  await db.run(
    `DELETE FROM tag_colours WHERE account_id = ? AND changed_at < ? AND NOT EXISTS (
       SELECT 1 FROM item_tags WHERE item_tags.account_id = tag_colours.account_id AND item_tags.tag = tag_colours.tag)`,
    accountId,
    before,
  )
}
