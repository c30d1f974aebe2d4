import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'

/** Leads to the page that says how far an export is, while it downloads. */
export function exportProgressLink(): Fragment {
  return html`<a href="/account/export/progress">${allMessages.exports.progress.link}</a>`
}
