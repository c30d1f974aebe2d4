import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { AccountView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.deletion

/** The form that deletes the account. */
export function deletionSection({ person, isRecentlyAuthenticated: isFresh, notice }: AccountView): Fragment {
  const isWrong = notice?.values?.form === 'delete'
  return html`<section aria-labelledby="delete-heading">
    <h2 id="delete-heading">${messages.heading}</h2>
    <p>${messages.text}</p>
    ${
      isFresh &&
      html`<details${attributes({ open: isWrong || undefined })}>
        <summary>${messages.open}</summary>
        <form class="account-form" method="post" action="/account/delete">
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
        </form>
      </details>`
    }
  </section>`
}
