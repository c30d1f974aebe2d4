import { type Connection, placeholders } from '../database/database.ts'
import { DAY } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { isOwnExtension } from './built-in-clients.ts'
import { type Client, LOCAL_PROGRAM, UNNAMED_CLIENT } from './client.ts'
import { REFRESH_IDLE_LIFETIME } from './token-pair.ts'

/** One person's approval of one client; every token belongs to a grant. */
export type Grant = {
  id: string
  clientId: string
  clientName: string
  redirectUri: string
  createdAt: number
  lastUsedAt: number | null
  /** When the person paused the agent; its requests are refused until it is resumed. */
  pausedAt: number | null
}

/** Why a grant was revoked. */
export type EndReason = 'person' | 'agent' | 'code-reuse' | 'refresh-reuse' | 'too-many'

export type EndedGrant = Grant & { endedAt: number; reason: EndReason }

/** From approval, regardless of refreshes. */
export const GRANT_LIFETIME = 365 * DAY
/** Live grants of one account; past it, the longest idle one is revoked. */
export const MAX_GRANTS = 100
/** How long grants that the service revoked are shown. */
const ENDED_SHOWN_PERIOD = 30 * DAY

/** Creates a grant without tokens. */
export async function createGrant(
  tx: Connection,
  random: Random,
  accountId: string,
  { client, redirectUri }: { client: Client; redirectUri: string },
  now: number,
): Promise<{ accountId: string; id: string; expiresAt: number }> {
  const grant = { accountId, id: random.id(), expiresAt: now + GRANT_LIFETIME }
  await tx.run(
    `INSERT INTO grants (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    grant.id,
    client.id,
    displayName(client, redirectUri),
    redirectUri,
    now,
    grant.expiresAt,
    now + REFRESH_IDLE_LIFETIME,
  )
  return grant
}

/** The agent's name on screen. Only our own extension gets our name. */
function displayName({ id, name, registeredAt }: Client, redirectUri: string): string {
  if (registeredAt === null && !isOwnExtension(id, redirectUri)) return LOCAL_PROGRAM
  return name ?? UNNAMED_CLIENT
}

/** Revokes a grant: all its tokens stop working and its change streams close. Returns false if it was revoked already. */
export async function endGrant(
  db: Connection,
  accountId: string,
  grantId: string,
  reason: EndReason,
  now: number,
): Promise<boolean> {
  const ended = await db.run(
    `UPDATE grants SET revoked_at = ?, revoked_because = ?
     WHERE account_id = ? AND id = ? AND revoked_at IS NULL`,
    now,
    reason,
    accountId,
    grantId,
  )
  if (ended > 0) db.publish({ of: 'access', accountId })
  return ended > 0
}

/** Revokes the longest idle grants past MAX_GRANTS. */
export async function endExcessGrants(tx: Connection, accountId: string, now: number): Promise<void> {
  const excess = await tx.rows<{ id: string }>(
    `SELECT id FROM grants WHERE account_id = ? AND revoked_at IS NULL AND idle_expires_at > ?
     ORDER BY COALESCE(last_used_at, created_at) DESC, id DESC LIMIT 1000 OFFSET ?`,
    accountId,
    now,
    MAX_GRANTS,
  )
  for (const { id } of excess) await endGrant(tx, accountId, id, 'too-many', now)
}

type GrantRow = {
  id: string
  client_id: string
  client_name: string
  redirect_uri: string
  created_at: number
  last_used_at: number | null
  paused_at: number | null
  revoked_at: number | null
  revoked_because: EndReason | null
  ends_at: number
}

const COLUMNS = `id, client_id, client_name, redirect_uri, created_at, last_used_at, paused_at, revoked_at,
  revoked_because, CASE WHEN revoked_at IS NOT NULL THEN revoked_at
    WHEN idle_expires_at < expires_at THEN idle_expires_at ELSE expires_at END AS ends_at`

/** The live grants of an account, newest first. */
export async function listGrants(db: Connection, accountId: string, now: number): Promise<Grant[]> {
  const rows = await db.rows<GrantRow>(
    `SELECT ${COLUMNS} FROM grants
     WHERE account_id = ? AND revoked_at IS NULL AND idle_expires_at > ? AND expires_at > ?
     ORDER BY created_at DESC, id DESC`,
    accountId,
    now,
    now,
  )
  return rows.map(toGrant)
}

/** All grants of one client on record, newest first, with when they end or ended and why. */
export async function listClientGrants(
  db: Connection,
  accountId: string,
  clientId: string,
): Promise<(Grant & { endsAt: number; reason: EndReason | null })[]> {
  const rows = await db.rows<GrantRow>(
    `SELECT ${COLUMNS} FROM grants WHERE account_id = ? AND client_id = ? ORDER BY created_at DESC, id DESC`,
    accountId,
    clientId,
  )
  return rows.map((row) => ({ ...toGrant(row), endsAt: row.ends_at, reason: row.revoked_because }))
}

/** The grants that the service recently revoked by itself. */
export async function listEndedGrants(db: Connection, accountId: string, now: number): Promise<EndedGrant[]> {
  const rows = await db.rows<GrantRow>(
    `SELECT ${COLUMNS} FROM grants
     WHERE account_id = ? AND revoked_at > ?
       AND revoked_because IN ('code-reuse', 'refresh-reuse', 'too-many')
     ORDER BY revoked_at DESC LIMIT 20`,
    accountId,
    now - ENDED_SHOWN_PERIOD,
  )
  return rows.map((row) => ({
    ...toGrant(row),
    endedAt: row.revoked_at ?? now,
    reason: row.revoked_because ?? 'person',
  }))
}

function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUri: row.redirect_uri,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    pausedAt: row.paused_at,
  }
}

/** When an agent last used each of these accounts, if on record. */
export async function readLastUses(db: Connection, accountIds: string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.rows<{ account_id: string; used_at: number | null }>(
    `SELECT account_id, MAX(last_used_at) AS used_at FROM grants
     WHERE account_id IN (${placeholders(accountIds.length)}) GROUP BY account_id`,
    ...accountIds,
  )
  return new Map(rows.flatMap(({ account_id, used_at }) => (used_at === null ? [] : [[account_id, used_at]])))
}
