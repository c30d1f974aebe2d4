import { html } from '../html.ts'
import type { RevocationReason } from '../../oauth/grants.ts'
import type { ActionCount } from '../../queue/history/activity.ts'
import { accessButtons, agentState, lastUseText, type AgentView } from './agent-state.ts'
import { agentPath } from '../parts/agent-path.ts'
import type { Fragment } from '../fragment.ts'
import { countsText } from '../history/digest.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { emptyBox } from '../parts/empty-box.ts'
import { agentName } from '../parts/agent-name.ts'
import { hostName } from '../parts/host-name.ts'
import { connectSummary } from '../connect/connect-summary.ts'
import { grantList } from './grant-list.ts'
import { localhostList, type LocalhostPermissionView } from './localhost-list.ts'
import { suggestionList, type SuggestionView } from './suggestion-list.ts'
import { relativeTime } from '../parts/instant.ts'
import { noticeArea, noticeBox } from '../parts/notice.ts'
import { sparkline } from '../charts/sparkline.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'
import type { ClientId } from '../../ids.ts'

const messages = allMessages.agents
const { digest } = allMessages.history

/** An agent that has access, with its changes since yesterday. */
type ListedAgent = AgentView & { recentActions: ActionCount[] }

/** An agent whose access the service revoked. */
type RevokedAgentView = {
  clientId: ClientId
  name: string | null
  revokedAt: number
  reason: RevocationReason
}

export type AgentsView = {
  person: Person
  now: number
  baseUrl: string
  agents: ListedAgent[]
  /** The suggestions of all agents, oldest first. */
  suggestions?: SuggestionView[]
  revoked?: RevokedAgentView[]
  /** The apps that may receive access at http://localhost. */
  localhost?: LocalhostPermissionView[]
  notice?: Notice | undefined
}

/** The agents that have access, their recent activity, and those whose access the service revoked. */
export function agentsPage(view: AgentsView): Fragment {
  const { person, now, baseUrl, agents, suggestions = [], revoked = [], localhost = [], notice } = view
  return layout(
    { title: messages.title, person, current: 'agents' },
    html`${noticeArea(noticeBox(notice))}
      <div class="agents">
        <h1>${messages.title}</h1>
        ${agents.length > 0 && html`<p class="lead">${messages.lead}</p>`}
        ${suggestionList(suggestions, { person, now, returnTo: '/agents', showsAgent: true })}
        ${
          agents.length === 0
            ? html`${emptyBox({
                  icon: 'agents',
                  title: messages.none,
                  hint: messages.noneHint,
                  next: html`<a class="button main" href="/connect">${messages.connectAgent}</a>`,
                })}
                <p class="hint">${connectSummary(baseUrl)}</p>`
            : html`<section aria-labelledby="connected-heading">
                <h2 id="connected-heading">${messages.connected}</h2>
                <ul class="agent-list">
                  ${agents.map((agent) => agentRow(agent, person, now))}
                </ul>
              </section>`
        }
        ${agents.length + revoked.length > 0 && html`<p><a href="/history">${allMessages.history.allActivity}</a></p>`}
        ${revoked.length > 0 && revokedList(revoked, now)}
        ${localhost.length > 0 && localhostList(localhost, person, now)}
        ${
          agents.length > 0 &&
          html`<section aria-labelledby="connect-heading">
            <h2 id="connect-heading">${messages.connectAgent}</h2>
            <p>${connectSummary(baseUrl)} ${messages.approvalNote}</p>
          </section>`
        }
      </div>`,
  )
}

function agentRow(agent: ListedAgent, person: Person, now: number): Fragment {
  const { clientId, name, access, isBuiltIn, publisher, recentActions, activity } = agent
  const summary = countsText(recentActions)
  return html`<li class="card">
    <div>
      <h3>
        ${agentAvatar(name)}
        <a href="${agentPath(clientId)}">${agentName(name)}</a>
        ${isBuiltIn && html`<span class="badge">${messages.builtIn}</span>`}
      </h3>
      ${agentState(agent, now)}
      <p>${summary ? html`${digest.sinceYesterday} ${summary}.` : digest.nothing}</p>
      <p class="origin">
        ${lastUseText(agent, now)}
        ${access && html`<span>${messages.sentTo(hostName(access.redirectHost))}</span>`}
      </p>
      ${publisher !== null && html`<p class="origin">${messages.publishedBy(publisher)}</p>`}
    </div>
    ${sparkline(activity)} ${grantList(agent, person, { now })}
    <div class="agent-actions">
      ${accessButtons(agent, person)}
      <a class="button plain" href="${agentPath(clientId)}"
        >${messages.activity}<span class="visually-hidden">: ${agentName(name)}</span></a
      >
    </div>
  </li>`
}

function revokedList(revoked: RevokedAgentView[], now: number): Fragment {
  return html`<section aria-labelledby="ended-heading">
    <h2 id="ended-heading">${messages.ended.heading}</h2>
    <ul class="ended">
      ${revoked.map(({ clientId, name, revokedAt, reason }) => {
        const shown = html`<a href="${agentPath(clientId)}">${agentName(name)}</a>`
        const because = messages.ended.because[reason]
        return html`<li>${messages.ended.when(shown, relativeTime(revokedAt, now), because)}</li>`
      })}
    </ul>
  </section>`
}
