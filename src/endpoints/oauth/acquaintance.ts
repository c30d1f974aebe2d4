import type { Acquaintance } from '../../html/consent/consent-page.ts'
import { findAgent } from '../../oauth/agents.ts'
import type { AuthorizationRequest } from '../../oauth/authorization-request.ts'
import { inheritedLimits, listGrants } from '../../oauth/grants.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/**
 * Whether the person approved this client before, or has approved another one whose access goes to the same host. Any
 * program can listen on this computer, so a loopback address says nothing about who asks.
 */
export async function acquaintanceOf(
  { db, clock }: Services,
  accountId: AccountId,
  { client, redirectUri }: AuthorizationRequest,
): Promise<Acquaintance> {
  const now = clock.now()
  const agent = await findAgent(db, { accountId, clientId: client.id, now })
  if (agent)
    return {
      kind: 'approved',
      firstAt: agent.createdAt,
      ...(await inheritedLimits(db, accountId, client.id)),
    }
  const { host, isThisComputer } = redirectTarget(redirectUri)
  if (isThisComputer) return { kind: 'new' }
  const grants = await listGrants(db, accountId, now)
  const isKnownHost = grants.some((grant) => redirectTarget(grant.redirectUri).host === host)
  return { kind: isKnownHost ? 'host' : 'new' }
}
