import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { browserName } from '../parts/browser-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { settingsSection } from './settings-section.ts'
import type { AccountView, SessionView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.sessions

/** The browsers that are signed in, with forms that sign them out. */
export function sessionSection(view: AccountView): Fragment {
  const { person, sessions } = view
  return settingsSection({
    id: 'sessions-heading',
    title: messages.heading,
    control:
      sessions.length > 1 &&
      html`<form method="post" action="/account/sessions/end-others">
        ${formTokenField(person.formToken)}
        <button class="button quiet">${messages.endOthers}</button>
      </form>`,
    content: html`<ul class="rows">
      ${sessions.map((session) => sessionRow(view, session))}
    </ul>`,
  })
}

function sessionRow({ person, now }: AccountView, session: SessionView): Fragment {
  const name = browserName(session.userAgent)
  return html`<li>
    <div>
      <strong>${name}</strong> ${session.isCurrent && html`<span class="badge">${messages.current}</span>`}
      <p class="hint">
        ${messages.since(relativeTime(session.signedInAt, now))}
        ${messages.lastUsed(relativeTime(session.lastUsedAt, now))}
      </p>
    </div>
    ${
      !session.isCurrent &&
      html`<form method="post" action="/account/sessions/end">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="session" value="${session.id}" />
        <button class="button quiet">${messages.end}<span class="visually-hidden"> ${name}</span></button>
      </form>`
    }
  </li>`
}
