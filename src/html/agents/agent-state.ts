import { html } from '../html.ts'
import type { RevocationReason } from '../../oauth/grants.ts'
import type { ActivityCount } from '../../queue/history/activity.ts'
import type { LimitHit } from '../../queue/history/limit-hits.ts'
import { formatBytes } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { agentName, displayName } from '../parts/agent-name.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import type { ClientId } from '../../ids.ts'

const messages = allMessages.agents

/** One approval; `redirectHost`: host and port that its code went to. */
export type GrantView = { id: string; redirectHost: string; createdAt: number; lastUsedAt: number | null }

/** An agent as pages show it. */
export type AgentView = {
  clientId: ClientId
  /** The name it gave itself. */
  name: string | null
  /** Its approval; null once that is no longer stored. */
  access: {
    /** Host and port that its codes go to. */
    redirectHost: string
    createdAt: number
    lastUsedAt: number | null
    pausedAt: number | null
    /** Since when it may only suggest changes. */
    suggestsSince: number | null
    ended: { at: number; reason: RevocationReason | null } | null
    /** Newest first. */
    activeGrants: GrantView[]
  } | null
  /** The host of its metadata document; null if it has none. */
  publisher: string | null
  isBuiltIn: boolean
  /** The last time a limit stopped it, if recent; `max` is that limit. */
  limitHit: (LimitHit & { max: number }) | undefined
  /** Its changes, day by day. */
  activity: ActivityCount[]
}

export function hasAccess({ access }: AgentView): boolean {
  return access !== null && access.ended === null
}

/** When an agent's access was last used, and when it was approved. */
export function lastUseText({ access }: AgentView, now: number): Fragment {
  if (!access) return html`<span>${messages.endedLongAgo}</span>`
  const { createdAt, lastUsedAt } = access
  return html`<span
      >${lastUsedAt === null ? messages.neverUsed : messages.lastUsed(relativeTime(lastUsedAt, now))}</span
    >
    <span>${messages.connectedAt(relativeTime(createdAt, now))}</span>`
}

/** Whether an agent is paused, revoked, may only suggest, or was recently stopped by a limit. */
export function agentState({ access, limitHit }: AgentView, now: number): Fragment {
  const { pausedAt = null, ended = null, suggestsSince = null } = access ?? {}
  return html`${ended && html`<p class="paused">${messages.noAccess(relativeTime(ended.at, now))}</p>`}
  ${!ended && pausedAt !== null && html`<p class="paused">${messages.paused(relativeTime(pausedAt, now))}</p>`}
  ${!ended && suggestsSince !== null && html`<p class="suggesting">${messages.suggesting(relativeTime(suggestsSince, now))}</p>`}
  ${
    limitHit &&
    html`<p class="stopped">
      <strong
        >${messages.stopped[limitHit.limit](relativeTime(limitHit.at, now), limitText(limitHit))}</strong
      >
      ${messages.stopped.next}
    </p>`
  }`
}

function limitText({ limit, max }: LimitHit & { max: number }): string {
  return limit === 'bytes' ? formatBytes(max, allMessages.formats) : allMessages.formats.count(max)
}

/** The buttons that pause or resume an agent, say whether it may only suggest, and revoke its access; they redirect to `returnTo`. */
export function accessButtons(agent: AgentView, person: Person, returnTo?: string): Fragment | undefined {
  if (!hasAccess(agent)) return undefined
  return html`${pauseButton(agent, person, returnTo)} ${suggestButton(agent, person, returnTo)}
  ${revokeButton({ agent, person, returnTo })}`
}

/** The button that pauses an agent, or resumes it if it is paused. */
export function pauseButton(agent: AgentView, person: Person, returnTo?: string): Fragment {
  const options = { agent, person, returnTo }
  return agent.access?.pausedAt === null
    ? agentActionForm({ action: 'pause', style: 'quiet' }, options)
    : agentActionForm({ action: 'resume', style: 'main' }, options)
}

/**
 * The button that lets an agent only suggest changes, or make them again. Not for the built-in extension: its changes are
 * the person's own.
 */
function suggestButton(agent: AgentView, person: Person, returnTo?: string): Fragment | undefined {
  if (agent.isBuiltIn) return undefined
  const action = agent.access?.suggestsSince === null ? 'suggest' : 'allow'
  return agentActionForm({ action, style: 'quiet' }, { agent, person, returnTo })
}

/** The button that ends an agent's access, once the person has confirmed that. */
function revokeButton(options: AgentActionOptions): Fragment {
  const { clientId, name } = options.agent
  const id = `revoke-${encodeURIComponent(clientId)}`
  const { title, text, cancel } = messages.revoking
  return html`<button class="button danger" type="button" popovertarget="${id}">
      ${messages.revoke}<span class="visually-hidden"> ${displayName(name)}</span>
    </button>
    <div class="dialog confirm" id="${id}" role="dialog" aria-labelledby="${id}-title" popover>
      <h2 id="${id}-title">${title(agentName(name))}</h2>
      <p>${text}</p>
      <div class="button-row">
        <button class="button quiet" type="button" popovertarget="${id}" popovertargetaction="hide">
          ${cancel}
        </button>
        ${agentActionForm({ action: 'revoke', style: 'danger', label: messages.revoking.button }, options)}
      </div>
    </div>`
}

type AgentActionOptions = { agent: AgentView; person: Person; returnTo: string | undefined }

type AgentActionButton = {
  action: 'pause' | 'resume' | 'revoke' | 'suggest' | 'allow'
  style: string
  label?: string
}

function agentActionForm(
  { action, style, label = messages[action] }: AgentActionButton,
  { agent: { clientId, name }, person, returnTo }: AgentActionOptions,
): Fragment {
  const suffix = html`<span class="visually-hidden"> ${displayName(name)}</span>`
  return html`<form method="post" action="/agents/${action}">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="agent" value="${clientId}" />
    ${returnTo && returnField(returnTo)}
    <button class="button ${style}">${label}${suffix}</button>
  </form>`
}
