import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.keys

/** The keyboard shortcuts, shown by the page's script; they can be switched off (WCAG 2.1.4). */
export const shortcutsDialog: Fragment = html`<dialog class="keys" id="keys" aria-labelledby="keys-title">
  <h2 id="keys-title">${words.title}</h2>
  <dl>
    ${words.rows.map(
      ([keys, meaning]) =>
        html`<div>
          <dt>${keys.split('  ').map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>
  <form method="dialog">
    <label><input type="checkbox" id="keys-on" checked /> ${words.use}</label>
    <button class="button quiet">${words.close}</button>
  </form>
</dialog>`
