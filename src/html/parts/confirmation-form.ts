import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from './form-token.ts'

type ConfirmationForm = {
  action: string
  formToken: string
  fields?: Fragment | undefined
  /** The text that opens the form, what submitting it means, and its button. */
  words: { open: string; text: string; button: string }
  /** What it applies to, for screen readers. */
  name?: string | undefined
}

/** A form for what can't be undone: collapsed at first, and explained when it is opened. */
export function confirmationForm({ action, formToken, fields, words, name }: ConfirmationForm): Fragment {
  const nameSuffix = name !== undefined && html`<span class="visually-hidden"> ${name}</span>`
  return html`<details>
    <summary>${words.open}${nameSuffix}</summary>
    <form class="account-form" method="post" action="${action}">
      ${formTokenField(formToken)} ${fields}
      <p>${words.text}</p>
      <button class="button danger">${words.button}${nameSuffix}</button>
    </form>
  </details>`
}
