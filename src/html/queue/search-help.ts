import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.search

/** The search syntax, collapsed at first. */
export const searchHelp: Fragment = html`<details class="search-help">
  <summary>${words.help}</summary>
  <dl>
    ${words.examples.map(
      ([example, meaning]) =>
        html`<div>
          <dt><code>${example}</code></dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>
  <p>${words.helpEnd}</p>
</details>`
