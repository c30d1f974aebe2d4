import { html } from '../html.ts'
import { type Quota, formatBytes, type Usage } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { settingsSection } from './settings-section.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.storage

const trashLink = (text: string) => html`<a href="/queue?state=removed">${text}</a>`

/** How much of its quota an account uses. */
export function storageSection({ usage, quota }: { usage: Usage; quota: Quota }): Fragment {
  const { formats } = allMessages
  const isFull = usage.bytes >= quota.bytes || usage.items >= quota.items
  return settingsSection({
    id: 'storage-heading',
    title: messages.heading,
    text: messages.bytes(formatBytes(usage.bytes, formats), formatBytes(quota.bytes, formats)),
    content: html`<meter
        aria-label="${messages.heading}"
        min="0"
        max="${quota.bytes}"
        value="${usage.bytes}"
      ></meter>
      <p class="hint">${messages.items(formats.count(usage.items), formats.count(quota.items))}</p>
      ${isFull && html`<p><strong>${messages.accountFull(trashLink)}</strong></p>`}`,
  })
}
