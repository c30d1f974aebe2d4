import { html } from '../html.ts'
import { linkedIdentitySection } from './linked-identity.ts'
import { emailSection, passwordSection } from './credentials.ts'
import { deletionSection } from './deletion.ts'
import { passkeySection } from './passkeys.ts'
import { extractionSection } from './extractions.ts'
import { sessionSection } from './sessions.ts'
import { sectionPath, settingsSection } from './settings-section.ts'
import { signInSection } from './sign-ins.ts'
import { totpSection } from './totp.ts'
import { storageSection } from './storage.ts'
import type { AccountView } from './view.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeArea, noticeBox } from '../parts/notice.ts'
import { passkeyScript } from '../parts/passkey-form.ts'
import { settingsForm } from '../preferences/preferences-form.ts'
import { exportFormatOption } from '../parts/export-format-option.ts'
import { exportProgressLink } from '../parts/export-progress-link.ts'
import { offlineSection } from '../offline/offline-section.ts'
import { assets } from '../assets/assets.ts'
import type { ExportFormat } from '../../library/export/export-format.ts'
import { EXPORT_FORMATS } from '../../library/export/export-formats.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account
const APPEARANCE_ID = 'appearance-heading'

/** A section as the contents list it. */
type Section = { id: string; title: string; content: Fragment }
type Group = { id: string; title: string; sections: Section[] }

/** The settings: how a person reads, their data, how they sign in, where they are signed in, and the end of it. */
export function accountPage(view: AccountView): Fragment {
  const { person, notice } = view
  const groups = groupsOf(view)
  return layout(
    { title: messages.title, person, current: 'account', head: scripts(view) },
    html`${noticeArea(noticeBox(notice))}
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
        <div class="sections">
          ${groups.map(
            ({ id, title, sections }) =>
              html`<h2 id="${id}">${title}</h2>
                <div class="group">${sections.map(({ content }) => content)}</div>`,
          )}
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
      id: 'reading',
      title: groups.reading,
      sections: [
        section(APPEARANCE_ID, appearance, appearanceSection(view)),
        section('offline-heading', allMessages.offline.setting.heading, offlineSection()),
        section('extractions', messages.extractions.heading, extractionSection(view)),
      ].flat(),
    },
    {
      id: 'data',
      title: groups.data,
      sections: [
        section('import-heading', messages.import.heading, importSection()),
        section('export-heading', messages.export.heading, exportSection(view)),
        section('storage-heading', messages.storage.heading, storageSection(view)),
      ].flat(),
    },
    {
      id: 'security',
      title: groups.security,
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
      ].flat(),
    },
    {
      id: 'account',
      title: groups.account,
      sections: section('delete-heading', messages.deletion.heading, deletionSection(view)),
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
      ({ id, title, sections }) =>
        html`<p><a href="#${id}">${title}</a></p>
          <ul>
            ${sections.map(({ id, title: heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
          </ul>`,
    )}
  </nav>`
}

const importSection = (): Fragment =>
  settingsSection({
    id: 'import-heading',
    title: messages.import.heading,
    text: messages.import.text,
    control: html`<a class="button quiet" href="/import">${messages.import.link}</a>`,
  })

const exportSection = ({ isExporting }: AccountView): Fragment =>
  settingsSection({
    id: 'export-heading',
    title: messages.export.heading,
    text: messages.export.text,
    control: html`<a class="button quiet" href="/account/export" download>${messages.export.link}</a>`,
    content: html`<p class="hint">${messages.export.others}</p>
      <ul class="formats">
        ${EXPORT_FORMATS.filter(({ name }) => name !== 'json').map(exportLink)}
      </ul>
      ${isExporting && html`<p>${exportProgressLink()}</p>`}`,
  })

function exportLink(format: ExportFormat): Fragment {
  const { value, title, text } = exportFormatOption(format)
  return html`<li>
    <a href="/account/export?format=${value}" download
      >${format.content === 'highlights' && html`${allMessages.exports.contents.highlights}: `}${title}</a
    >
    ${text !== undefined && html`<small>${text}</small>`}
  </li>`
}

function appearanceSection({ person }: AccountView): Fragment | undefined {
  const { settings, formToken } = person
  if (settings === undefined) return undefined
  return settingsSection({
    id: APPEARANCE_ID,
    title: allMessages.reader.settings.title,
    content: settingsForm({ settings, formToken, returnTo: sectionPath(APPEARANCE_ID) }),
  })
}

const ownerNote = (): Fragment =>
  html`<p class="hint">${messages.youOwnService((text) => html`<a href="/account/service">${text}</a>`)}</p>`
