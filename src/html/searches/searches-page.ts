import { html } from '../html.ts'
import { editSearch, removeSearch, saveSearch } from '../../queue/actions/save-search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { icon } from '../parts/icon.ts'
import { itemCount } from '../parts/item-count.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { popupMenu } from '../parts/popup-menu.ts'
import { layout } from '../shell/layout.ts'
import type { Notice } from '../../text/notice.ts'
import { savedSearchPath, SEARCHES_PATH } from '../items/saved-search-path.ts'
import { queryGroups } from './query-groups.ts'
import { searchFields } from './search-fields.ts'

const messages = allMessages.searches

const EDIT_ID = 'edit'
/** The most items of a search that are counted. */
export const MAX_COUNTED = 100
const row = allMessages.queue.card

/** A saved search, and how many items it finds; undefined if that can't be counted. */
export type CountedSearch = SavedSearch & { count: number | undefined }

type SearchesView = {
  person: Person
  searches: CountedSearch[]
  /** The name of the search that is edited. */
  edited: string | undefined
  notice: Notice | undefined
}

/** All saved searches, each with a menu of what can be done with it, and a form that adds another. */
export function searchesPage(view: SearchesView): Fragment {
  const { person, searches, notice } = view
  const failed = notice?.kind === 'mistake' ? notice : undefined
  const failedAdd = failed?.values?.form === saveSearch.name ? failed : undefined
  return layout(
    {
      title: messages.title,
      person,
      current: 'searches',
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: SEARCHES_PATH }))}
      <h1>${messages.title}</h1>
      ${
        searches.length === 0
          ? noSearches(person)
          : html`<ul class="managed">
              ${searches.map((search, index) => searchRow(search, index, view))}
            </ul>`
      }
      <details${attributes({ class: 'add-search', open: failedAdd ? true : undefined })}>
        <summary class="button quiet icon-plus">${searches.length === 0 ? messages.addOwn : messages.add}</summary>
        ${form(
          person,
          saveSearch.name,
          html`${searchFields({
              idPrefix: 'add',
              nameField: 'name',
              values: valuesOf(failedAdd, 'name'),
              wrong: failedAdd?.field,
            })} <button class="button main">${messages.button}</button>`,
        )}
      </details>`,
  )
}

/** What a saved search is, and one that can be saved as it stands. */
function noSearches(person: Person): Fragment {
  const { name, query, button, meaning } = messages.example
  return html`<div class="empty">
    ${icon('bookmark')}
    <p class="first">${messages.none}</p>
    <p>${messages.noneHint}</p>
    ${form(
      person,
      saveSearch.name,
      html`<input type="hidden" name="name" value="${name}" />
        <input type="hidden" name="query" value="${query}" />
        <p><strong>${name}</strong> <span class="hint">${meaning}</span></p>
        <button class="button main icon-plus">${button}</button>`,
    )}
  </div>`
}

function searchRow(search: CountedSearch, index: number, view: SearchesView): Fragment {
  const { name, query, sort, count } = search
  if (isEdited(search, view)) return html`<li class="edited" id="${EDIT_ID}">${editForm(search, view)}</li>`
  const named = html`<span class="visually-hidden">${messages.named(name)}</span>`
  return html`<li>
    <div class="managed-head">
      <a href="${savedSearchPath(search)}"><bdi>${name}</bdi></a>
      <ul class="conditions" aria-label="${messages.conditions}">
        ${queryGroups(query).map(({ label }) => html`<li><bdi>${label}</bdi></li>`)}
        ${sort && html`<li class="icon-sort">${allMessages.queue.search.orders[sort]}</li>`}
      </ul>
    </div>
    ${count !== undefined && itemCount(count, MAX_COUNTED)}
    ${popupMenu({
      id: `search-menu-${index}`,
      label: html`<span class="visually-hidden">${row.more}${named}</span>`,
      buttonClass: 'button plain icon-more',
      title: row.more,
      entries: html`<a class="icon-pencil" href="${editPath(name)}" data-in-place>${messages.edit}${named}</a>
        ${form(
          view.person,
          removeSearch.name,
          html`<input type="hidden" name="name" value="${name}" />
            <button class="danger icon-trash">${messages.remove}${named}</button>`,
        )}`,
    })}
  </li>`
}

/** The same page, with the form in the place of one. */
function editPath(name: string): string {
  return `${SEARCHES_PATH}?${new URLSearchParams({ edit: name }).toString()}#${EDIT_ID}`
}

/** What was typed into the form of this search, if it failed. */
function failedEdit({ name }: SavedSearch, { notice }: SearchesView): Notice | undefined {
  const { form, name: edited } = notice?.kind === 'mistake' ? (notice.values ?? {}) : {}
  return form === editSearch.name && edited === name ? notice : undefined
}

function isEdited(search: SavedSearch, view: SearchesView): boolean {
  return search.name === view.edited || failedEdit(search, view) !== undefined
}

function editForm(search: SavedSearch, view: SearchesView): Fragment {
  const failed = failedEdit(search, view)
  const fields = searchFields({
    idPrefix: 'edit',
    nameField: 'rename',
    values: failed ? valuesOf(failed, 'rename') : search,
    wrong: failed?.field,
  })
  return form(
    view.person,
    editSearch.name,
    html`<input type="hidden" name="name" value="${search.name}" />
      ${fields}
      <div class="button-row">
        <button class="button main">${messages.button}</button>
        <a class="button quiet" href="${SEARCHES_PATH}" data-in-place>${allMessages.tags.cancel}</a>
      </div>`,
  )
}

function form(person: Person, action: string, content: Fragment): Fragment {
  return html`<form method="post" action="${actionPath({ name: action }, undefined)}">
    ${formTokenField(person.formToken)} ${returnField(SEARCHES_PATH)} ${content}
  </form>`
}

/** What was typed into a form that failed. */
function valuesOf(failed: Notice | undefined, nameField: 'name' | 'rename') {
  const { values = {} } = failed ?? {}
  return { name: values[nameField], query: values['query'], sort: values['sort'] }
}
