import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { layout, type Person } from './layout.ts'
import { agentName, inertName } from './parts/agent-name.ts'
import { connectWords } from './parts/connect-words.ts'
import { formTokenField } from './parts/form-token.ts'
import { instant } from './parts/instant.ts'
import { type Notice, noticeBox } from './parts/notice.ts'

/** A live approval of one agent. */
export type AgentView = {
  grantId: string
  /** What it calls itself. */
  name: string | null
  /** Host and port that its codes go to. */
  redirectHost: string
  isBuiltIn: boolean
  createdAt: number
  lastUsedAt: number | null
}

/** An approval that ended; `because` completes "ended because …" to a sentence. */
export type EndedAgentView = { name: string | null; revokedAt: number; because: string }

export type AgentsView = {
  person: Person
  now: number
  baseUrl: string
  agents: AgentView[]
  ended?: EndedAgentView[]
  notice?: Notice | undefined
}

/** The agents that a person has let in, and how to end their access. */
export function agentsPage(view: AgentsView): Fragment {
  const { person, now, baseUrl, agents, ended = [], notice } = view
  return layout(
    { title: 'Agents', person, current: 'agents' },
    html`${noticeBox(notice)}
      <div class="agents">
        <h1>Agents</h1>
        <p class="lead">
          These apps may read your queue, save to it, change it and remove from it. Revoking one ends its
          access at once; what it saved stays.
        </p>
        ${
          agents.length === 0
            ? html`<div class="empty"><p class="first">No agent has access.</p></div>`
            : html`<ul class="agent-list">
                ${agents.map((agent) => row(agent, person, now))}
              </ul>`
        }
        ${ended.length > 0 && endedList(ended, now)}
        <section aria-labelledby="connect-heading">
          <h2 id="connect-heading">Connect an agent</h2>
          <p>${connectWords(baseUrl)} You are asked here before an agent gets access.</p>
        </section>
      </div>`,
  )
}

function row(agent: AgentView, person: Person, now: number): Fragment {
  const { name, isBuiltIn, redirectHost, lastUsedAt } = agent
  return html`<li class="card">
    <div>
      <h2>${agentName(name)} ${isBuiltIn && html`<span class="badge">our own extension</span>`}</h2>
      <p class="origin">
        <span>Connected by ${redirectHost}, approved ${instant(agent.createdAt, now)}</span>
        <span>${lastUsedAt === null ? 'Not used yet' : html`Last used ${instant(lastUsedAt, now)}`}</span>
      </p>
    </div>
    <form method="post" action="/agents/revoke">
      ${formTokenField(person.formToken)}
      <input type="hidden" name="grant" value="${agent.grantId}" />
      <button class="button danger">Revoke<span class="unseen"> ${inertName(name)}</span></button>
    </form>
  </li>`
}

function endedList(ended: EndedAgentView[], now: number): Fragment {
  return html`<section aria-labelledby="ended-heading">
    <h2 id="ended-heading">Ended</h2>
    <ul class="ended">
      ${ended.map(({ name, revokedAt, because }) => {
        return html`<li>
          <strong>${agentName(name)}</strong>: ended ${instant(revokedAt, now)} because ${because}
        </li>`
      })}
    </ul>
  </section>`
}
