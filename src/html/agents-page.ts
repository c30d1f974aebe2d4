import { html } from 'hono/html'
import type { EndReason } from '../oauth/grants.ts'
import type { Fragment } from './fragment.ts'
import { layout, type Person } from './layout.ts'
import { agentName, inertName } from './parts/agent-name.ts'
import { connectWords } from './parts/connect-words.ts'
import { formTokenField } from './parts/form-token.ts'
import { instant } from './parts/instant.ts'
import { type Notice, noticeBox } from './parts/notice.ts'
import { allWords } from './words/words.ts'

const words = allWords.agents

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

/** An approval that ended. */
export type EndedAgentView = { name: string | null; revokedAt: number; because: EndReason }

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
    { title: words.title, person, current: 'agents' },
    html`${noticeBox(notice)}
      <div class="agents">
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        ${
          agents.length === 0
            ? html`<div class="empty"><p class="first">${words.none}</p></div>`
            : html`<ul class="agent-list">
                ${agents.map((agent) => row(agent, person, now))}
              </ul>`
        }
        ${ended.length > 0 && endedList(ended, now)}
        <section aria-labelledby="connect-heading">
          <h2 id="connect-heading">${words.connect}</h2>
          <p>${connectWords(baseUrl)} ${words.asked}</p>
        </section>
      </div>`,
  )
}

function row(agent: AgentView, person: Person, now: number): Fragment {
  const { name, isBuiltIn, redirectHost, lastUsedAt } = agent
  return html`<li class="card">
    <div>
      <h2>${agentName(name)} ${isBuiltIn && html`<span class="badge">${words.ours}</span>`}</h2>
      <p class="origin">
        <span>${words.origin(redirectHost, instant(agent.createdAt, now))}</span>
        <span>${lastUsedAt === null ? words.neverUsed : words.lastUsed(instant(lastUsedAt, now))}</span>
        ${savedBy(agent)}
      </p>
      ${agent.pausedAt !== null && html`<p class="paused">${words.paused(instant(agent.pausedAt, now))}</p>`}
    </div>
    <div class="agent-actions">
      ${
        agent.pausedAt === null
          ? decision(
              'pause',
              agent,
              person,
              html`<button class="button quiet">${words.pause}${of(name)}</button>`,
            )
          : decision(
              'resume',
              agent,
              person,
              html`<button class="button main">${words.resume}${of(name)}</button>`,
            )
      }
      ${decision('revoke', agent, person, html`<button class="button danger">${words.revoke}${of(name)}</button>`)}
    </div>
  </li>`
}

function savedBy({ name, saved }: AgentView): Fragment {
  if (saved === 0) return html`<span>${words.savedNothing}</span>`
  if (!name) return html`<span>${words.saved(saved, (links) => links)}</span>`
  const query = new URLSearchParams({ q: `by:"${name.replaceAll('"', ' ')}"`, state: 'all' })
  const link = (links: string) => html`<a href="/queue?${query}">${links}</a>`
  return html`<span>${words.saved(saved, link)}</span>`
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
    <h2 id="ended-heading">${words.ended.heading}</h2>
    <ul class="ended">
      ${ended.map(({ name, revokedAt, because }) => {
        const shown = html`<strong>${agentName(name)}</strong>`
        const reason = words.ended.because[because]
        return html`<li>${words.ended.when(shown, instant(revokedAt, now), reason)}</li>`
      })}
    </ul>
  </section>`
}
