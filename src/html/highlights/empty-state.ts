import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.highlights.page

/** What is shown to somebody who has no highlights. */
export function emptyState(): Fragment {
  return html`<div class="empty">
    <p class="first">${messages.empty}</p>
    <p>${messages.emptyHint}</p>
    <p><a class="button quiet" href="/queue">${messages.toQueue}</a></p>
  </div>`
}
