import { html } from 'hono/html'
import type { ActionCount, Digest } from '../../queue/history/activity.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { allMessages } from '../messages/messages.ts'
import { doneTitle } from './change-description.ts'

const messages = allMessages.history
const MAX_AGENTS = 3

/** A sentence on what agents did since yesterday, with links; undefined if they did nothing. */
export function digestSummary({ actionCounts, isComplete: isWhole }: Digest): Fragment | undefined {
  const agents = [...Map.groupBy(actionCounts.filter(isReported), ({ agent }) => agent.id).values()]
  if (agents.length === 0) return undefined
  const shown = agents.slice(0, MAX_AGENTS)
  const rest = agents.length - shown.length
  const one = (actionCounts: ActionCount[], index: number) => {
    const { id, name } = actionCounts[0]!.agent
    return html`${index > 0 && '; '}<a class="agent" href="/agents/${encodeURIComponent(id)}"
        >${agentName(name)}</a
      >
      ${countsText(actionCounts)}`
  }
  return html`<p class="digest">
    ${messages.digest.sinceYesterday}
    ${shown.map(one)}${rest > 0 && html`; <a href="/agents">${messages.digest.others(rest)}</a>`}${
      !isWhole && html` ${messages.digest.andMore}`
    }.
  </p>`
}

/** Progress is saved every few seconds while somebody reads. */
function isReported({ action }: ActionCount): boolean {
  return action !== 'set-progress'
}

/** What one agent did, such as `saved 4, tagged 9`. */
export function countsText(actionCounts: ActionCount[]): string {
  const sums = new Map<string, number>()
  for (const { action, count } of actionCounts.filter(isReported)) {
    const kind = action === 'save-links' ? 'save-link' : action
    sums.set(kind, (sums.get(kind) ?? 0) + count)
  }
  const countText = ([kind, sum]: [string, number]) => {
    const count = allMessages.formats.count(sum)
    return messages.counted[kind]?.(count) ?? messages.otherwiseCounted(doneTitle(kind), count)
  }
  return [...sums].map(countText).join(', ')
}
