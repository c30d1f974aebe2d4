import { findAgent } from '../oauth/agents.ts'
import { deleteAgentSuggestions, listSuggesters } from '../queue/suggestions/suggestion-row.ts'
import type { Services } from '../services.ts'

/** Deletes the suggestions of agents whose access has ended. */
export async function deleteOrphanedSuggestions({ db, clock }: Services): Promise<void> {
  for (
    let batch = await listSuggesters(db);
    batch.length > 0;
    batch = await listSuggesters(db, batch.at(-1))
  ) {
    for (const { accountId, clientId } of batch) {
      const agent = await findAgent(db, { accountId, clientId, now: clock.now() })
      if (!agent || agent.ended) await deleteAgentSuggestions(db, accountId, clientId)
    }
  }
}
