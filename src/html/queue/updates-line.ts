import { html } from '../html.ts'
import type { ActionCount } from '../../queue/history/activity.ts'
import type { Fragment } from '../fragment.ts'
import { countsText } from '../history/digest.ts'
import { agentName } from '../parts/agent-name.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.updates
const MAX_AGENTS = 2

/** What is new in an open list, which its script shows at the list's head until the person wants to see it. */
export function updatesLine(updates: ActionCount[], path: string): Fragment {
  const agents = [...Map.groupBy(updates, ({ agent }) => agent.id).values()]
  const told = agents
    .map((counts) => ({ name: counts[0]!.agent.name, what: countsText(counts) }))
    .filter(({ what }) => what !== '')
    .slice(0, MAX_AGENTS)
  return html`<p class="updates">
    ${told.map(({ name, what }, index) => html`${index > 0 && ' · '}${messages.did(html`<span class="agent">${agentName(name)}</span>`, what)}`)}${
      told.length === 0 && messages.changed
    }
    · <a href="${path}">${messages.show}</a>
  </p>`
}
