import { html } from 'hono/html'
import { connectionSection } from './account/connection.ts'
import { emailSection, passwordSection } from './account/credentials.ts'
import { deletionSection } from './account/deletion.ts'
import { passkeySection } from './account/passkeys.ts'
import { sessionSection } from './account/sessions.ts'
import type { AccountView } from './account/view.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { formTokenField } from './parts/form-token.ts'
import { noticeBox } from './parts/notice.ts'
import { passkeyScript } from './parts/passkey-form.ts'
import { settingsForm } from './settings-form.ts'
import { english } from './words/english.ts'

/** What a person can set about their account. */
export function accountPage(view: AccountView): Fragment {
  const { person, notice } = view
  return layout(
    { title: 'Account', person, current: 'account', head: view.passkeys && passkeyScript() },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <h1>Account</h1>
          <p class="lead"><bdi>${person.email}</bdi></p>
          ${view.signUp && ownerWords(view.signUp)}
          <form method="post" action="/logout">
            ${formTokenField(person.formToken)}
            <button class="button quiet">Sign out</button>
          </form>
        </header>
        ${!view.isFresh && confirmFirst()} ${emailSection(view)} ${view.isPasswordOn && passwordSection(view)}
        ${view.passkeys && passkeySection(view, view.passkeys)}
        ${view.connection && connectionSection(view, view.connection)} ${sessionSection(view)}
        ${looksSection(view)} ${deletionSection(view)}
      </div>`,
  )
}

/** How text looks to this person, as on the page of an item. */
function looksSection({ person }: AccountView): Fragment | undefined {
  const { settings, formToken } = person
  if (settings === undefined) return undefined
  return html`<section aria-labelledby="looks-heading">
    <h2 id="looks-heading">${english.reader.settings.title}</h2>
    ${settingsForm({ settings, formToken, returnTo: '/account' })}
  </section>`
}

const SIGN_UP_WORDS = {
  open: 'Anyone who reaches it may make an account.',
  first: 'It takes no further accounts.',
  closed: 'It takes no new accounts.',
}

function ownerWords(signUp: keyof typeof SIGN_UP_WORDS): Fragment {
  return html`<p>
    <span class="badge">Owner</span> This is the first account of this service. ${SIGN_UP_WORDS[signUp]} The
    setting is <code>SIGN_UP=${signUp}</code>.
  </p>`
}

function confirmFirst(): Fragment {
  return html`<p class="confirm-first">
    To change how you sign in, or to delete your account, first
    <a href="/account/confirm">confirm that it is you</a>.
  </p>`
}
