import { html } from 'hono/html'
import { markRead } from '../../queue/actions/mark-read.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-facts.ts'
import { LISTS, queueAddress } from '../items/queue-address.ts'
import { allWords } from '../words/words.ts'
import type { ReadingView } from './reading-view.ts'

const words = allWords.reader

/** After the last line: to be done with it, and what to read next. */
export function ending(view: ReadingView): Fragment {
  const { item, neighbours, article } = view
  const onward = neighbours.older ?? neighbours.newer
  return html`<section class="ending" id="end" aria-label="${words.end.title}">
    ${item.readAt !== null && html`<p class="done"><span aria-hidden="true">✓</span> ${words.end.isRead}</p>`}
    ${markRead.offered(item) && marking(view, onward)}
    ${onward ? nextItem(onward) : html`<p class="hint">${words.end.last}</p>`} ${article && beside(view)}
  </section>`
}

/** The person says that it is read, nothing else does. */
function marking({ item, person, path, state }: ReadingView, onward: Item | undefined): Fragment {
  const use = { formToken: person.formToken, itemId: item.id }
  const list = queueAddress({ filter: { state }, limit: DEFAULT_PAGE })
  return html`<div class="go-on">
    ${onward && actionForm(markRead, { ...use, returnTo: pathOf(onward), label: words.end.markReadAndGoOn })}
    ${actionForm(markRead, {
      ...use,
      returnTo: onward ? path : list,
      look: onward ? 'quiet' : 'main',
      label: words.end.markRead,
    })}
  </div>`
}

function nextItem(item: Item): Fragment {
  return html`<a class="next" href="${pathOf(item)}">
    <span class="what">${words.end.next}</span>
    <strong dir="auto" ${languageOf(item)}>${titleOf(item)}</strong>
    <span class="hint"
      ><bdi>${item.siteName ?? item.site}</bdi
      >${item.readingMinutes !== null && html` · ${words.readingTime(item.readingMinutes)}`}</span
    >
  </a>`
}

function beside({ neighbours: { newer, older }, state }: ReadingView): Fragment {
  const link = (item: Item, rel: string, label: string) =>
    html`<a rel="${rel}" href="${pathOf(item)}" title="${titleOf(item)}">${label}</a>`
  return html`<nav class="beside-it" aria-label="${words.neighbours.label}">
    ${newer && link(newer, 'prev', `← ${words.neighbours.newer}`)}
    <a href="${queueAddress({ filter: { state }, limit: DEFAULT_PAGE })}">${LISTS[state]}</a>
    ${older && link(older, 'next', `${words.neighbours.older} →`)}
  </nav>`
}

function pathOf({ id }: Item): string {
  return `/queue/items/${id}`
}
