import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.history

/** The addresses of the next page, with what is older, and of the first one; undefined where there is none. */
export type Pages = { older: string | undefined; newest: string | undefined }

/** The links between the pages of a list that begins with the newest. */
export function pager(label: string, { older, newest }: Pages): Fragment | undefined {
  if (older === undefined && newest === undefined) return undefined
  return html`<nav class="pager" aria-label="${label}">
    ${newest !== undefined && html`<a class="button quiet" href="${newest}">← ${messages.newest}</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">${messages.older} →</a>`}
  </nav>`
}
