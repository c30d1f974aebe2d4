import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { confirmationForm } from '../parts/confirmation-form.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { passkeyForm } from '../parts/passkey-form.ts'
import { confirmingControl, openingControl, sectionPath, settingsSection } from './settings-section.ts'
import type { AccountView, PasskeyView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.passkeys
const PASSKEYS_ID = 'passkeys-heading'

/** The passkeys of a person, and the form that adds one. */
export function passkeySection(view: AccountView, passkeys: PasskeyView[]): Fragment {
  const { isRecentlyAuthenticated, notice } = view
  const control = { label: messages.add }
  return settingsSection({
    id: PASSKEYS_ID,
    title: messages.heading,
    text: messages.text,
    control: isRecentlyAuthenticated
      ? openingControl(control, { isOpen: notice?.values?.form === 'passkey', form: addForm(view) })
      : confirmingControl(control, sectionPath(PASSKEYS_ID)),
    content:
      passkeys.length > 0 &&
      html`<ul class="rows">
        ${passkeys.map((passkey) => passkeyRow(view, passkey))}
      </ul>`,
  })
}

function passkeyRow(
  { person, now, isRecentlyAuthenticated, notice }: AccountView,
  { id, name, createdAt, lastUsedAt }: PasskeyView,
): Fragment {
  const refused = notice?.values?.form === 'passkey-name' && notice.values.passkey === id ? notice : undefined
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="hint">
        ${messages.added(relativeTime(createdAt, now))}
        ${lastUsedAt === null ? messages.neverUsed : messages.lastUsed(relativeTime(lastUsedAt, now))}
      </p>
    </div>
    ${
      !isRecentlyAuthenticated &&
      html`${confirmingControl({ label: messages.rename, name }, sectionPath(PASSKEYS_ID))}
      ${confirmingControl({ label: messages.remove.open, name }, sectionPath(PASSKEYS_ID))}`
    }
    ${
      isRecentlyAuthenticated &&
      html`<details${attributes({ open: refused && true })}>
          <summary>${messages.rename}<span class="visually-hidden"> ${name}</span></summary>
          <form class="account-form" method="post" action="/account/passkeys/rename">
            ${formTokenField(person.formToken)}
            <input type="hidden" name="passkey" value="${id}" />
            ${textField({
              id: `name-of-${id}`,
              name: 'name',
              label: messages.name,
              type: 'text',
              autocomplete: 'off',
              maxLength: 60,
              value: refused?.values?.name ?? name,
              isWrong: refused?.field === 'name',
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
