import type { CaptureSource } from '../../queue/model/content.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'
import { agentName } from './agent-name.ts'

/** Who provided the saved copy of a page. */
export function sourceText({ kind, agent }: CaptureSource, site: string): Fragment | string {
  const words = allWords.reader.source
  if (agent) return words.agent(agentName(agent.name))
  return kind === 'person' ? words.person : words.service(site)
}
