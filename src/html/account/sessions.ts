import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { browserName } from '../parts/browser-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { AccountView, SessionView } from './view.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.sessions

/** The browsers that are signed in, with forms that sign them out. */
export function sessionSection(view: AccountView): Fragment {
  const { person, sessions } = view
  return html`<section aria-labelledby="sessions-heading">
    <h2 id="sessions-heading">${words.heading}</h2>
    <ul class="rows">
      ${sessions.map((session) => sessionRow(view, session))}
    </ul>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="/account/sessions/end-others">
        ${formTokenField(person.formToken)}
        <button class="button quiet">${words.endOthers}</button>
      </form>`
    }
  </section>`
}

function sessionRow({ person, now }: AccountView, session: SessionView): Fragment {
  const name = browserName(session.browser)
  return html`<li>
    <div>
      <strong>${name}</strong> ${session.isCurrent && html`<span class="badge">${words.current}</span>`}
      <p class="hint">
        ${words.since(instant(session.signedInAt, now))} ${words.lastUsed(instant(session.lastUsedAt, now))}
      </p>
    </div>
    ${
      !session.isCurrent &&
      html`<form method="post" action="/account/sessions/end">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="session" value="${session.id}" />
        <button class="button quiet">${words.end}<span class="visually-hidden"> ${name}</span></button>
      </form>`
    }
  </li>`
}
