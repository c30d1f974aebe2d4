import { html } from 'hono/html'
import { type Quota, sizeInWords, type Usage } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.storage

const trashLink = (text: string) => html`<a href="/queue?state=removed">${text}</a>`

/** How much of its quota an account uses. */
export function storageSection({ usage, quota }: { usage: Usage; quota: Quota }): Fragment {
  const { count } = allWords.formats
  const isFull = usage.bytes >= quota.bytes || usage.items >= quota.items
  return html`<section aria-labelledby="storage-heading" id="storage">
    <h2 id="storage-heading">${words.heading}</h2>
    <p>${words.bytes(sizeInWords(usage.bytes), sizeInWords(quota.bytes))}</p>
    <meter aria-label="${words.heading}" min="0" max="${quota.bytes}" value="${usage.bytes}"></meter>
    <p>${words.items(count(usage.items), count(quota.items))}</p>
    ${isFull && html`<p><strong>${words.full(trashLink)}</strong></p>`}
  </section>`
}
