import { html } from 'hono/html'
import { markRead } from '../../queue/actions/mark-read.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { LIST_LABELS, queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** The end of the article: buttons that mark it as read, and the next item. */
export function articleEnd(view: ReadingView): Fragment {
  const { item, neighbours, article } = view
  const next = neighbours.older ?? neighbours.newer
  return html`<section class="ending" id="end" aria-label="${messages.end.title}">
    ${item.readAt !== null && html`<p class="done"><span aria-hidden="true">✓</span> ${messages.end.isRead}</p>`}
    ${markRead.offered(item) && markReadForms(view, next)}
    ${next ? nextItemLink(next) : html`<p class="hint">${messages.end.last}</p>`}
    ${article && neighbourLinks(view)}
  </section>`
}

/** Only the person marks an item as read; scrolling to the end does not. */
function markReadForms({ item, person, path, state }: ReadingView, onward: Item | undefined): Fragment {
  const options = { formToken: person.formToken, itemId: item.id }
  const list = queuePath({ filter: { state }, limit: DEFAULT_PAGE })
  return html`<div class="button-row">
    ${onward && actionForm(markRead, { ...options, returnTo: pathOf(onward), label: messages.end.markReadAndContinue })}
    ${actionForm(markRead, {
      ...options,
      returnTo: onward ? path : list,
      style: onward ? 'quiet' : 'main',
      label: messages.end.markRead,
    })}
  </div>`
}

function nextItemLink(item: Item): Fragment {
  return html`<a class="next" href="${pathOf(item)}">
    <span class="caption">${messages.end.next}</span>
    <strong dir="auto" ${languageOf(item)}>${titleOf(item)}</strong>
    <span class="hint"
      ><bdi>${item.siteName ?? item.site}</bdi
      >${item.readingMinutes !== null && html` · ${messages.readingTime(item.readingMinutes)}`}</span
    >
  </a>`
}

function neighbourLinks({ neighbours: { newer, older }, state }: ReadingView): Fragment {
  const link = (item: Item, rel: string, label: string) =>
    html`<a rel="${rel}" href="${pathOf(item)}" title="${titleOf(item)}">${label}</a>`
  return html`<nav class="neighbours" aria-label="${messages.neighbours.label}">
    ${newer && link(newer, 'prev', `← ${messages.neighbours.newer}`)}
    <a href="${queuePath({ filter: { state }, limit: DEFAULT_PAGE })}">${LIST_LABELS[state]}</a>
    ${older && link(older, 'next', `${messages.neighbours.older} →`)}
  </nav>`
}

function pathOf({ id }: Item): string {
  return `/queue/items/${id}`
}
