import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.shortcuts

/** The keyboard shortcuts of a page, shown by its script; they can be switched off (WCAG 2.1.4). */
export function shortcutsDialog(shortcuts: [keys: string, meaning: string][]): Fragment {
  return html`<dialog class="keys" id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title" tabindex="-1" autofocus>${messages.title}</h2>
    <dl>
      ${shortcuts.map(
        ([keys, meaning]) =>
          html`<div>
            <dt>${keys.split('  ').map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <form method="dialog">
      <label><input type="checkbox" id="keys-on" checked /> ${messages.use}</label>
      <button class="button quiet">${allMessages.shell.close}</button>
    </form>
  </dialog>`
}
