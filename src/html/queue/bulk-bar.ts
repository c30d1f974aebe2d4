import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import { EXPORT_PATH } from '../items/queue-path.ts'
import { actionField } from '../actions/action-field.ts'
import { failedSubmission } from '../actions/action-form.ts'
import { buttonTitle, fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { menuIcon, partSummary } from '../actions/menu-button.ts'
import { type SnoozePreset, snoozePresets } from '../actions/snooze-presets.ts'
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

/** The name of the buttons that snooze until a preset instant. */
export const PRESET_FIELD = 'preset'

type BulkBarOptions = { person: Person; rows: Row[]; path: string; now: number; notice: Notice | undefined }

/**
 * The actions for the selected items: those that at least one item on the page offers. Hidden until some are selected.
 * Enter in a field presses the form's first button, which names no action: it follows from the field that was filled.
 */
export function bulkBar({ person, rows, path, now, notice }: BulkBarOptions): Fragment {
  const { choices } = changeItems.fields['action']!
  // Most rows offer the same actions.
  const offered = new Set([...new Set(rows.map((row) => row.actions))].join(' ').split(' '))
  const actions = itemActions.filter(({ name }) => choices?.includes(name) && offered.has(name))
  const direct = DIRECT_ACTIONS.flatMap((name) => actions.find((action) => action.name === name) ?? [])
  const failed = failedSubmission(changeItems, { notice, itemId: undefined })
  const presets = snoozePresets(now, person.timeZone)
  const all = `${path}${path.includes('?') ? '&' : '?'}select=all`
  return html`<form class="bulk" id="${BULK_FORM_ID}" method="post" action="/queue/${changeItems.name}">
    ${formTokenField(person.formToken)} ${returnField(path)}
    <button hidden name="action" value=""></button>
    <div class="bulk-bar" role="group" aria-label="${messages.label}">
      <p class="selected-count">${messages.selected}</p>
      <a class="button plain" href="${all}" data-select="all">${messages.all}</a>
      <a class="button plain" href="${path}" data-select="none">${messages.none}</a>
      <details class="menu" name="menu" ${attributes({ open: failed && true })}>
        <summary class="button plain">${messages.more}</summary>
        <div class="menu-panel menu-parts">
          ${Object.keys(changeItems.fields).map((field) => menuPart(field, { actions, failed, presets }))}
          ${otherButtons(actions)}
        </div>
      </details>
      ${direct.map((action, index) => button(action, `button ${index === direct.length - 1 ? 'main' : 'quiet'}`))}
    </div>
    <span hidden id="${SELECT_LABEL_ID}">${messages.select}</span>
  </form>`
}

type PartOptions = { actions: ItemAction[]; failed: Notice | undefined; presets: SnoozePreset[] }

/** A part that opens in place, with a field and a button for each action that takes it; undefined if none does. */
function menuPart(name: string, { actions, failed, presets }: PartOptions): Fragment | undefined {
  const field = changeItems.fields[name]!
  const takers = actions.filter((action) => name in action.fields)
  if (!takers[0] || field.isApiOnly) return undefined
  const isWrong = failed?.field === name
  const title = fieldTitle(changeItems, name)
  const value = failed?.values?.[name] ?? ''
  const state = { id: `bulk-${name}`, name, label: title, value, isWrong, placeholder: title }
  return html`<details
    class="menu-part menu-links"
    name="bulk-part"
    ${attributes({ open: isWrong || undefined })}
  >
    ${partSummary(takers[0])}
    ${name === 'until' && html`<div class="chips presets">${presets.map(presetButton)}</div>`}
    <div class="menu-field">
      ${actionField(field, state)} ${takers.map((action) => button(action, 'button quiet'))}
    </div>
  </details>`
}

function presetButton({ label, until }: SnoozePreset): Fragment {
  return html`<button name="${PRESET_FIELD}" value="${until}">${label}</button>`
}

function otherButtons(actions: ItemAction[]): Fragment {
  const rest = actions.filter(
    ({ name, fields }) => !DIRECT_ACTIONS.includes(name) && Object.keys(fields).length === 0,
  )
  return html`<div class="menu-section menu-links">
    ${rest.map((action) => button(action, menuIcon(action)))}
    <button class="icon-download" formaction="${EXPORT_PATH}" data-native>${allMessages.exports.open}</button>
  </div>`
}

function button(action: ItemAction, style: string): Fragment {
  return html`<button class="${style}" name="action" value="${action.name}">${buttonTitle(action)}</button>`
}
