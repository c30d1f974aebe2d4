import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { copyButton } from '../parts/copy-button.ts'
import { withBreaks } from '../parts/with-breaks.ts'

/** Something to type elsewhere, with a button that copies it. */
export function copyable(code: string, style: 'main' | 'quiet' = 'quiet'): Fragment {
  return html`<div class="copyable">
    <pre dir="ltr"><code>${withBreaks(code)}</code></pre>
    ${copyButton(style)}
  </div>`
}
