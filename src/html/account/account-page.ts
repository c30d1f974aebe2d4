import { html } from '../html.ts'
import { linkedIdentitySection } from './linked-identity.ts'
import { emailSection, passwordSection } from './credentials.ts'
import { deletionSection } from './deletion.ts'
import { passkeySection } from './passkeys.ts'
import { extractionSection } from './extractions.ts'
import { sessionSection } from './sessions.ts'
import { signInSection } from './sign-ins.ts'
import { totpSection } from './totp.ts'
import { storageSection } from './storage.ts'
import type { AccountView } from './view.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { passkeyScript } from '../parts/passkey-form.ts'
import { settingsForm } from '../preferences/preferences-form.ts'
import { exportProgressLink } from '../parts/export-progress-link.ts'
import { offlineSection } from '../offline/offline-section.ts'
import { assets } from '../assets/assets.ts'
import { EXPORT_FORMATS } from '../../library/export/export-formats.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account

/** The account page: how a person signs in, where they are signed in, their data and its deletion. */
export function accountPage(view: AccountView): Fragment {
  const { person, notice } = view
  return layout(
    { title: messages.title, person, current: 'account', head: scripts(view) },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <h1>${messages.title}</h1>
          <p class="lead"><bdi>${person.email}</bdi></p>
          ${view.isOwner && ownerNote()}
          <form method="post" action="/logout">
            ${formTokenField(person.formToken)}
            <button class="button quiet">${allMessages.shell.signOut}</button>
          </form>
        </header>
        ${!view.isRecentlyAuthenticated && confirmFirst()} ${emailSection(view)}
        ${view.isPasswordEnabled && passwordSection(view)} ${view.isPasswordEnabled && totpSection(view)}
        ${view.passkeys && passkeySection(view, view.passkeys)}
        ${view.linkedIdentity && linkedIdentitySection(view, view.linkedIdentity)} ${sessionSection(view)}
        ${signInSection(view)} ${appearanceSection(view)} ${offlineSection()} ${extractionSection(view)}
        ${storageSection(view)} ${importSection()} ${exportSection()} ${deletionSection(view)}
      </div>`,
  )
}

function scripts({ passkeys }: AccountView): Fragment {
  return html`${passkeys && passkeyScript()}
    <script type="module" src="${assets().offlineSettings.path}"></script>`
}

const importSection = (): Fragment =>
  html`<section aria-labelledby="import-heading">
    <h2 id="import-heading">${messages.import.heading}</h2>
    <p>${messages.import.text}</p>
    <p><a class="button quiet" href="/import">${messages.import.link}</a></p>
  </section>`

const exportSection = (): Fragment =>
  html`<section aria-labelledby="export-heading">
    <h2 id="export-heading">${messages.export.heading}</h2>
    <p>${messages.export.text}</p>
    <p><a class="button quiet" href="/account/export" download>${messages.export.link}</a></p>
    <p>${messages.export.others}</p>
    <ul>
      ${EXPORT_FORMATS.filter(({ name }) => name !== 'json').map(
        ({ name }) =>
          html`<li>
            <a href="/account/export?format=${name}" download>${messages.export.formats[name] ?? name}</a>
          </li>`,
      )}
    </ul>
    <p>${exportProgressLink()}</p>
  </section>`

function appearanceSection({ person }: AccountView): Fragment | undefined {
  const { settings, formToken } = person
  if (settings === undefined) return undefined
  return html`<section aria-labelledby="appearance-heading">
    <h2 id="appearance-heading">${allMessages.reader.settings.title}</h2>
    ${settingsForm({ settings, formToken, returnTo: '/account' })}
  </section>`
}

const ownerNote = (): Fragment =>
  html`<p>
    <span class="badge">${messages.owner}</span>
    ${messages.youOwnService((text) => html`<a href="/account/service">${text}</a>`)}
  </p>`

function confirmFirst(): Fragment {
  const link = (text: string) => html`<a href="/account/confirm">${text}</a>`
  return html`<p class="confirm-first">${messages.confirmFirstNote(link)}</p>`
}
