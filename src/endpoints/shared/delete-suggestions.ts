import { findAgent } from '../../oauth/agents.ts'
import { deleteAgentSuggestions } from '../../queue/suggestions/suggestion-row.ts'
import type { Services } from '../../services.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** Deletes what an agent suggested if none of its access is left. A job does so too, for access that ends otherwise. */
export async function deleteSuggestionsWithAccess(
  { db, clock }: Services,
  { accountId, clientId }: { accountId: AccountId; clientId: ClientId },
): Promise<void> {
  const agent = await findAgent(db, { accountId, clientId, now: clock.now() })
  if (!agent || agent.ended) await deleteAgentSuggestions(db, accountId, clientId)
}
