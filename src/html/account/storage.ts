import { html } from '../html.ts'
import { type Quota, sizeInWords, type Usage } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.storage

const trashLink = (text: string) => html`<a href="/queue?state=removed">${text}</a>`

/** How much of its quota an account uses. */
export function storageSection({ usage, quota }: { usage: Usage; quota: Quota }): Fragment {
  const { formats } = allMessages
  const isFull = usage.bytes >= quota.bytes || usage.items >= quota.items
  return html`<section aria-labelledby="storage-heading" id="storage">
    <h2 id="storage-heading">${messages.heading}</h2>
    <p>${messages.bytes(sizeInWords(usage.bytes, formats), sizeInWords(quota.bytes, formats))}</p>
    <meter aria-label="${messages.heading}" min="0" max="${quota.bytes}" value="${usage.bytes}"></meter>
    <p>${messages.items(formats.count(usage.items), formats.count(quota.items))}</p>
    ${isFull && html`<p><strong>${messages.accountFull(trashLink)}</strong></p>`}
  </section>`
}
