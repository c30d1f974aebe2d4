import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { AccountView, ConnectionView } from './view.ts'

/** Whether the account can be entered by way of the provider, and the form that changes it. */
export function connectionSection(view: AccountView, connection: ConnectionView): Fragment {
  const { name, connectedAt, lastUsedAt } = connection
  const isConnected = connectedAt !== undefined
  return html`<section aria-labelledby="connection-heading">
    <h2 id="connection-heading">Sign in with ${name}</h2>
    <p>
      ${
        isConnected
          ? html`Connected ${instant(connectedAt, view.now)}.
            ${lastUsedAt === null ? '' : html`Last used ${instant(lastUsedAt, view.now)}.`}`
          : `Not connected.`
      }
    </p>
    ${
      view.isFresh &&
      html`<form method="post" action="/account/provider/${isConnected ? 'disconnect' : 'connect'}">
        ${formTokenField(view.person.formToken)}
        <button class="button ${isConnected ? 'danger' : 'quiet'}">
          ${isConnected ? 'Disconnect' : 'Connect'} ${name}
        </button>
      </form>`
    }
  </section>`
}
