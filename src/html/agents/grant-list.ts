import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'
import type { AgentView, GrantView } from './agent-state.ts'

const messages = allMessages.agents

/**
 * The approvals of an agent whose id is the same for everybody, so that the person can revoke the access of one computer
 * and keep that of another; undefined if there is only one.
 */
export function grantList(
  { clientId, publisher, access }: AgentView,
  person: Person,
  { now, returnTo }: { now: number; returnTo?: string },
): Fragment | undefined {
  const grants = access?.activeGrants ?? []
  if (publisher === null || grants.length < 2) return undefined
  return html`<div class="connections">
    <p><strong>${messages.grants.heading}</strong></p>
    <ul>
      ${grants.map(
        (grant) =>
          html`<li class="row">
            <span>${entry(grant, now)}</span>
            <form method="post" action="/agents/revoke">
              ${formTokenField(person.formToken)}
              <input type="hidden" name="agent" value="${clientId}" />
              <input type="hidden" name="grant" value="${grant.id}" />
              ${returnTo !== undefined && returnField(returnTo)}
              <button class="button quiet">${messages.grants.revoke}</button>
            </form>
          </li>`,
      )}
    </ul>
  </div>`
}

function entry({ redirectHost, createdAt, lastUsedAt }: GrantView, now: number): Fragment {
  const use = lastUsedAt === null ? messages.neverUsed : messages.lastUsed(relativeTime(lastUsedAt, now))
  return messages.grants.entry(redirectHost, relativeTime(createdAt, now), use)
}
