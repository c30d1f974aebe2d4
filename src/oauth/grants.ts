import { type Connection, placeholders } from '../database/database.ts'
import { DAY } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { REFRESH_IDLE_LIFETIME } from './token-pair.ts'
import { BUILT_IN_IDS } from './built-in-clients.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

/** One person's approval of one client; every token belongs to a grant. */
export type Grant = {
  id: GrantId
  clientId: ClientId
  clientName: string
  redirectUri: string
  createdAt: number
  lastUsedAt: number | null
  /** When the person paused the agent; its requests are refused until it is resumed. */
  pausedAt: number | null
  /** Since when the person lets the agent only suggest changes. */
  suggestsSince: number | null
}

/** Why a grant was revoked. */
export type RevocationReason = 'person' | 'agent' | 'code-reuse' | 'refresh-reuse' | 'too-many'

export type RevokedGrant = Grant & { revokedAt: number; reason: RevocationReason }

/** From approval, regardless of refreshes. */
const GRANT_LIFETIME = 365 * DAY
/** Live grants of one account; past it, the longest idle one is revoked. */
export const MAX_GRANTS = 100
/** How long grants that the service revoked are shown. */
const REVOKED_SHOWN_PERIOD = 30 * DAY

/** `clientName` is the name as the person saw it. */
export type GrantBinding = {
  accountId: AccountId
  clientId: ClientId
  clientName: string
  redirectUri: string
}

/** Creates a grant without tokens. */
export async function createGrant(
  tx: Connection,
  random: Random,
  { binding: { accountId, clientId, clientName, redirectUri }, now }: { binding: GrantBinding; now: number },
): Promise<{ accountId: AccountId; id: string; expiresAt: number }> {
  const grant = { accountId, id: random.id(), expiresAt: now + GRANT_LIFETIME }
  const { suggestsSince, pausedAt } = await inheritedLimits(tx, accountId, clientId)
  await tx.run(
    `INSERT INTO grants (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at,
       suggests_since, paused_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    grant.id,
    clientId,
    clientName,
    redirectUri,
    now,
    grant.expiresAt,
    now + REFRESH_IDLE_LIFETIME,
    suggestsSince,
    pausedAt,
  )
  return grant
}

/**
 * Approving an agent once more does not let it do more, even if it ended its access by itself: it stays paused, and may go
 * on only to suggest. Where the person ended its access, a new approval begins anew.
 */
export async function inheritedLimits(
  tx: Connection,
  accountId: AccountId,
  clientId: ClientId,
): Promise<Pick<Grant, 'suggestsSince' | 'pausedAt'>> {
  const last = await tx.row<Pick<GrantRow, 'suggests_since' | 'paused_at' | 'revocation_reason'>>(
    `SELECT suggests_since, paused_at, revocation_reason FROM grants WHERE account_id = ? AND client_id = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    accountId,
    clientId,
  )
  if (!last || last.revocation_reason === 'person') return { suggestsSince: null, pausedAt: null }
  return { suggestsSince: last.suggests_since, pausedAt: last.paused_at }
}

/** Revokes a grant: all its tokens stop working and its change streams close. Returns false if it was revoked already. */
export async function revokeGrant(
  db: Connection,
  {
    accountId,
    grantId,
    reason,
    now,
  }: { accountId: AccountId; grantId: GrantId; reason: RevocationReason; now: number },
): Promise<boolean> {
  const revoked = await db.run(
    `UPDATE grants SET revoked_at = ?, revocation_reason = ?
     WHERE account_id = ? AND id = ? AND revoked_at IS NULL`,
    now,
    reason,
    accountId,
    grantId,
  )
  if (revoked > 0) db.publish({ kind: 'access', accountId })
  return revoked > 0
}

