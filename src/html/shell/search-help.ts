import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.search

/** The search syntax, collapsed at first. */
export const searchHelp = (): Fragment =>
  html`<details class="search-help">
    <summary>${messages.help}</summary>
    <dl>
      ${messages.examples.map(
        ([example, meaning]) =>
          html`<dt>${example}</dt>
            <dd>${meaning}</dd>`,
      )}
    </dl>
    <p>${messages.helpEnd}</p>
  </details>`
