import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.shell

/** Copies every `code` of the element it stands in, one a line; shown by the script `copy`. */
export function copyButton(style: 'main' | 'quiet' = 'quiet'): Fragment {
  return html`<button class="button ${style}" type="button" data-copied="${messages.copied}" hidden>
    ${messages.copy}
  </button>`
}
