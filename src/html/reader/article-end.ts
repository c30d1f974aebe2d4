import { html } from '../html.ts'
import { markRead } from '../../queue/actions/mark-read.ts'
import { titleOf } from '../../queue/model/item.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { allMessages } from '../messages/messages.ts'
import type { ItemLink, OpenedList, ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** The end of the article: buttons that mark it as read, and a link to the next item of the list, or else the previous one. */
export function articleEnd(view: ReadingView): Fragment {
  const { item, list, article } = view
  const onward = list.next ?? list.previous
  return html`<section class="ending" id="end" aria-label="${messages.end.title}">
    ${item.readAt !== null && html`<p class="done"><span aria-hidden="true">✓</span> ${messages.end.alreadyRead}</p>`}
    ${markRead.isOffered(item) && markReadForms(view, onward)}
    ${onward ? onwardLink(onward, list) : html`<p class="hint">${isDefaultList(list) ? messages.end.noMoreUnread : messages.end.noMore}</p>`}
    ${article && previousLink(list)}
  </section>`
}

/** Whether it is the list of unread items, without a search or filter. */
function isDefaultList({ query }: OpenedList): boolean {
  return query === ''
}

/** Scrolling to the end doesn't mark an item as read, so there are buttons for it. */
function markReadForms({ item, person, path, list }: ReadingView, onward: ItemLink | undefined): Fragment {
  const options = { formToken: person.formToken, itemId: item.id }
  const label = list.next ? messages.end.markReadAndContinue : messages.end.markReadAndGoBack
  return html`<div class="button-row">
    ${onward && actionForm(markRead, { ...options, returnTo: onward.path, label })}
    ${actionForm(markRead, {
      ...options,
      returnTo: onward ? path : list.path,
      style: onward ? 'quiet' : 'main',
      label: messages.end.markRead,
    })}
  </div>`
}

function onwardLink({ item, path }: ItemLink, list: OpenedList): Fragment {
  const rel = list.next ? 'next' : 'prev'
  return html`<a rel="${rel}" href="${path}" class="next">
    <span class="caption">${onwardCaption(list)}</span>
    <strong dir="auto" ${languageOf(item)}>${titleOf(item)}</strong>
    <span class="hint"
      ><bdi>${item.siteName ?? item.site}</bdi
      >${item.readingMinutes !== null && html` · ${messages.readingTime(item.readingMinutes)}`}</span
    >
  </a>`
}

function onwardCaption(list: OpenedList): string {
  if (!list.next) return messages.previous
  return isDefaultList(list) ? messages.end.next : messages.end.nextInList
}

/** The link to the previous item, unless the link above already leads there. The toolbar has the way back to the list. */
function previousLink({ previous, next }: OpenedList): Fragment | undefined {
  if (!previous || !next) return undefined
  return html`<p>
    <a rel="prev" href="${previous.path}" class="previous" title="${titleOf(previous.item)}"
      >← ${messages.previous}</a
    >
  </p>`
}
