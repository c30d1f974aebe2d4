import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { AccountView, ConnectionView } from './view.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.provider

/** Whether the account is connected to the identity provider, with the form that connects or disconnects it. */
export function connectionSection(view: AccountView, connection: ConnectionView): Fragment {
  const { name, connectedAt, lastUsedAt } = connection
  const isConnected = connectedAt !== undefined
  return html`<section aria-labelledby="connection-heading">
    <h2 id="connection-heading">${words.heading(name)}</h2>
    <p>
      ${
        isConnected
          ? html`${words.connected(instant(connectedAt, view.now))}
            ${lastUsedAt !== null && words.lastUsed(instant(lastUsedAt, view.now))}`
          : words.none
      }
    </p>
    ${
      view.isRecentlyAuthenticated &&
      html`<form method="post" action="/account/provider/${isConnected ? 'disconnect' : 'connect'}">
        ${formTokenField(view.person.formToken)}
        <button class="button ${isConnected ? 'danger' : 'quiet'}">
          ${isConnected ? words.disconnect(name) : words.connect(name)}
        </button>
      </form>`
    }
  </section>`
}
