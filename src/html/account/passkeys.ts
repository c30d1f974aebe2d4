import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { confirmationForm } from '../parts/confirmation-form.ts'
import { formTokenField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { passkeyForm } from '../parts/passkey-form.ts'
import type { AccountView, PasskeyView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.passkeys

/** The passkeys of a person, and the form that adds one. */
export function passkeySection(view: AccountView, passkeys: PasskeyView[]): Fragment {
  return html`<section aria-labelledby="passkeys-heading">
    <h2 id="passkeys-heading">${messages.heading}</h2>
    <p>${messages.text}</p>
    ${
      passkeys.length > 0 &&
      html`<ul class="rows">
        ${passkeys.map((passkey) => passkeyRow(view, passkey))}
      </ul>`
    }
    ${view.isRecentlyAuthenticated && addForm(view)}
  </section>`
}

function passkeyRow(
  { person, now, isRecentlyAuthenticated: isFresh }: AccountView,
  { id, name, createdAt, lastUsedAt }: PasskeyView,
): Fragment {
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="hint">
        ${messages.added(instant(createdAt, now))}
        ${lastUsedAt === null ? messages.neverUsed : messages.lastUsed(instant(lastUsedAt, now))}
      </p>
    </div>
    ${
      isFresh &&
      html`<details>
          <summary>${messages.rename}<span class="visually-hidden"> ${name}</span></summary>
          <form class="account-form" method="post" action="/account/passkeys/rename">
            ${formTokenField(person.formToken)}
            <input type="hidden" name="passkey" value="${id}" />
            ${textField({
              id: `name-of-${id.slice(0, 20)}`,
              name: 'name',
              label: messages.name,
              type: 'text',
              autocomplete: 'off',
              maxLength: 60,
              value: name,
            })}
            <button class="button quiet">${messages.rename}</button>
          </form>
        </details>
        ${confirmationForm({
          action: '/account/passkeys/remove',
          formToken: person.formToken,
          fields: html`<input type="hidden" name="passkey" value="${id}" />`,
          words: messages.remove,
          name,
        })}`
    }
  </li>`
}

function addForm({ person, notice }: AccountView): Fragment {
  const isWrong = notice?.values?.form === 'passkey' && notice.field === 'name'
  return html`<noscript><p class="hint">${messages.needsScript}</p></noscript> ${passkeyForm({
      kind: 'registration',
      action: '/account/passkeys',
      formToken: person.formToken,
      button: messages.add,
      buttonClass: 'quiet',
      fields: textField({
        id: 'passkey-name',
        name: 'name',
        label: messages.newName,
        type: 'text',
        autocomplete: 'off',
        maxLength: 60,
        hint: messages.newNameHint,
        isWrong,
      }),
    })}`
}
