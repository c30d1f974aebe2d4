import type { CaptureSource } from '../../queue/model/content.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'
import { agentName } from './agent-name.ts'

/** Whose copy of a page it is. */
export function sourceWords({ kind, agent }: CaptureSource, site: string): Fragment | string {
  const words = allWords.reader.source
  if (agent) return words.agent(agentName(agent.name))
  return kind === 'person' ? words.person : words.service(site)
}
