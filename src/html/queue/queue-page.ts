import { html } from 'hono/html'
import type { Item } from '../../queue/model/item.ts'
import { changeItems } from '../../queue/actions/catalogue.ts'
import type { Digest } from '../../queue/history/activity.ts'
import { orderOf, type Sort } from '../../queue/search/filter.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import { wrongTry } from '../actions/action-form.ts'
import { assets } from '../assets/assets.ts'
import { bulkBar } from './bulk-bar.ts'
import { emptyList } from './empty-list.ts'
import type { Fragment } from '../fragment.ts'
import { digestLine } from '../history/digest.ts'
import { itemCard } from './item-card.ts'
import { keysSheet } from '../shell/keys-sheet.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { type Notice, noticeWithUndo } from '../parts/notice.ts'
import { isNarrowed, LISTS, queueAddress } from '../items/queue-address.ts'
import { queueSide } from './queue-side.ts'
import { saveBox } from './save-box.ts'
import { searchForm, wordsOf, wrongSearch } from './search-form.ts'
import { allWords } from '../words/words.ts'

export type QueueView = {
  person: Person
  now: number
  search: Search
  totals: Counts
  /** The most used first. */
  tags: TagCount[]
  items: Item[]
  /** By item id, where an article holds what was searched for. */
  snippets?: Map<string, Snippet> | undefined
  /** What agents did lately, where the page tells it. */
  digest?: Digest | undefined
  /** This page's own path, without a flash. */
  path: string
  newer?: string | undefined
  older?: string | undefined
  notice?: Notice | undefined
  /** Whether all items of the page are selected at first. */
  isAllSelected?: boolean | undefined
}

const words = allWords.queue

/** A list of the queue, with all that can be done to it. */
export function queuePage(view: QueueView): Fragment {
  const { person, search, notice, path, items } = view
  const isSearched = items.length > 0 || isNarrowed(search.filter) || wrongSearch(notice)
  const heading = LISTS[search.filter.state]
  const isTrash = search.filter.state === 'removed' && view.totals.removed > 0
  const script = html`<script type="module" src="${assets().queue.path}"></script>`
  // What was just saved is on top of these two lists only.
  const savedIn = search.filter.state === 'all' ? '/queue?state=all' : '/queue'
  return layout(
    { title: heading, person, current: 'queue', head: script, shownWith: 'items' },
    html`<div class="news" aria-live="polite">${noticeWithUndo(notice, person, path)}</div>
      <div class="queue">
        ${saveBox({ person, returnTo: savedIn, notice })} ${queueSide(search, view.totals, view.tags)}
        <section class="list" aria-labelledby="list-heading">
          <div class="list-head">
            <h1 id="list-heading">${heading}</h1>
            ${isSearched && searchForm(search, notice)} ${isTrash && emptyTrashLink}
          </div>
          ${view.digest && digestLine(view.digest)} ${narrowing(search)} ${list(view)} ${pager(view)}
          ${items.length > 0 && bulkBar({ person, items, path, notice })}
        </section>
      </div>
      ${keysSheet}`,
  )
}

const emptyTrashLink = html`<a class="button quiet" href="/trash/empty">${words.trash.empty}</a>`

function narrowing(search: Search): Fragment | undefined {
  const { filter, limit } = search
  if (!isNarrowed(filter)) return undefined
  const { only, tagged, from, and, all } = words.narrowing
  const { state, tag, site } = filter
  const named = (before: string, name: string | undefined) =>
    name === undefined ? [] : [html`${before} <strong><bdi>${name}</bdi></strong>`]
  const bounds = [
    ...named(tagged, tag),
    ...named(from, site),
    ...named(words.narrowing.with, wordsOf(search)),
  ]
  return html`<p class="narrowing">
    ${only} ${bounds.map((bound, index) => (index === 0 ? bound : html` ${and} ${bound}`))}.
    <a href="${queueAddress({ filter: { state }, limit })}">${all}</a>
  </p>`
}

function list(view: QueueView): Fragment {
  const { items, person, now, path, search, notice } = view
  if (items.length === 0) return emptyList(view)
  const selected = wrongTry(changeItems, { notice, itemId: undefined })?.kept?.['items']?.split(' ') ?? []
  const card = (item: Item, index: number) => {
    // Coming back to the card above keeps the place, also when this one leaves the list.
    const above = items[index - 1]
    const returnTo = above ? `${path}#item-${above.id}` : path
    const snippet = view.snippets?.get(item.id)
    const isSelected = view.isAllSelected === true || selected.includes(item.id)
    return itemCard(item, { person, now, returnTo, notice, state: search.filter.state, snippet, isSelected })
  }
  return html`<ol class="items" id="items">
    ${items.map(card)}
  </ol>`
}

function pager({ newer, older, search }: QueueView): Fragment | undefined {
  if (newer === undefined && older === undefined) return undefined
  const [back, on] = DIRECTIONS[orderOf(search.filter)]
  return html`<nav class="pager" aria-label="${words.pages}">
    ${newer !== undefined && html`<a class="button quiet" rel="prev" href="${newer}">← ${back}</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">${on} →</a>`}
  </nav>`
}

/** Where a list goes on to, back and on. */
const DIRECTIONS: Record<Sort, [back: string, on: string]> = {
  best: [words.directions.back, words.directions.more],
  newest: [words.directions.newer, words.directions.older],
  oldest: [words.directions.older, words.directions.newer],
}
