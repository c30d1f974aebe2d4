import { html } from 'hono/html'
import type { EndReason } from '../../oauth/grants.ts'
import type { ActivityCount } from '../../queue/history/activity.ts'
import type { Stop } from '../../queue/history/limit-hits.ts'
import { sizeInWords } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { displayName } from '../parts/agent-name.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.agents

/** An agent as pages show it. */
export type AgentView = {
  clientId: string
  /** The name it gave itself. */
  name: string | null
  /** Its approval; null once that is no longer stored. */
  access: {
    /** Host and port that its codes go to. */
    redirectHost: string
    createdAt: number
    lastUsedAt: number | null
    pausedAt: number | null
    ended: { at: number; reason: EndReason | null } | null
  } | null
  isBuiltIn: boolean
  /** The last time a limit stopped it, if recent; `max` is that limit. */
  stop: (Stop & { max: number }) | undefined
  /** Its changes, day by day. */
  activity: ActivityCount[]
}

export function agentPath(clientId: string): string {
  return `/agents/${encodeURIComponent(clientId)}`
}

export function hasAccess({ access }: AgentView): boolean {
  return access !== null && access.ended === null
}

/** Where an agent's access is sent, when it was approved and when it was last used. */
export function agentOrigin({ access }: AgentView, now: number): Fragment {
  if (!access) return html`<p class="origin">${messages.forgotten}</p>`
  const { redirectHost, createdAt, lastUsedAt } = access
  return html`<p class="origin">
    <span>${messages.origins(redirectHost, instant(createdAt, now))}</span>
    <span>${lastUsedAt === null ? messages.neverUsed : messages.lastUsed(instant(lastUsedAt, now))}</span>
  </p>`
}

/** Whether an agent is paused, revoked or was recently stopped by a limit. */
export function agentState({ access, stop }: AgentView, now: number): Fragment {
  const { pausedAt = null, ended = null } = access ?? {}
  return html`${ended && html`<p class="paused">${messages.noAccess(instant(ended.at, now))}</p>`}
  ${!ended && pausedAt !== null && html`<p class="paused">${messages.paused(instant(pausedAt, now))}</p>`}
  ${
    stop &&
    html`<p class="stopped">
      <strong>${messages.stopped[stop.cause](instant(stop.at, now), limitText(stop))}</strong>
      ${messages.stopped.next}
    </p>`
  }`
}

function limitText({ cause, max }: Stop & { max: number }): string {
  return cause === 'bytes' ? sizeInWords(max) : allMessages.formats.count(max)
}

/** The buttons that pause or resume an agent, and revoke its access; they redirect to `returnTo`. */
export function accessButtons(agent: AgentView, person: Person, returnTo?: string): Fragment | undefined {
  if (!hasAccess(agent)) return undefined
  return html`${pauseButton(agent, person, returnTo)}
  ${decisionForm('revoke', 'danger', { agent, person, returnTo })}`
}

/** The button that pauses an agent, or resumes it if it is paused. */
export function pauseButton(agent: AgentView, person: Person, returnTo?: string): Fragment {
  const options = { agent, person, returnTo }
  return agent.access?.pausedAt === null
    ? decisionForm('pause', 'quiet', options)
    : decisionForm('resume', 'main', options)
}

type DecisionOptions = { agent: AgentView; person: Person; returnTo: string | undefined }

function decisionForm(
  action: 'pause' | 'resume' | 'revoke',
  style: string,
  { agent: { clientId, name }, person, returnTo }: DecisionOptions,
): Fragment {
  const suffix = html`<span class="visually-hidden"> ${displayName(name)}</span>`
  return html`<form method="post" action="/agents/${action}">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="agent" value="${clientId}" />
    ${returnTo && returnField(returnTo)}
    <button class="button ${style}">${messages[action]}${suffix}</button>
  </form>`
}
