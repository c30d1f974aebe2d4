import { html, raw } from '../html.ts'
import { changeItems } from '../../queue/actions/catalogue.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import type { ListName } from '../../queue/model/states.ts'
import { orderOf, type Sort } from '../../queue/search/filter.ts'
import { failedSubmission } from '../actions/action-form.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { digestSummary } from '../history/digest.ts'
import { wayToWelcome } from '../welcome/way-to-welcome.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import { layout } from '../shell/layout.ts'
import type { Notice } from '../../text/notice.ts'
import { failedSearch } from '../shell/search-form.ts'
import { waitingSuggestions } from '../agents/suggestion-list.ts'
import { bulkBar } from './bulk-bar.ts'
import { emptyList } from './empty-list.ts'
import { type Row, rowMarkup } from './row.ts'
import { activeFilter, listHeading } from './active-filter.ts'
import { listHead } from './list-head.ts'
import type { QueueView } from './queue-view.ts'
import { updatesLine } from './updates-line.ts'
import { rowMenu } from './row-menu.ts'

const messages = allMessages.queue

/** The actions that take an item out of each list. */
const LEAVING: Record<ListName, string> = {
  unread: 'mark-read snooze-item remove-item',
  read: 'mark-unread remove-item',
  snoozed: 'unsnooze-item mark-read remove-item',
  favourite: 'unfavourite-item remove-item',
  all: 'remove-item',
  removed: 'restore-item',
}
/** The id of the form around the list, which the buttons of all rows submit, each to its own action. */
const ROW_FORM_ID = 'row-action'

/** A list of the queue, with its filters and actions. */
export function queuePage(view: QueueView): Fragment {
  const { search, notice, path, rows, tags } = view
  const person = { ...view.person, counts: view.totals, tags, searches: view.searches }
  const script = html`<script type="module" src="${assets().queue.path}"></script>`
  const title = listHeading(view)
  return layout(
    {
      title,
      person,
      current: 'queue',
      head: script,
      paintAfter: rows.length > 0 ? 'items' : undefined,
      search,
      notice,
      shortcuts: messages.shortcuts.keys,
    },
    html`${noticeArea(!isOfDialog(notice) && noticeWithUndo(notice, person, { returnTo: path }))}
      <div class="updates-place" role="status">${view.updates && updatesLine(view.updates, path)}</div>
      <section
        class="list"
        aria-labelledby="list-heading"
        data-density="${person.settings?.density ?? 'comfortable'}"
        data-latest="${view.lastChange}"
        data-leaving="${LEAVING[search.filter.state]}"
      >
        ${listHead(view)} ${news(view)} ${activeFilter(view)}
        ${view.words && html`<p class="search-words" role="status">${view.words}</p>`} ${list(view)}
        ${pager(view)} ${rows.length > 0 && bulkBar({ person, rows, path, now: view.now, notice })}
      </section>
      ${rows.length > 0 && rowMenu(view)}`,
  )
}

/** What agents suggest, what they did since yesterday, and the way back to the first steps. */
function news({ waiting, digest, welcomeStep }: QueueView): Fragment | undefined {
  const suggestions = waiting === undefined ? undefined : waitingSuggestions(waiting)
  const summary = digest && digestSummary(digest)
  const step = welcomeStep === undefined ? undefined : wayToWelcome(welcomeStep)
  return suggestions || summary || step
    ? html`<div class="news">${step}${suggestions}${summary}</div>`
    : undefined
}

/** Whether a notice stands in the dialog whose form it is about. */
function isOfDialog(notice: Notice | undefined): boolean {
  return [failedSubmission(saveLink, { notice, itemId: undefined }), failedSearch(notice)].some(Boolean)
}

function list(view: QueueView): Fragment {
  const { rows, person, path, notice } = view
  if (rows.length === 0) return emptyList(view)
  const selected =
    failedSubmission(changeItems, { notice, itemId: undefined })?.values?.['items']?.split(' ') ?? []
  const usualActions = rows[0]!.actions
  const rowOf = (row: Row) =>
    rowMarkup(row, {
      usualActions,
      isSelected: view.isAllSelected === true || selected.includes(row.id),
      icon: view.icons?.get(row.site),
    })
  return html`<form id="${ROW_FORM_ID}" method="post">
    <ol class="items" id="items" data-actions="${usualActions}">
      ${raw(rows.map(rowOf).join(''))}
    </ol>
    ${formTokenField(person.formToken)} ${returnField(path)}
  </form>`
}

function pager({ newer, older, search }: QueueView): Fragment | undefined {
  if (newer === undefined && older === undefined) return undefined
  const [back, on] = DIRECTIONS[orderOf(search.filter)] ?? MORE
  const [previous, next] = [messages.directions[back], messages.directions[on]]
  return html`<nav class="pager" aria-label="${messages.pages}">
    ${newer !== undefined && html`<a class="button quiet" rel="prev" href="${newer}">← ${previous}</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">${next} →</a>`}
  </nav>`
}

type Direction = keyof typeof messages.directions
type Directions = [previous: Direction, next: Direction]

/** What the links to the previous and next page of a list are called in these orders, and in any other. */
const MORE: Directions = ['back', 'more']
const DIRECTIONS: { [Order in Sort]?: Directions } = {
  newest: ['newer', 'older'],
  oldest: ['older', 'newer'],
}
