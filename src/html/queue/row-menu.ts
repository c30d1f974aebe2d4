import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { batchActions, collectInputs } from '../../queue/actions/batch.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import { actionField } from '../actions/action-field.ts'
import { keyHint, menuButton, partSummary } from '../actions/menu-button.ts'
import { asksForInput } from '../actions/item-actions.ts'
import { actionTitle, buttonTitle, fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { type SnoozePreset, snoozePresets } from '../actions/snooze-presets.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { ROW_BUTTONS } from './item-row.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue.card

/** The actions without input, in groups by how often they are used; what removes comes last. */
const FIRST = [...ROW_BUTTONS, 'unsnooze-item']
const LAST = ['remove-item']

/** What asks for input: the actions whose field people can fill in for several items too. */
const INPUTS = collectInputs(batchActions(itemActions)).filter(({ field }) => !field.isApiOnly)

/**
 * The menu of a row. It is there once, and the page's script fills it for the row that it opens on: it shows what that
 * item offers, and directs the buttons to it. What asks for input opens in place.
 */
export function rowMenu({ person, path, now }: QueueView): Fragment {
  const hidden = html`${formTokenField(person.formToken)} ${returnField(path)}`
  const parts = itemActions.flatMap((action) => INPUTS.filter((input) => input.action === action))
  const plain = itemActions.filter((action) => !asksForInput(action))
  const named = (names: string[]) =>
    names.flatMap((name) => plain.find((action) => action.name === name) ?? [])
  const others = plain.filter(({ name }) => !FIRST.includes(name) && !LAST.includes(name))
  const preset = ({ label, until }: SnoozePreset) =>
    html`<button form="${FORM_ID}" data-action="${snoozeItem.name}" name="until" value="${until}">
      ${label}
    </button>`
  const untag = attributes({ 'data-action': untagItem.name, 'data-label': actionTitle(untagItem) })
  const chips: Record<string, Fragment> = {
    [snoozeItem.name]: html`<div class="chips presets">
      ${snoozePresets(now, person.timeZone).map(preset)}
    </div>`,
    [tagItem.name]: html`<div class="chips" id="row-tags" ${untag}></div>`,
  }
  return html`<div
    class="row-menu menu-parts"
    id="row-menu"
    role="dialog"
    aria-label="${messages.more}"
    popover
  >
    <p class="row-menu-title" dir="auto"></p>
    <form class="menu-form menu-links" id="${FORM_ID}" method="post">
      ${hidden} ${named(FIRST).map((action) => menuButton(action))}
    </form>
    ${parts.map(
      ({ action, ownName }) =>
        html`<details class="menu-part menu-links" name="row-menu" data-action="${action.name}">
          ${partSummary(action)} ${chips[action.name]} ${formWithField(action, ownName, hidden)}
        </details>`,
    )}
    <div class="menu-section menu-links">
      ${others.map(plainButton)}
      <a class="icon-text" data-link="details">${messages.details}</a>
      <a class="icon-leave" data-link="original" rel="noopener noreferrer">${messages.original}</a>
      <button type="button" class="icon-select" data-select-row>
        ${allMessages.queue.bulk.select}${keyHint('x')}
      </button>
    </div>
    <div class="menu-section menu-links danger">${named(LAST).map(plainButton)}</div>
  </div>`
}

const plainButton = (action: ItemAction): Fragment => menuButton(action, { form: FORM_ID })

const FORM_ID = 'row-menu-action'

function formWithField(action: ItemAction, name: string, hidden: Fragment): Fragment {
  const label = action === tagItem ? messages.addTag : buttonTitle(action)
  const title = fieldTitle(action, name)
  const state = { id: `row-${name}`, name, label: title, value: '', isWrong: false, placeholder: title }
  return html`<form class="menu-form menu-field" method="post" data-action="${action.name}">
    ${hidden} ${actionField(action.fields[name]!, state)} <button class="button quiet">${label}</button>
  </form>`
}
