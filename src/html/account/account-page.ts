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

/** A section of the page; its heading has the id. */
type Section = { id: string; title: string; content: Fragment }
type Group = { title: string; sections: Section[] }

/** The settings: how a person reads, their data, how they sign in, where they are signed in, and the end of it. */
export function accountPage(view: AccountView): Fragment {
  const { person, notice } = view
  const groups = groupsOf(view)
  return layout(
    { title: messages.title, person, current: 'account', head: scripts(view) },
    html`${noticeBox(notice)}
      <div class="account-page with-contents">
        <header>
          <div class="page-line">
            <h1>${messages.title}</h1>
            <form method="post" action="/logout">
              ${formTokenField(person.formToken)}
              <button class="button plain">${allMessages.shell.signOut}</button>
            </form>
          </div>
          <p class="lead"><bdi>${person.email}</bdi></p>
          ${view.isOwner && ownerNote()}
        </header>
        ${contents(groups)}
        <div class="account-page sections">
          ${!view.isRecentlyAuthenticated && confirmFirst()}
          ${groups.flatMap(({ sections }) => sections.map(({ content }) => content))}
        </div>
      </div>`,
  )
}

function scripts({ passkeys }: AccountView): Fragment {
  return html`${passkeys && passkeyScript()}
    <script type="module" src="${assets().offlineSettings.path}"></script>`
}

function groupsOf(view: AccountView): Group[] {
  const { passkeys, linkedIdentity, isPasswordEnabled } = view
  const { groups, provider } = messages
  const { title: appearance } = allMessages.reader.settings
  return [
    {
      title: groups.reading,
      sections: [
        section('appearance-heading', appearance, appearanceSection(view)),
        section('offline-heading', allMessages.offline.setting.heading, offlineSection()),
        section('extractions', messages.extractions.heading, extractionSection(view)),
      ].flat(),
    },
    {
      title: groups.data,
      sections: [
        section('import-heading', messages.import.heading, importSection()),
        section('export-heading', messages.export.heading, exportSection(view)),
        section('storage-heading', messages.storage.heading, storageSection(view)),
      ].flat(),
    },
    {
      title: groups.account,
      sections: [
        section('email-heading', messages.email.heading, emailSection(view)),
        section('password-heading', messages.password.heading, isPasswordEnabled && passwordSection(view)),
        section('totp-heading', messages.totp.heading, isPasswordEnabled && totpSection(view)),
        section('passkeys-heading', messages.passkeys.heading, passkeys && passkeySection(view, passkeys)),
        linkedIdentity
          ? section(
              'linked-identity-heading',
              provider.heading(linkedIdentity.name),
              linkedIdentitySection(view, linkedIdentity),
            )
          : [],
        section('sessions-heading', messages.sessions.heading, sessionSection(view)),
        section('sign-ins-heading', messages.signIns.heading, signInSection(view)),
        section('delete-heading', messages.deletion.heading, deletionSection(view)),
      ].flat(),
    },
  ]
}

/** A section that is there; none of what this service does not offer. */
function section(id: string, title: string, content: Fragment | false | undefined): Section[] {
  return content ? [{ id, title, content }] : []
}

function contents(groups: Group[]): Fragment {
  return html`<nav class="contents" aria-label="${messages.contents}">
    ${groups.map(
      ({ title, sections }) =>
        html`<p>${title}</p>
          <ul>
            ${sections.map(({ id, title: heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
          </ul>`,
    )}
  </nav>`
}

const importSection = (): Fragment =>
  html`<section aria-labelledby="import-heading">
    <h2 id="import-heading">${messages.import.heading}</h2>
    <p>${messages.import.text}</p>
    <p><a class="button quiet" href="/import">${messages.import.link}</a></p>
  </section>`

const exportSection = ({ isExporting }: AccountView): Fragment =>
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
    ${isExporting && html`<p>${exportProgressLink()}</p>`}
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
  html`<p class="hint">${messages.youOwnService((text) => html`<a href="/account/service">${text}</a>`)}</p>`

function confirmFirst(): Fragment {
  const link = (text: string) => html`<a href="/account/confirm">${text}</a>`
  return html`<p class="confirm-first">${messages.confirmFirstNote(link)}</p>`
}
