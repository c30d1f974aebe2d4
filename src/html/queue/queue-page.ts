import { html } from 'hono/html'
import type { Item } from '../../queue/model/item.ts'
import { changeItems } from '../../queue/actions/catalogue.ts'
import type { Digest } from '../../queue/history/activity.ts'
import { orderOf, type Sort } from '../../queue/search/filter.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import { failedSubmission } from '../actions/action-form.ts'
import { assets } from '../assets/assets.ts'
import { bulkBar } from './bulk-bar.ts'
import { emptyList } from './empty-list.ts'
import type { Fragment } from '../fragment.ts'
import { digestSummary } from '../history/digest.ts'
import { itemCard } from './item-card.ts'
import { shortcutsDialog } from '../shell/shortcuts-dialog.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { type Notice, noticeWithUndo } from '../parts/notice.ts'
import { isFiltered, LIST_LABELS, queuePath } from '../items/queue-path.ts'
import { queueSidebar } from './queue-sidebar.ts'
import { saveForms } from './save-forms.ts'
import { searchForm, searchText, failedSearch } from './search-form.ts'
import { allMessages } from '../messages/messages.ts'

export type QueueView = {
  person: Person
  now: number
  search: Search
  totals: Counts
  /** Most used first. */
  tags: TagCount[]
  items: Item[]
  /** The passages that match the search, by item id. */
  snippets?: Map<string, Snippet> | undefined
  /** What agents did recently, if the page shows it. */
  digest?: Digest | undefined
  /** The path of this page, without a flash. */
  path: string
  newer?: string | undefined
  older?: string | undefined
  notice?: Notice | undefined
  /** Whether all items of the page are selected at first. */
  isAllSelected?: boolean | undefined
}

const messages = allMessages.queue

/** A list of the queue, with its search, filters and actions. */
export function queuePage(view: QueueView): Fragment {
  const { person, search, notice, path, items } = view
  const canSearch = items.length > 0 || isFiltered(search.filter) || failedSearch(notice)
  const heading = LIST_LABELS[search.filter.state]
  const isTrash = search.filter.state === 'removed' && view.totals.removed > 0
  const script = html`<script type="module" src="${assets().queue.path}"></script>`
  // Only these two lists show what was just saved.
  const saveReturnTo = search.filter.state === 'all' ? '/queue?state=all' : '/queue'
  return layout(
    { title: heading, person, current: 'queue', head: script, paintAfter: 'items' },
    html`<div class="notices" aria-live="polite">${noticeWithUndo(notice, person, path)}</div>
      <div class="queue">
        ${saveForms({ person, returnTo: saveReturnTo, notice })}
        ${queueSidebar(search, view.totals, view.tags)}
        <section class="list" aria-labelledby="list-heading">
          <div class="list-head">
            <h1 id="list-heading">${heading}</h1>
            ${canSearch && searchForm(search, notice)} ${isTrash && emptyTrashLink}
          </div>
          ${view.digest && digestSummary(view.digest)} ${activeFilter(search)} ${list(view)} ${pager(view)}
          ${items.length > 0 && bulkBar({ person, items, path, notice })}
        </section>
      </div>
      ${shortcutsDialog}`,
  )
}

const emptyTrashLink = html`<a class="button quiet" href="/trash/empty">${messages.trash.empty}</a>`

function activeFilter(search: Search): Fragment | undefined {
  const { filter, limit } = search
  if (!isFiltered(filter)) return undefined
  const { results, tagged, from, for: matching, clear } = messages.filtered
  const { state, tag, site } = filter
  const named = (label: string, name: string | undefined) =>
    name === undefined ? [] : [html`${label} <strong><bdi>${name}</bdi></strong>`]
  const conditions = [...named(matching, searchText(search)), ...named(tagged, tag), ...named(from, site)]
  return html`<p class="active-filter">
    ${results} ${conditions.map((condition, index) => html`${index > 0 && ', '}${condition}`)} ·
    <a href="${queuePath({ filter: { state }, limit })}">${clear}</a>
  </p>`
}

function list(view: QueueView): Fragment {
  const { items, person, now, path, search, notice } = view
  if (items.length === 0) return emptyList(view)
  const selected =
    failedSubmission(changeItems, { notice, itemId: undefined })?.values?.['items']?.split(' ') ?? []
  const card = (item: Item, index: number) => {
    // Returning to the card above keeps the scroll position even if this card leaves the list.
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
  const [previous, next] = PAGER_LABELS[orderOf(search.filter)]
  return html`<nav class="pager" aria-label="${messages.pages}">
    ${newer !== undefined && html`<a class="button quiet" rel="prev" href="${newer}">← ${previous}</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">${next} →</a>`}
  </nav>`
}

/** The labels of the links to the previous and next page of a list. */
const PAGER_LABELS: Record<Sort, [previous: string, next: string]> = {
  best: [messages.directions.back, messages.directions.more],
  newest: [messages.directions.newer, messages.directions.older],
  oldest: [messages.directions.older, messages.directions.newer],
}
