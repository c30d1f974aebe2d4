import { findAgent } from '../oauth/agents.ts'
import { deleteSuggestionsOf, listSuggesters } from '../queue/suggestions/suggestion-row.ts'
import type { Services } from '../services.ts'

/** Deletes the suggestions of agents whose access has ended. */
export async function deleteOrphanedSuggestions({ db, clock }: Services): Promise<void> {
  for (let some = await listSuggesters(db); some.length > 0; some = await listSuggesters(db, some.at(-1))) {
    for (const { accountId, clientId } of some) {
      const agent = await findAgent(db, { accountId, clientId, now: clock.now() })
      if (!agent || agent.ended) await deleteSuggestionsOf(db, accountId, clientId)
    }
  }
}
