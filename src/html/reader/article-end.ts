import { html } from '../html.ts'
import { markRead } from '../../queue/actions/mark-read.ts'
import { titleOf } from '../../queue/model/item.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { listName } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import type { ItemLink, OpenedList, ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** The end of the article: buttons that mark it as read, and the next item of the list. */
export function articleEnd(view: ReadingView): Fragment {
  const { item, list, article } = view
  const next = list.next ?? list.previous
  return html`<section class="ending" id="end" aria-label="${messages.end.title}">
    ${item.readAt !== null && html`<p class="done"><span aria-hidden="true">✓</span> ${messages.end.alreadyRead}</p>`}
    ${markRead.isOffered(item) && markReadForms(view, next)}
    ${next ? nextItemLink(next, list) : html`<p class="hint">${isQueue(list) ? messages.end.noMoreUnread : messages.end.noMore}</p>`}
    ${article && neighbourLinks(list)}
  </section>`
}

function isQueue({ query }: OpenedList): boolean {
  return query === ''
}

/** Only the person marks an item as read; scrolling to the end does not. */
function markReadForms({ item, person, path, list }: ReadingView, onward: ItemLink | undefined): Fragment {
  const options = { formToken: person.formToken, itemId: item.id }
  return html`<div class="button-row">
    ${onward && actionForm(markRead, { ...options, returnTo: onward.path, label: messages.end.markReadAndContinue })}
    ${actionForm(markRead, {
      ...options,
      returnTo: onward ? path : list.path,
      style: onward ? 'quiet' : 'main',
      label: messages.end.markRead,
    })}
  </div>`
}

function nextItemLink({ item, path }: ItemLink, list: OpenedList): Fragment {
  const rel = list.next ? 'next' : 'prev'
  return html`<a class="next" href="${path}" rel="${rel}">
    <span class="caption">${isQueue(list) ? messages.end.next : messages.end.nextInList}</span>
    <strong dir="auto" ${languageOf(item)}>${titleOf(item)}</strong>
    <span class="hint"
      ><bdi>${item.siteName ?? item.site}</bdi
      >${item.readingMinutes !== null && html` · ${messages.readingTime(item.readingMinutes)}`}</span
    >
  </a>`
}

function neighbourLinks({ previous, next, path, filter }: OpenedList): Fragment {
  const link = ({ item, path }: ItemLink, rel: string, label: string) =>
    html`<a rel="${rel}" href="${path}" title="${titleOf(item)}">${label}</a>`
  return html`<nav class="neighbours" aria-label="${messages.neighbours.label}">
    ${previous && link(previous, 'prev', `← ${messages.neighbours.previous}`)}
    <a href="${path}">${listName(filter)}</a>
    ${next && link(next, 'next', `${messages.neighbours.next} →`)}
  </nav>`
}
