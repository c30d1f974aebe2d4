import { html } from 'hono/html'
import type { Deed, Digest } from '../../queue/ledger/activity.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { allWords } from '../words/words.ts'
import { doneTitle } from './line-words.ts'

const words = allWords.history
const MAX_AGENTS = 3

/** What agents did since yesterday, in a sentence that leads to what it tells; nothing where they did nothing. */
export function digestLine({ deeds, isWhole }: Digest): Fragment | undefined {
  const agents = [...Map.groupBy(deeds.filter(isTold), ({ agent }) => agent.id).values()]
  if (agents.length === 0) return undefined
  const shown = agents.slice(0, MAX_AGENTS)
  const rest = agents.length - shown.length
  const one = (deeds: Deed[], index: number) => {
    const { id, name } = deeds[0]!.agent
    return html`${index > 0 && '; '}<a class="agent" href="/agents/${encodeURIComponent(id)}"
        >${agentName(name)}</a
      >
      ${countsOf(deeds)}`
  }
  return html`<p class="digest">
    ${words.digest.sinceYesterday}
    ${shown.map(one)}${rest > 0 && html`; <a href="/agents">${words.digest.others(rest)}</a>`}${
      !isWhole && html` ${words.digest.andMore}`
    }.
  </p>`
}

/** What comes every few seconds while somebody reads says nothing here. */
function isTold({ action }: Deed): boolean {
  return action !== 'set-progress'
}

/** What one agent did, such as `saved 4, tagged 9`. */
export function countsOf(deeds: Deed[]): string {
  const sums = new Map<string, number>()
  for (const { action, count } of deeds.filter(isTold)) {
    const kind = action === 'save-links' ? 'save-link' : action
    sums.set(kind, (sums.get(kind) ?? 0) + count)
  }
  const said = ([kind, sum]: [string, number]) => {
    const count = allWords.formats.count(sum)
    return words.counted[kind]?.(count) ?? words.otherwiseCounted(doneTitle(kind), count)
  }
  return [...sums].map(said).join(', ')
}
