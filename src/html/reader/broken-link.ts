import { html } from '../html.ts'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import { archiveListOf } from '../../queue/links/web-archive.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.links

export const hasBrokenLink = ({ item, link }: ReadingView): boolean =>
  item.brokenAt !== null && link !== undefined

/** A note above the copy that the link of the item no longer works; undefined while it works. */
export function brokenLink(view: ReadingView): Fragment | undefined {
  const { item, link, now } = view
  if (item.brokenAt === null || link === undefined) return undefined
  return html`<div class="broken-link">
    <p>${messages.broken(relativeTime(link.checkedAt ?? item.brokenAt, now))} ${archived(view)}</p>
    ${archivedCopyForm(view, 'quiet')}
  </div>`
}

/** When a broken link was checked, and what a web archive has of its page. */
export function brokenLinkText(view: ReadingView): Fragment {
  const { item, link, now } = view
  return html`${messages.checked(relativeTime(link?.checkedAt ?? item.brokenAt ?? now, now))}
  ${archived(view)}`
}

function archived({ item, link }: ReadingView): Fragment | undefined {
  if (link === undefined) return undefined
  const list = (text: string) =>
    html`<a href="${archiveListOf(link.webArchiveUrl, item.url)}" rel="noopener noreferrer">${text}</a>`
  return messages.archive(list)
}

/** The button that fetches the copy of the web archive. */
export function archivedCopyForm({ item, person, path }: ReadingView, style: string): Fragment | undefined {
  if (!refetchItem.isOffered(item)) return undefined
  return html`<form method="post" action="/archived-copies">
    ${formTokenField(person.formToken)} ${returnField(path)}
    <input type="hidden" name="item" value="${item.id}" />
    <button class="button ${style}">${messages.fetchCopy}</button>
  </form>`
}
