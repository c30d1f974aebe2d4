import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from './form-token.ts'

type ConfirmedForm = {
  action: string
  formToken: string
  fields?: Fragment | undefined
  /** What opens the form, what sending it means, and the words of its button. */
  words: { open: string; text: string; button: string }
  /** What it is done to, for readers of the page's text only. */
  name?: string | undefined
}

/** A form for what can't be undone: opening it says what it means, and its button does it. */
export function confirmedForm({ action, formToken, fields, words, name }: ConfirmedForm): Fragment {
  const named = name !== undefined && html`<span class="unseen"> ${name}</span>`
  return html`<details>
    <summary>${words.open}${named}</summary>
    <form class="account-form" method="post" action="${action}">
      ${formTokenField(formToken)} ${fields}
      <p>${words.text}</p>
      <button class="button danger">${words.button}${named}</button>
    </form>
  </details>`
}
