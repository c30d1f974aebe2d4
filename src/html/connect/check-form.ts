import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'

/** The button that starts the connector check. */
export function checkForm({ formToken }: Person, label: string, style: 'main' | 'quiet' = 'main'): Fragment {
  return html`<form method="post" action="/connect/check">
    ${formTokenField(formToken)}
    <button class="button ${style}">${label}</button>
  </form>`
}
