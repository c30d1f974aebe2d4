import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { agentName, displayName } from '../parts/agent-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'
import type { ClientId } from '../../ids.ts'

const messages = allMessages.agents.localhost

export type LocalhostPermissionView = {
  clientId: ClientId
  name: string | null
  /** The host of the client's metadata document. */
  publisher: string
  permittedAt: number
}

/** The apps that may receive access at http://localhost, with buttons to withdraw that. */
export function localhostList(permissions: LocalhostPermissionView[], person: Person, now: number): Fragment {
  return html`<section aria-labelledby="localhost-heading">
    <h2 id="localhost-heading">${messages.heading}</h2>
    <p class="hint">${messages.lead}</p>
    <ul class="ended">
      ${permissions.map(({ clientId, name, publisher, permittedAt }) => {
        const suffix = html`<span class="visually-hidden">: ${displayName(name)}</span>`
        return html`<li class="row">
          <span>${messages.entry(agentName(name), publisher, relativeTime(permittedAt, now))}</span>
          <form method="post" action="/agents/localhost">
            ${formTokenField(person.formToken)}
            <input type="hidden" name="agent" value="${clientId}" />
            <button class="button quiet">${messages.withdraw}${suffix}</button>
          </form>
        </li>`
      })}
    </ul>
  </section>`
}
