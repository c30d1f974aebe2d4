import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'
import type { ServiceView } from './view.ts'

const words = allWords.service.invitations
const LIFETIME_DAYS = 7

/** The open invitations, and the form that creates one; its link is shown once. */
export function invitationSection(view: ServiceView): Fragment {
  const { person, invitations, isRecentlyAuthenticated: isFresh, notice } = view
  const link = notice?.kind === 'done' ? notice.values?.['link'] : undefined
  const isWrong = notice?.values?.form === 'invitation'
  return html`<section aria-labelledby="invitations-heading">
    <h2 id="invitations-heading">${words.heading}</h2>
    <p>${words.text(LIFETIME_DAYS)}</p>
    ${link !== undefined && newLink(link)}
    ${
      invitations.length > 0 &&
      html`<ul class="rows">
        ${invitations.map((invitation) => invitationRow(view, invitation))}
      </ul>`
    }
    ${
      isFresh &&
      html`<form class="account-form" method="post" action="/account/service/invitations">
        ${formTokenField(person.formToken)}
        ${textField({
          name: 'note',
          label: words.note,
          type: 'text',
          autocomplete: 'off',
          maxLength: 200,
          hint: words.noteHint,
          isOptional: true,
          value: isWrong ? notice?.values?.['note'] : undefined,
          isWrong,
        })}
        <button class="button quiet">${words.button}</button>
      </form>`
    }
  </section>`
}

function newLink(link: string): Fragment {
  return html`<div class="field new-link">
    <label for="invitation-link">${words.link}</label>
    <textarea id="invitation-link" readonly rows="2" spellcheck="false">${link}</textarea>
  </div>`
}

function invitationRow(
  { person, now, isRecentlyAuthenticated: isFresh }: ServiceView,
  { id, note, createdAt, expiresAt }: ServiceView['invitations'][number],
): Fragment {
  const name = note || words.unnamed
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="hint">${words.created(instant(createdAt, now))} ${words.expires(instant(expiresAt, now))}</p>
    </div>
    ${
      isFresh &&
      html`<form method="post" action="/account/service/invitations/withdraw">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="invitation" value="${id}" />
        <button class="button quiet">${words.withdraw}<span class="visually-hidden"> ${name}</span></button>
      </form>`
    }
  </li>`
}
