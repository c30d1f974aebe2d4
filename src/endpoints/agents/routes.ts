import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { agentAccessSubmission } from './access.ts'
import { agents } from './list.ts'
import { showAgent } from './show-agent.ts'
import { showHistory } from './show-history.ts'
import { suggestionSubmission } from './suggestions.ts'
import { withdrawLocalhostSubmission } from './withdraw-localhost.ts'
import { previewAgentUndo, submitAgentUndo } from './undo.ts'

/** The pages about agents, and about what they and the person changed. */
export function serveAgents(app: Hono, services: Services): void {
  resource(app, '/agents', { GET: agents(services) })
  for (const decision of ['pause', 'resume', 'revoke', 'suggest', 'allow'] as const) {
    resource(app, `/agents/${decision}`, { POST: agentAccessSubmission(services, decision) })
  }
  for (const decision of ['accept', 'dismiss'] as const) {
    resource(app, `/agents/suggestions/${decision}`, { POST: suggestionSubmission(services, decision) })
  }
  resource(app, '/agents/localhost', { POST: withdrawLocalhostSubmission(services) })
  resource(app, '/agents/:agent', { GET: showAgent(services) })
  resource(app, '/agents/:agent/undo', { GET: previewAgentUndo(services), POST: submitAgentUndo(services) })
  resource(app, '/history', { GET: showHistory(services) })
}
