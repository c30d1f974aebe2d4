import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { AccountView, ConnectionView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.provider

/** Whether the account is connected to the identity provider, with the form that connects or disconnects it. */
export function connectionSection(view: AccountView, connection: ConnectionView): Fragment {
  const { name, connectedAt, lastUsedAt } = connection
  const isConnected = connectedAt !== undefined
  return html`<section aria-labelledby="connection-heading">
    <h2 id="connection-heading">${messages.heading(name)}</h2>
    <p>
      ${
        isConnected
          ? html`${messages.connected(instant(connectedAt, view.now))}
            ${lastUsedAt !== null && messages.lastUsed(instant(lastUsedAt, view.now))}`
          : messages.none
      }
    </p>
    ${
      view.isRecentlyAuthenticated &&
      html`<form method="post" action="/account/provider/${isConnected ? 'disconnect' : 'connect'}">
        ${formTokenField(view.person.formToken)}
        <button class="button ${isConnected ? 'danger' : 'quiet'}">
          ${isConnected ? messages.disconnect(name) : messages.connect(name)}
        </button>
      </form>`
    }
  </section>`
}
