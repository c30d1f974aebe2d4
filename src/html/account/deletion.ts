import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { confirmingControl, openingControl, sectionPath, settingsSection } from './settings-section.ts'
import type { AccountView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.deletion
const DELETION_ID = 'delete-heading'

/** The form that deletes the account. */
export function deletionSection({ person, isRecentlyAuthenticated, notice }: AccountView): Fragment {
  const isWrong = notice?.values?.form === 'delete'
  const form = () =>
    html`<form class="account-form" method="post" action="/account/delete">
      ${formTokenField(person.formToken)}
      ${textField({
        id: 'delete-email',
        name: 'email',
        label: messages.field,
        type: 'email',
        autocomplete: 'off',
        isWrong,
      })}
      <button class="button danger">${messages.button}</button>
    </form>`
  const control = { label: messages.open, kind: 'danger' } as const
  return settingsSection({
    id: DELETION_ID,
    title: messages.heading,
    text: messages.text,
    control: isRecentlyAuthenticated
      ? openingControl(control, { isOpen: isWrong, form: form() })
      : confirmingControl(control, sectionPath(DELETION_ID)),
  })
}
