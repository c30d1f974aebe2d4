import { html } from 'hono/html'
import type { EndReason } from '../../oauth/grants.ts'
import type { Stretch } from '../../queue/history/activity.ts'
import type { Stop } from '../../queue/history/stops.ts'
import { sizeInWords } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { inertName } from '../parts/agent-name.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'

const words = allWords.agents

/** An agent as pages show it. */
export type AgentView = {
  clientId: string
  /** What it calls itself. */
  name: string | null
  /** How it was let in; null where that is forgotten. */
  access: {
    /** Host and port that its codes go to. */
    redirectHost: string
    createdAt: number
    lastUsedAt: number | null
    pausedAt: number | null
    ended: { at: number; reason: EndReason | null } | null
  } | null
  isBuiltIn: boolean
  /** When a limit stopped it last, where that is not long ago; `max` is that limit. */
  stop: (Stop & { max: number }) | undefined
  /** Its changes of the last days. */
  activity: Stretch[]
}

export function agentPath(clientId: string): string {
  return `/agents/${encodeURIComponent(clientId)}`
}

export function hasAccess({ access }: AgentView): boolean {
  return access !== null && access.ended === null
}

/** Where an agent is from, since when it is here, when it last came. */
export function agentOrigin({ access }: AgentView, now: number): Fragment {
  if (!access) return html`<p class="origin">${words.forgotten}</p>`
  const { redirectHost, createdAt, lastUsedAt } = access
  return html`<p class="origin">
    <span>${words.origins(redirectHost, instant(createdAt, now))}</span>
    <span>${lastUsedAt === null ? words.neverUsed : words.lastUsed(instant(lastUsedAt, now))}</span>
  </p>`
}

/** What holds an agent back now, or did lately. */
export function agentState({ access, stop }: AgentView, now: number): Fragment {
  const { pausedAt = null, ended = null } = access ?? {}
  return html`${ended && html`<p class="paused">${words.noAccess(instant(ended.at, now))}</p>`}
  ${!ended && pausedAt !== null && html`<p class="paused">${words.paused(instant(pausedAt, now))}</p>`}
  ${
    stop &&
    html`<p class="stopped">
      <strong>${words.stopped[stop.cause](instant(stop.at, now), maxOf(stop))}</strong>
      ${words.stopped.next}
    </p>`
  }`
}

function maxOf({ cause, max }: Stop & { max: number }): string {
  return cause === 'bytes' ? sizeInWords(max) : allWords.formats.count(max)
}

/** The buttons that make an agent wait or go on, and end its access; afterwards `returnTo` is shown. */
export function agentDecisions(agent: AgentView, person: Person, returnTo?: string): Fragment | undefined {
  if (!hasAccess(agent)) return undefined
  return html`${pauseButton(agent, person, returnTo)}
  ${decision('revoke', 'danger', { agent, person, returnTo })}`
}

/** The button that makes an agent wait, or go on where it waits. */
export function pauseButton(agent: AgentView, person: Person, returnTo?: string): Fragment {
  const use = { agent, person, returnTo }
  return agent.access?.pausedAt === null ? decision('pause', 'quiet', use) : decision('resume', 'main', use)
}

type DecisionUse = { agent: AgentView; person: Person; returnTo: string | undefined }

function decision(
  what: 'pause' | 'resume' | 'revoke',
  look: string,
  { agent: { clientId, name }, person, returnTo }: DecisionUse,
): Fragment {
  const of = html`<span class="unseen"> ${inertName(name)}</span>`
  return html`<form method="post" action="/agents/${what}">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="agent" value="${clientId}" />
    ${returnTo && returnField(returnTo)}
    <button class="button ${look}">${words[what]}${of}</button>
  </form>`
}