/** Revokes the longest idle grants past MAX_GRANTS. */
export async function revokeExcessGrants(tx: Connection, accountId: AccountId, now: number): Promise<void> {
  const excess = await tx.rows<{ id: string }>(
    `SELECT id FROM grants WHERE account_id = ? AND revoked_at IS NULL AND idle_expires_at > ?
     ORDER BY COALESCE(last_used_at, created_at) DESC, id DESC LIMIT 1000 OFFSET ?`,
    accountId,
    now,
    MAX_GRANTS,
  )
  for (const { id } of excess) await revokeGrant(tx, { accountId, grantId: id, reason: 'too-many', now })
}

type GrantRow = {
  id: GrantId
  client_id: ClientId
  client_name: string
  redirect_uri: string
  created_at: number
  last_used_at: number | null
  paused_at: number | null
  suggests_since: number | null
  revoked_at: number | null
  revocation_reason: RevocationReason | null
  ends_at: number
}

const COLUMNS = `id, client_id, client_name, redirect_uri, created_at, last_used_at, paused_at, suggests_since, revoked_at,
  revocation_reason, CASE WHEN revoked_at IS NOT NULL THEN revoked_at
    WHEN idle_expires_at < expires_at THEN idle_expires_at ELSE expires_at END AS ends_at`

/** The live grants of an account, newest first. */
export async function listGrants(db: Connection, accountId: AccountId, now: number): Promise<Grant[]> {
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

/**
 * The newest live grant since an instant (milliseconds), if its redirect URI does not begin with `ignored` and
 * it is no extension of ours.
 */
export async function findNewestGrant(
  db: Connection,
  accountId: AccountId,
  { since, ignored }: { since: number; ignored: string },
): Promise<Grant | undefined> {
  const row = await db.row<GrantRow>(
    `SELECT ${COLUMNS} FROM grants
     WHERE account_id = ? AND created_at >= ? AND revoked_at IS NULL AND redirect_uri NOT LIKE ?
       AND client_id NOT IN (${placeholders(BUILT_IN_IDS.length)})
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    accountId,
    since,
    `${ignored}%`,
    ...BUILT_IN_IDS,
  )
  return row && toGrant(row)
}

/** All grants of one client on record, newest first, with when they end or ended and why. */
export async function listClientGrants(
  db: Connection,
  accountId: AccountId,
  clientId: ClientId,
): Promise<(Grant & { endsAt: number; reason: RevocationReason | null })[]> {
  const rows = await db.rows<GrantRow>(
    `SELECT ${COLUMNS} FROM grants WHERE account_id = ? AND client_id = ? ORDER BY created_at DESC, id DESC`,
    accountId,
    clientId,
  )
  return rows.map((row) => ({ ...toGrant(row), endsAt: row.ends_at, reason: row.revocation_reason }))
}

/** The grants that the service recently revoked by itself. */
export async function listRevokedGrants(
  db: Connection,
  accountId: AccountId,
  now: number,
): Promise<RevokedGrant[]> {
  const rows = await db.rows<GrantRow>(
    `SELECT ${COLUMNS} FROM grants
     WHERE account_id = ? AND revoked_at > ?
       AND revocation_reason IN ('code-reuse', 'refresh-reuse', 'too-many')
     ORDER BY revoked_at DESC LIMIT 20`,
    accountId,
    now - REVOKED_SHOWN_PERIOD,
  )
  return rows.map((row) => ({
    ...toGrant(row),
    revokedAt: row.revoked_at ?? now,
    reason: row.revocation_reason ?? 'person',
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
    suggestsSince: row.suggests_since,
  }
}

/** When an agent last used each of these accounts, if on record. */
export async function readLastUses(db: Connection, accountIds: string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.rows<{ account_id: AccountId; used_at: number | null }>(
    `SELECT account_id, MAX(last_used_at) AS used_at FROM grants
     WHERE account_id IN (${placeholders(accountIds.length)}) GROUP BY account_id`,
    ...accountIds,
  )
  return new Map(rows.flatMap(({ account_id, used_at }) => (used_at === null ? [] : [[account_id, used_at]])))
}
