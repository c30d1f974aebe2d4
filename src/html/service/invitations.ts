import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import type { ServiceView } from './view.ts'

const messages = allMessages.service.invitations
const LIFETIME_DAYS = 7

/** The open invitations, and the form that creates one; its link is shown once. */
export function invitationSection(view: ServiceView): Fragment {
  const { person, invitations, isRecentlyAuthenticated, notice } = view
  const link = notice?.kind === 'done' ? notice.values?.['link'] : undefined
  const isWrong = notice?.values?.form === 'invitation'
  return html`<section aria-labelledby="invitations-heading">
    <h2 id="invitations-heading">${messages.heading}</h2>
    <p>${messages.text(LIFETIME_DAYS)}</p>
    ${link !== undefined && newLink(link)}
    ${
      invitations.length > 0 &&
      html`<ul class="rows">
        ${invitations.map((invitation) => invitationRow(view, invitation))}
      </ul>`
    }
    ${
      isRecentlyAuthenticated &&
      html`<form class="account-form" method="post" action="/account/service/invitations">
        ${formTokenField(person.formToken)}
        ${textField({
          name: 'note',
          label: messages.note,
          type: 'text',
          autocomplete: 'off',
          maxLength: 200,
          hint: messages.noteHint,
          isOptional: true,
          value: isWrong ? notice?.values?.['note'] : undefined,
          isWrong,
        })}
        <button class="button quiet">${messages.button}</button>
      </form>`
    }
  </section>`
}

function newLink(link: string): Fragment {
  return html`<div class="field new-link">
    <label for="invitation-link">${messages.link}</label>
    <textarea id="invitation-link" readonly rows="2" spellcheck="false">${link}</textarea>
  </div>`
}

function invitationRow(
  { person, now, isRecentlyAuthenticated }: ServiceView,
  { id, note, createdAt, expiresAt }: ServiceView['invitations'][number],
): Fragment {
  const name = note || messages.unnamed
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="hint">
        ${messages.created(relativeTime(createdAt, now))} ${messages.expires(relativeTime(expiresAt, now))}
      </p>
    </div>
    ${
      isRecentlyAuthenticated &&
      html`<form method="post" action="/account/service/invitations/withdraw">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="invitation" value="${id}" />
        <button class="button quiet">
          ${messages.withdraw}<span class="visually-hidden"> ${name}</span>
        </button>
      </form>`
    }
  </li>`
}
