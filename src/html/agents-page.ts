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
  pausedAt: number | null
  /** Items in the queue that it saved last. */
  saved: number
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
          access at once; pausing only makes it wait. What it saved stays.
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
        ${savedBy(agent)}
      </p>
      ${agent.pausedAt !== null && html`<p class="paused">Paused ${instant(agent.pausedAt, now)}: its calls are refused.</p>`}
    </div>
    <div class="agent-actions">
      ${
        agent.pausedAt === null
          ? decision('pause', agent, person, html`<button class="button quiet">Pause${of(name)}</button>`)
          : decision('resume', agent, person, html`<button class="button main">Resume${of(name)}</button>`)
      }
      ${decision('revoke', agent, person, html`<button class="button danger">Revoke${of(name)}</button>`)}
    </div>
  </li>`
}

function savedBy({ name, saved }: AgentView): Fragment {
  if (saved === 0) return html`<span>Nothing of it is in your queue</span>`
  const words = saved === 1 ? '1 link' : `${saved} links`
  if (!name) return html`<span>Saved ${words}</span>`
  const query = new URLSearchParams({ q: `by:"${name.replaceAll('"', ' ')}"`, state: 'all' })
  return html`<span>Saved <a href="/queue?${query}">${words}</a></span>`
}

function decision(what: string, { grantId }: AgentView, { formToken }: Person, button: Fragment): Fragment {
  return html`<form method="post" action="/agents/${what}">
    ${formTokenField(formToken)}
    <input type="hidden" name="grant" value="${grantId}" />
    ${button}
  </form>`
}

/** Which agent a button is about, for those who do not see where it stands. */
function of(name: string | null): Fragment {
  return html`<span class="unseen"> ${inertName(name)}</span>`
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
