import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { AccountView } from './view.ts'

/** The form that ends the account. */
export function deletionSection({ person, isFresh, notice }: AccountView): Fragment {
  const isWrong = notice?.kept?.form === 'delete'
  return html`<section aria-labelledby="delete-heading">
    <h2 id="delete-heading">Delete the account</h2>
    <p>
      Everything goes at once and for good: your queue with all texts, your agents’ access, your ways to sign
      in.
    </p>
    ${
      isFresh &&
      html`<details${attributes({ open: isWrong || undefined })}>
        <summary>Delete my account</summary>
        <form class="account-form" method="post" action="/account/delete">
          ${formTokenField(person.formToken)}
          ${textField({
            id: 'delete-email',
            name: 'email',
            label: 'Your e-mail address, to confirm',
            type: 'email',
            autocomplete: 'off',
            isWrong,
          })}
          <button class="button danger">Delete everything</button>
        </form>
      </details>`
    }
  </section>`
}
