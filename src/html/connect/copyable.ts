import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { withBreaks } from '../parts/with-breaks.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.connect

/** Something to type elsewhere, with a button that copies it; the script shows the button. */
export function copyable(code: string, style: 'main' | 'quiet' = 'quiet'): Fragment {
  return html`<div class="copyable">
    <pre dir="ltr"><code>${withBreaks(code)}</code></pre>
    <button class="button ${style}" type="button" data-copied="${messages.copied}" hidden>
      ${messages.copy}
    </button>
  </div>`
}
