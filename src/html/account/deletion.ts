import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { AccountView } from './view.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.deletion

/** The form that deletes the account. */
export function deletionSection({ person, isRecentlyAuthenticated: isFresh, notice }: AccountView): Fragment {
  const isWrong = notice?.values?.form === 'delete'
  return html`<section aria-labelledby="delete-heading">
    <h2 id="delete-heading">${words.heading}</h2>
    <p>${words.text}</p>
    ${
      isFresh &&
      html`<details${attributes({ open: isWrong || undefined })}>
        <summary>${words.open}</summary>
        <form class="account-form" method="post" action="/account/delete">
          ${formTokenField(person.formToken)}
          ${textField({
            id: 'delete-email',
            name: 'email',
            label: words.field,
            type: 'email',
            autocomplete: 'off',
            isWrong,
          })}
          <button class="button danger">${words.button}</button>
        </form>
      </details>`
    }
  </section>`
}
