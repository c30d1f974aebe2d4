import { html } from '../html.ts'
import type { ActionCount, Digest } from '../../queue/history/activity.ts'
import { isReadingProgress } from '../../queue/history/reading-progress.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { agentPath } from '../parts/agent-path.ts'
import { ownBrowser } from '../parts/own-browser.ts'
import { allMessages } from '../messages/messages.ts'
import { doneTitle } from './change-description.ts'

const messages = allMessages.history
const MAX_AGENTS = 3

/**
 * A sentence on what agents did since yesterday, with links; undefined if they did nothing. What the person did with the
 * service's own extension is left out.
 */
export function digestSummary({ actionCounts, isComplete }: Digest): Fragment | undefined {
  const counts = actionCounts.filter((count) => isReported(count) && ownBrowser(count.agent) === undefined)
  const agents = [...Map.groupBy(counts, ({ agent }) => agent.id).values()]
  if (agents.length === 0) return undefined
  const shown = agents.slice(0, MAX_AGENTS)
  const rest = agents.length - shown.length
  const one = (actionCounts: ActionCount[], index: number) => {
    const { id, name } = actionCounts[0]!.agent
    const agent = html`<a class="agent" href="${agentPath(id)}">${agentName(name)}</a>`
    return html`${index > 0 && '; '}${messages.digest.agentDid(agent, countsText(actionCounts))}`
  }
  return html`<p class="digest">
    ${messages.digest.sinceYesterday}
    ${shown.map(one)}${rest > 0 && html`; <a href="/agents">${messages.digest.otherAgents(rest)}</a>`}${
      !isComplete && html` ${messages.digest.andMore}`
    }.
  </p>`
}

type Counted = Pick<ActionCount, 'action' | 'count'>

function isReported({ action }: Counted): boolean {
  return !isReadingProgress(action)
}

/** What one agent did, such as `removed 2, saved 4`: what may have to be undone first, since a narrow line ends soon. */
export function countsText(actionCounts: Counted[]): string {
  return sumsOf(actionCounts.filter(isReported))
    .toSorted(([one], [other]) => Number(isRemoval(other)) - Number(isRemoval(one)))
    .map(([kind, sum]) => countText(kind, allMessages.formats.count(sum)))
    .join(', ')
}

/** The same as the rest of a sentence, most first, such as `tagged 9 items and saved 4`. */
export function countsSentence(actionCounts: Counted[]): string {
  const sums = sumsOf(actionCounts).toSorted(([, one], [, other]) => other - one)
  const phrases = sums.map(([kind, sum], index) => {
    const count = allMessages.formats.count(sum)
    return countText(kind, index === 0 ? messages.firstCount(kind, count, sum) : count)
  })
  return allMessages.formats.list(phrases)
}

function isRemoval(kind: string): boolean {
  return kind === 'remove-item'
}

function sumsOf(actionCounts: Counted[]): [kind: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const { action, count } of actionCounts) {
    const kind = action === 'save-links' ? 'save-link' : action
    sums.set(kind, (sums.get(kind) ?? 0) + count)
  }
  return [...sums]
}

function countText(kind: string, count: string): string {
  return messages.actionCounts[kind]?.(count) ?? messages.otherActionCount(doneTitle(kind), count)
}
