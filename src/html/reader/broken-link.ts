import { html } from '../html.ts'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import { archiveListOf } from '../../queue/links/web-archive.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.links

/** That the link of an item no longer works, and what a web archive has of its page; undefined while it works. */
export function brokenLink({ item, link, now, person, path }: ReadingView): Fragment | undefined {
  if (item.brokenAt === null || link === undefined) return undefined
  const list = (text: string) =>
    html`<a href="${archiveListOf(link.webArchiveUrl, item.url)}" rel="noopener noreferrer">${text}</a>`
  return html`<div class="broken-link">
    <p>${messages.broken(instant(link.checkedAt ?? item.brokenAt, now))} ${messages.archive(list)}</p>
    ${
      refetchItem.offered(item) &&
      html`<form method="post" action="/archived-copies">
        ${formTokenField(person.formToken)} ${returnField(path)}
        <input type="hidden" name="item" value="${item.id}" />
        <button class="button quiet">${messages.fetchCopy}</button>
      </form>`
    }
  </div>`
}
