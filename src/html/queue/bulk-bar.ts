import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import { EXPORT_PATH } from '../items/queue-path.ts'
import { actionField } from '../actions/action-field.ts'
import { failedSubmission } from '../actions/action-form.ts'
import { actionTitle, fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'
import type { Row } from './row.ts'

/** The id of the form that the checkboxes of all cards belong to. */
export const BULK_FORM_ID = 'bulk'
/** The id of the word that, with an item's title, names its checkbox. */
export const SELECT_LABEL_ID = 'select-word'

const messages = allMessages.queue.bulk

/** The actions with a button in the bar, the main one last; the others are in its menu. */
const DIRECT_ACTIONS = ['remove-item', 'restore-item', 'mark-unread', 'mark-read']

type BulkBarOptions = { person: Person; rows: Row[]; path: string; notice: Notice | undefined }

/** The actions for the selected items: those that at least one item on the page offers. Hidden until some are selected. */
export function bulkBar({ person, rows, path, notice }: BulkBarOptions): Fragment {
  const { choices } = changeItems.fields['action']!
  // Most rows offer the same actions.
  const offered = new Set([...new Set(rows.map((row) => row.actions))].join(' ').split(' '))
  const actions = itemActions.filter(({ name }) => choices?.includes(name) && offered.has(name))
  const direct = DIRECT_ACTIONS.flatMap((name) => actions.find((action) => action.name === name) ?? [])
  const failed = failedSubmission(changeItems, { notice, itemId: undefined })
  const all = `${path}${path.includes('?') ? '&' : '?'}select=all`
  return html`<form class="bulk" id="${BULK_FORM_ID}" method="post" action="/queue/${changeItems.name}">
    ${formTokenField(person.formToken)} ${returnField(path)}
    <div class="bulk-bar" role="group" aria-label="${messages.label}">
      <p class="selected-count">${messages.selected}</p>
      <a class="button plain" href="${all}" data-select="all">${messages.all}</a>
      <a class="button plain" href="${path}" data-select="none">${messages.none}</a>
      <details class="menu" name="menu" ${attributes({ open: failed && true })}>
        <summary class="button plain">${messages.more}</summary>
        <div class="menu-panel">${fieldsWithButtons(actions, failed)} ${otherButtons(actions)}</div>
      </details>
      ${direct.map((action, index) => button(action, index === direct.length - 1 ? 'main' : 'quiet'))}
    </div>
    <span hidden id="${SELECT_LABEL_ID}">${messages.select}</span>
  </form>`
}

/** First in the form, since Enter submits with a form's first button, which has to be the one for tagging. */
function fieldsWithButtons(actions: ItemAction[], wrong: Notice | undefined): Fragment[] {
  return ['tag', 'until', 'request'].flatMap((name) => {
    const takers = actions.filter((action) => name in action.fields)
    if (takers.length === 0) return []
    const value = wrong?.values?.[name] ?? ''
    const label = fieldTitle(changeItems, name)
    const state = { id: `bulk-${name}`, name, label, value, isWrong: wrong?.field === name }
    return html`<div class="menu-row">
      ${actionField(changeItems.fields[name]!, state)} ${takers.map((action) => button(action, 'plain'))}
    </div>`
  })
}

function otherButtons(actions: ItemAction[]): Fragment {
  const rest = actions.filter(
    ({ name, fields }) => !DIRECT_ACTIONS.includes(name) && Object.keys(fields).length === 0,
  )
  return html`<div class="menu-row">
    ${rest.map((action) => button(action, 'plain'))}
    <button class="button plain" formaction="${EXPORT_PATH}" data-native>${allMessages.exports.open}</button>
  </div>`
}

function button(action: ItemAction, style: string): Fragment {
  return html`<button class="button ${style}" name="action" value="${action.name}">
    ${messages.buttons[action.name] ?? actionTitle(action)}
  </button>`
}
