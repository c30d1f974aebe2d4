import type { Connection } from '../database/database.ts'
import { isOwnExtension } from './built-in-clients.ts'
import {
  revokeGrant,
  type RevocationReason,
  type Grant,
  listGrants,
  listClientGrants,
  MAX_GRANTS,
} from './grants.ts'
import { withdrawLocalhost } from './localhost-permissions.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

/** A client with access to an account, summed up over all its grants. */
export type Agent = {
  clientId: ClientId
  name: string
  /** Of its latest grant. */
  redirectUri: string
  /** Whether it can only be the service's own browser extension. */
  isOwnExtension: boolean
  /** Of its oldest grant on record. */
  createdAt: number
  lastUsedAt: number | null
  /** When the person paused it; all its requests are refused until it is resumed. */
  pausedAt: number | null
  /** Since when the person lets it only suggest changes. */
  suggestsSince: number | null
  /** Newest first. */
  activeGrants: Grant[]
  /** Null while it has access; `reason` is null when the access expired. */
  ended: { at: number; reason: RevocationReason | null } | null
}

/** The agents that have access, most recently approved first. */
export async function listAgents(db: Connection, accountId: AccountId, now: number): Promise<Agent[]> {
  const byClient = Map.groupBy(await listGrants(db, accountId, now), ({ clientId }) => clientId)
  return [...byClient.values()].map((grants) => toAgent(grants, null, grants))
}

/** The names of all clients with a grant on record, ended ones included, most recently approved first. */
export async function listAgentNames(
  db: Connection,
  accountId: AccountId,
): Promise<{ id: string; name: string }[]> {
  return db.rows(
    `SELECT client_id AS id, MAX(client_name) AS name FROM grants WHERE account_id = ?
     GROUP BY client_id ORDER BY MAX(created_at) DESC LIMIT ${MAX_GRANTS}`,
    accountId,
  )
}

/** An agent that has access, or had it and is still on record. */
export async function findAgent(
  db: Connection,
  { accountId, clientId, now }: { accountId: AccountId; clientId: ClientId; now: number },
): Promise<Agent | undefined> {
  const grants = await listClientGrants(db, accountId, clientId)
  const live = grants.filter(({ endsAt }) => endsAt > now)
  if (live.length > 0) return toAgent(live, null, live)
  const latest = grants.toSorted((one, other) => other.endsAt - one.endsAt)[0]
  return latest && toAgent(grants, { at: latest.endsAt, reason: latest.reason })
}

const IS_LIVE = 'revoked_at IS NULL AND idle_expires_at > ? AND expires_at > ?'

type AgentKey = { accountId: AccountId; clientId: ClientId }

/** Pauses an agent, or resumes it; returns whether it has access. */
export async function setAgentPause(
  db: Connection,
  agent: AgentKey,
  { isPaused, now }: { isPaused: boolean; now: number },
): Promise<boolean> {
  const hasAccess = await updateGrants(db, agent, { column: 'paused_at', value: isPaused ? now : null, now })
  // Ends the streams of changes that it follows.
  if (hasAccess) db.publish({ kind: 'access', accountId: agent.accountId })
  return hasAccess
}

/** Lets an agent only suggest changes, or make them again; returns whether it has access. */
export function setAgentSuggesting(
  db: Connection,
  agent: AgentKey,
  { isSuggesting, now }: { isSuggesting: boolean; now: number },
): Promise<boolean> {
  return updateGrants(db, agent, { column: 'suggests_since', value: isSuggesting ? now : null, now })
}

type GrantChange = { column: 'paused_at' | 'suggests_since'; value: number | null; now: number }

/** Sets a time of all grants of an agent that are in force; returns whether there are any. */
async function updateGrants(
  db: Connection,
  { accountId, clientId }: AgentKey,
  { column, value, now }: GrantChange,
): Promise<boolean> {
  const sql = `UPDATE grants SET ${column} = ? WHERE account_id = ? AND client_id = ? AND ${IS_LIVE}`
  return (await db.run(sql, value, accountId, clientId, now, now)) > 0
}

/** Whether a grant lets its agent only suggest changes. */
export async function mayOnlySuggest(
  db: Connection,
  { accountId, grantId }: { accountId: AccountId; grantId: GrantId },
): Promise<boolean> {
  const row = await db.row<{ suggests_since: number | null }>(
    'SELECT suggests_since FROM grants WHERE account_id = ? AND id = ?',
    accountId,
    grantId,
  )
  return row !== undefined && row.suggests_since !== null
}

/** Revokes all grants of an agent and its permission for localhost; returns whether it had access. */
export async function revokeAgent(
  db: Connection,
  { accountId, clientId, now }: { accountId: AccountId; clientId: ClientId; now: number },
): Promise<boolean> {
  await withdrawLocalhost(db, accountId, clientId)
  const revoked = await db.run(
    `UPDATE grants SET revoked_at = ?, revocation_reason = 'person'
     WHERE account_id = ? AND client_id = ? AND ${IS_LIVE}`,
    now,
    accountId,
    clientId,
    now,
    now,
  )
  if (revoked > 0) db.publish({ kind: 'access', accountId })
  return revoked > 0
}

/**
 * Revokes the grants of an account that are not kept, and deletes its unexchanged codes and permissions for localhost. It works on single grants, as
 * an intruder may have approved the same client as the person. Returns the names of the affected clients.
 */
export async function revokeOtherGrants(
  tx: Connection,
  accountId: AccountId,
  { keptGrantIds, now }: { keptGrantIds: ReadonlySet<string>; now: number },
): Promise<string[]> {
  // An exchange locks its code: either its grant is listed below, or it finds no code.
  await tx.run('DELETE FROM authorization_codes WHERE account_id = ? AND grant_id IS NULL', accountId)
  await tx.run('DELETE FROM localhost_permissions WHERE account_id = ?', accountId)
  const others = (await listGrants(tx, accountId, now)).filter(({ id }) => !keptGrantIds.has(id))
  for (const { id } of others) await revokeGrant(tx, { accountId, grantId: id, reason: 'person', now })
  return others.map(({ clientName }) => clientName)
}

/** `grants` are of one client, newest first. */
function toAgent(grants: Grant[], ended: Agent['ended'], live: Grant[] = []): Agent {
  const { clientId, clientName, redirectUri, pausedAt, suggestsSince } = grants[0]!
  const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
  return {
    clientId,
    name: clientName,
    redirectUri,
    isOwnExtension: grants.every((grant) => isOwnExtension(clientId, grant.redirectUri)),
    createdAt: Math.min(...grants.map(({ createdAt }) => createdAt)),
    lastUsedAt: used.length > 0 ? Math.max(...used) : null,
    pausedAt: grants.every((grant) => grant.pausedAt !== null) ? pausedAt : null,
    suggestsSince,
    activeGrants: live,
    ended,
  }
}
