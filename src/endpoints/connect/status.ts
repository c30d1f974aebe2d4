import type { Handler } from 'hono'
import type { Connection } from '../../database/database.ts'
import type { ConnectedAgent } from '../../html/connect/waiting.ts'
import { agentPath } from '../../html/parts/agent-path.ts'
import { displayName } from '../../html/parts/agent-name.ts'
import { readQuery } from '../../http/read-input.ts'
import { readSession } from '../../http/visitor.ts'
import { findNewestGrant } from '../../oauth/grants.ts'
import type { Services } from '../../services.ts'
import { SELF_TEST_CALLBACKS } from './self-test.ts'
import type { AccountId } from '../../ids.ts'

/** GET /connect/status: for the page's script, the newest agent that was approved since an instant. */
export function connectStatus(services: Services): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    const session = await readSession(c, services)
    if (!session) return c.json({ connected: null }, 401)
    const { db, clock } = services
    const since = parseSince(readQuery(c.req.raw)['since'], clock.now())
    const agent = await findConnected(db, session.accountId, since)
    const connected = agent && { name: displayName(agent.name), path: agentPath(agent.clientId) }
    return c.json({ connected: connected ?? null })
  }
}

/** The instant in a query, in milliseconds; `now` if there is none. */
export function parseSince(text: string | undefined, now: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : now
}

export async function findConnected(
  db: Connection,
  accountId: AccountId,
  since: number,
): Promise<ConnectedAgent | undefined> {
  const grant = await findNewestGrant(db, accountId, { since, ignored: SELF_TEST_CALLBACKS })
  return grant && { clientId: grant.clientId, name: grant.clientName }
}
