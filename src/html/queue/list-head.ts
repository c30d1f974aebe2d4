import { html } from '../html.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Search } from '../../queue/lists/search.ts'
import { hasWords, orderOf, type Sort, SORTS } from '../../queue/search/filter.ts'
import { APPEARANCE_CHOICES } from '../../accounts/appearance-settings.ts'
import type { Fragment } from '../fragment.ts'
import { exportPath, isNarrowed, queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { tagLabel } from '../parts/tag-label.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { SETTINGS_PATH } from '../preferences/preferences-form.ts'
import { SAVE_ID } from '../shell/sidebar.ts'
import { listHeading, queryOf } from './active-filter.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue
const MINUTES = [5, 15, 30]
const MAX_TAGS = 30

/** One line: the list's name and count, what narrows and sorts it, and the button that saves. */
export function listHead(view: QueueView): Fragment {
  const { search, totals, rows, tags } = view
  const { state } = search.filter
  const isTrash = state === 'removed' && totals.removed > 0
  const canFilter = rows.length > 0 || isNarrowed(search.filter)
  return html`<div class="list-head">
    <h1${attributes({ class: hasWords(search.filter) ? 'found' : undefined })} id="list-heading" dir="auto">${listHeading(view)}</h1>
    ${canFilter && html`${lengthMenu(search)} ${tags.length > 0 && tagMenu(view)} ${sortMenu(search)}`}
    ${listMenu(view)}
    ${isTrash && html`<a class="button plain empty-trash icon-trash" href="/trash/empty" title="${messages.trash.empty}">${messages.trash.empty}</a>`}
    <button class="button main save-open icon-plus" type="button" popovertarget="${SAVE_ID}">
      ${messages.save.button}
    </button>
  </div>`
}

type Choice = { href: string; label: Fragment | string; isChosen: boolean }

/** A chip that opens a list of links. What narrows the list is named below the head. */
function menu(
  name: string,
  { label, isActive = false }: { label: Fragment | string; isActive?: boolean },
  choices: Choice[],
): Fragment {
  return html`<details class="menu filter-${name}" name="filter">
    <summary class="chip${isActive && ' active'}">${label}</summary>
    <ul class="menu-panel">
      ${choices.map(
        ({ href, label, isChosen }) =>
          html`<li>
            <a${attributes({ href, 'aria-current': isChosen ? 'true' : undefined })}>${label}</a>
          </li>`,
      )}
    </ul>
  </details>`
}

function lengthMenu({ filter, limit }: Search): Fragment {
  const text = filter.query?.text ?? ''
  const otherTerms = text.replace(/(^|\s)under:\S+/gi, ' ').trim()
  const pathWith = (condition: string) => {
    // In front, since an OR may end the other terms.
    const query = queryOf([condition, otherTerms].filter(Boolean).join(' '))
    return queuePath({ filter: { ...filter, query }, limit })
  }
  const chosen = MINUTES.find((minutes) => new RegExp(`(^|\\s)under:${minutes}m?(\\s|$)`, 'i').test(text))
  const { length, anyLength, upToMinutes } = messages.search
  return menu('length', { label: length, isActive: chosen !== undefined }, [
    { href: pathWith(''), label: anyLength, isChosen: chosen === undefined },
    ...MINUTES.map((minutes) => ({
      href: pathWith(`under:${minutes}m`),
      label: upToMinutes(minutes),
      isChosen: minutes === chosen,
    })),
  ])
}

function tagMenu({ search: { filter, limit }, tags, person }: QueueView): Fragment {
  const path = (tag: string | undefined) => queuePath({ filter: { ...filter, tag }, limit })
  const current = filter.tag
  const any = { href: path(undefined), label: messages.anyTag, isChosen: current === undefined }
  const choices = tags.slice(0, MAX_TAGS).map(({ tag }) => ({
    href: path(tag),
    label: tagLabel(tag, person.tagColours),
    isChosen: tag === current,
  }))
  return menu('tag', { label: messages.tag, isActive: current !== undefined }, [any, ...choices])
}

function sortMenu(search: Search): Fragment {
  const { filter } = search
  // No item of these lists has been read.
  const isUnread = filter.state === 'unread' || filter.state === 'snoozed'
  const stateFor = (sort: Sort) => (sort === 'recently-read' && isUnread ? ({ state: 'read' } as const) : {})
  // Relevance needs words.
  const defaultSort = orderOf({ ...filter, sort: undefined })
  const current = filter.sort ?? defaultSort
  const offered = SORTS.filter((sort) => sort !== 'best' || defaultSort === 'best')
  const choices = offered.map((sort) => ({
    href: queuePath({
      filter: { ...filter, ...stateFor(sort), sort: sort === defaultSort ? undefined : sort },
      limit: DEFAULT_PAGE,
    }),
    label: messages.search.orders[sort],
    isChosen: sort === current,
  }))
  const label = html`<span class="icon-sort">${messages.search.orders[current]}</span>`
  return menu('sort', { label, isActive: current !== defaultSort }, choices)
}

/** How the list looks, and what can be done with all of it. */
function listMenu({ person, path, search, rows }: QueueView): Fragment {
  const { density } = allMessages.reader.settings.choices
  const current = person.settings?.density ?? 'comfortable'
  return html`<details class="menu filter-density" name="filter">
    <summary class="chip icon-rows" title="${messages.density}">
      <span class="visually-hidden">${messages.density}</span>
    </summary>
    <form class="menu-panel" method="post" action="${SETTINGS_PATH}">
      ${formTokenField(person.formToken)} ${returnField(path)}
      ${APPEARANCE_CHOICES.density.map(
        (choice) =>
          html`<button name="density" value="${choice}" aria-pressed="${String(choice === current)}">
            ${density[choice]}
          </button>`,
      )}
      ${
        rows.length > 0 &&
        html`<hr />
          <a href="${exportPath(search.filter)}">${allMessages.exports.open}</a>`
      }
    </form>
  </details>`
}
