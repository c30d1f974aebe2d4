import { html } from '../html.ts'
import { editSearch, removeSearch, saveSearch } from '../../queue/actions/save-search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { icon } from '../parts/icon.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { layout } from '../shell/layout.ts'
import type { Notice } from '../../text/notice.ts'
import { savedSearchPath, SEARCHES_PATH } from '../items/saved-search-path.ts'
import { searchFields } from './search-fields.ts'

const messages = allMessages.searches

type SearchesView = { person: Person; searches: SavedSearch[]; notice: Notice | undefined }

/** All saved searches, each with forms that edit and remove it, and one that adds another. */
export function searchesPage({ person, searches, notice }: SearchesView): Fragment {
  const failed = notice?.kind === 'mistake' ? notice : undefined
  const failedAdd = failed?.values?.form === saveSearch.name ? failed : undefined
  return layout(
    {
      title: messages.title,
      person,
      current: 'queue',
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: SEARCHES_PATH }))}
      <h1>${messages.title}</h1>
      ${
        searches.length === 0
          ? noSearches(person)
          : html`<ul class="managed">
              ${searches.map((search, index) => searchRow(search, index, { person, failed }))}
            </ul>`
      }
      <details${attributes({ class: 'add-search', open: failedAdd ? true : undefined })}>
        <summary class="button quiet icon-plus">${messages.add}</summary>
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
        <p><strong>${name}</strong> <code>${query}</code> <span class="hint">${meaning}</span></p>
        <button class="button main icon-plus">${button}</button>`,
    )}
  </div>`
}

function searchRow(
  search: SavedSearch,
  index: number,
  { person, failed }: { person: Person; failed: Notice | undefined },
): Fragment {
  const { name, query, sort } = search
  const own = failed?.values?.form === editSearch.name && failed.values['name'] === name ? failed : undefined
  const hidden = html`<span class="visually-hidden">${messages.named(name)}</span>`
  const nameField = html`<input type="hidden" name="name" value="${name}" />`
  return html`<li>
    <div class="managed-head">
      <a href="${savedSearchPath(search)}"><bdi>${name}</bdi></a>
      <code dir="auto">${query}</code>
      ${sort && html`<span class="hint">${allMessages.queue.search.orders[sort]}</span>`}
    </div>
    <details${attributes({ open: own ? true : undefined })}>
      <summary class="button plain">${messages.edit}${hidden}</summary>
      ${form(
        person,
        editSearch.name,
        html`${nameField}
          ${searchFields({
            idPrefix: `edit-${index}`,
            nameField: 'rename',
            values: own ? valuesOf(own, 'rename') : search,
            wrong: own?.field,
          })} <button class="button main">${messages.button}</button>`,
      )}
    </details>
    ${form(
      person,
      removeSearch.name,
      html`${nameField}<button class="button plain">${messages.remove}${hidden}</button>`,
    )}
  </li>`
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
