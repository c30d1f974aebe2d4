import type { Connection, Database } from '../database/database.ts'
import { lockServiceState } from '../database/service-state.ts'
import { Failure, invalidField } from '../failure.ts'
import { DAY } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { removeInvisible } from '../text/invisible-characters.ts'
import { randomSecret } from '../crypto/random-secret.ts'

/** A link that lets one person create an account, until it is used, withdrawn or expired. */
export type Invitation = { id: string; note: string; createdAt: number; expiresAt: number }

export const INVITATION_LIFETIME = 7 * DAY
/** Limits the list of open invitations to one page. */
const MAX_OPEN = 100
/** The service state that is locked while invitations are counted, so that two created at once don't exceed the limit. */
const LOCK = 'invitations'
const MAX_NOTE_LENGTH = 200

/** Creates an invitation; returns the secret of its link, stored only as a hash. Throws `invalid_input`, `limit_reached`. */
export async function createInvitation(
  db: Database,
  random: Random,
  { note: givenNote, now }: { note: string; now: number },
): Promise<string> {
  const note = removeInvisible(givenNote).replace(/\s+/g, ' ').trim()
  if ([...note].length > MAX_NOTE_LENGTH)
    throw invalidField('note', `A note can have at most ${MAX_NOTE_LENGTH} characters.`)
  const secret = randomSecret(random)
  await db.transaction(async (tx) => {
    await lockServiceState(tx, LOCK)
    if ((await listInvitations(tx, now)).length >= MAX_OPEN)
      throw new Failure('limit_reached', `There are ${MAX_OPEN} open invitations. Withdraw one first.`)
    await tx.run(
      'INSERT INTO invitations (hash, id, note, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      hashSecret(secret),
      random.id(),
      note,
      now,
      now + INVITATION_LIFETIME,
    )
  })
  return secret
}

export function invitationUrl({ baseUrl }: { baseUrl: string }, secret: string): string {
  return `${baseUrl}/signup?invitation=${secret}`
}

/** The open invitations, newest first. */
export async function listInvitations(db: Connection, now: number): Promise<Invitation[]> {
  const rows = await db.rows<{ id: string; note: string; created_at: number; expires_at: number }>(
    `SELECT id, note, created_at, expires_at FROM invitations WHERE expires_at > ?
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_OPEN}`,
    now,
  )
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}

/** Whether an invitation is open; does not use it up. */
export async function isInvited(db: Connection, secret: string | undefined, now: number): Promise<boolean> {
  if (!secret) return false
  const sql = 'SELECT id FROM invitations WHERE hash = ? AND expires_at > ?'
  return (await db.row(sql, hashSecret(secret), now)) !== undefined
}

/**
 * Uses up an invitation, by the hash of its secret, in the transaction that creates the account; false when it has
 * been used or has expired.
 */
export async function redeemInvitation(tx: Connection, hash: string, now: number): Promise<boolean> {
  const sql = 'DELETE FROM invitations WHERE hash = ? AND expires_at > ?'
  return (await tx.run(sql, hash, now)) > 0
}

/** Deletes an unused invitation; returns whether there was one. */
export async function withdrawInvitation(db: Connection, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM invitations WHERE id = ?', id)) > 0
}

/** Deletes expired invitations. */
export async function sweepInvitations(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM invitations WHERE expires_at <= ?', now)
}

export async function deleteAllInvitations(db: Connection): Promise<void> {
  await db.run('DELETE FROM invitations')
}
