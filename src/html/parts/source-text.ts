import type { CaptureSource } from '../../queue/model/content.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentName } from './agent-name.ts'

/** Who provided the saved copy of a page. */
export function sourceText({ kind, agent }: CaptureSource, site: string): Fragment | string {
  const messages = allMessages.reader.source
  if (agent) return messages.agent(agentName(agent.name))
  return kind === 'person' ? messages.person : messages.service(site)
}
