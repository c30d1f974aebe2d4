import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { AccountView, LinkedIdentityView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.provider

/** Whether the account is linked to an identity of the provider, with the form that links or unlinks it. */
export function linkedIdentitySection(view: AccountView, linkedIdentity: LinkedIdentityView): Fragment {
  const { name, linkedAt, lastUsedAt } = linkedIdentity
  const isLinked = linkedAt !== undefined
  return html`<section aria-labelledby="linked-identity-heading">
    <h2 id="linked-identity-heading">${messages.heading(name)}</h2>
    <p>
      ${
        isLinked
          ? html`${messages.connected(instant(linkedAt, view.now))}
            ${lastUsedAt !== null && messages.lastUsed(instant(lastUsedAt, view.now))}`
          : messages.none
      }
    </p>
    ${
      view.isRecentlyAuthenticated &&
      html`<form method="post" action="/account/provider/${isLinked ? 'disconnect' : 'connect'}">
        ${formTokenField(view.person.formToken)}
        <button class="button ${isLinked ? 'danger' : 'quiet'}">
          ${isLinked ? messages.disconnect(name) : messages.connect(name)}
        </button>
      </form>`
    }
  </section>`
}
