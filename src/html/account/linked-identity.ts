import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { confirmingControl, sectionPath, settingsSection } from './settings-section.ts'
import type { AccountView, LinkedIdentityView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.provider
const LINKED_IDENTITY_ID = 'linked-identity-heading'

/** Whether the account is linked to an identity of the provider, with the form that links or unlinks it. */
export function linkedIdentitySection(view: AccountView, linkedIdentity: LinkedIdentityView): Fragment {
  const { name, linkedAt, lastUsedAt } = linkedIdentity
  const isLinked = linkedAt !== undefined
  const label = isLinked ? messages.disconnect(name) : messages.connect(name)
  const kind = isLinked ? 'danger' : 'quiet'
  return settingsSection({
    id: LINKED_IDENTITY_ID,
    title: messages.heading(name),
    text: isLinked
      ? html`${messages.connected(relativeTime(linkedAt, view.now))}
        ${lastUsedAt !== null && messages.lastUsed(relativeTime(lastUsedAt, view.now))}`
      : messages.none,
    control: view.isRecentlyAuthenticated
      ? html`<form method="post" action="/account/provider/${isLinked ? 'disconnect' : 'connect'}">
          ${formTokenField(view.person.formToken)}
          <button class="button ${kind}">${label}</button>
        </form>`
      : confirmingControl({ label, kind }, sectionPath(LINKED_IDENTITY_ID)),
  })
}
