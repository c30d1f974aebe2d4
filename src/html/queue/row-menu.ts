import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { askAgent } from '../../queue/actions/ask-agent.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import { actionField } from '../actions/action-field.ts'
import { keyHint, menuButton } from '../actions/menu-button.ts'
import { asksForInput } from '../actions/item-actions.ts'
import { actionTitle, fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { snoozePresets } from '../actions/snooze-presets.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue.card

/** The actions without input, in groups by how often they are used; what removes comes last. */
const FIRST = [
  'mark-read',
  'mark-unread',
  'restore-item',
  'favourite-item',
  'unfavourite-item',
  'unsnooze-item',
]
const LAST = ['remove-item']
/**
 * The menu of a row. It is there once, and the page's script fills it for the row that it opens on: it shows what that
 * item offers, and directs the buttons to it. What asks for input opens in place.
 */
export function rowMenu({ person, path, now }: QueueView): Fragment {
  const hidden = html`${formTokenField(person.formToken)} ${returnField(path)}`
  const plain = itemActions.filter((action) => !asksForInput(action))
  const named = (names: string[]) =>
    names.flatMap((name) => plain.find((action) => action.name === name) ?? [])
  const others = plain.filter(({ name }) => !FIRST.includes(name) && !LAST.includes(name))
  const preset = ({ label, until }: ReturnType<typeof snoozePresets>[number]) =>
    html`<button form="${FORM_ID}" data-action="${snoozeItem.name}" name="until" value="${until}">
      ${label}
    </button>`
  const untag = attributes({ 'data-action': untagItem.name, 'data-label': actionTitle(untagItem) })
  return html`<div class="row-menu" id="row-menu" role="dialog" aria-label="${messages.more}" popover>
    <p class="row-menu-title" dir="auto"></p>
    <form class="menu-form menu-links" id="${FORM_ID}" method="post">
      ${hidden} ${named(FIRST).map(plainButton)}
    </form>
    ${part(
      { action: snoozeItem, icon: 'clock', key: 's', label: messages.snooze },
      html`<div class="chips presets">${snoozePresets(now, person.timeZone).map(preset)}</div>
        ${formWithField(snoozeItem, 'until', { hidden, label: actionTitle(snoozeItem) })}`,
    )}
    ${part(
      { action: tagItem, icon: 'tag', key: 't', label: allMessages.queue.tags },
      html`<div class="chips" id="row-tags" ${untag}></div>
        ${formWithField(tagItem, 'tag', { hidden, label: messages.addTag })}`,
    )}
    ${part({ action: askAgent, icon: 'agents', key: 'a', label: actionTitle(askAgent) }, formWithField(askAgent, 'request', { hidden, label: allMessages.requests.ask }))}
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

type PartOptions = { action: ItemAction; icon: string; key: string; label: string }

function part({ action, icon, key, label }: PartOptions, content: Fragment): Fragment {
  return html`<details class="menu-part menu-links" name="row-menu" data-action="${action.name}">
    <summary class="icon-${icon}">${label}${keyHint(key)}</summary>
    ${content}
  </details>`
}

const FORM_ID = 'row-menu-action'

type FieldFormOptions = { hidden: Fragment; label: string }

function formWithField(action: ItemAction, name: string, { hidden, label }: FieldFormOptions): Fragment {
  const title = fieldTitle(action, name)
  const state = { id: `row-${name}`, name, label: title, value: '', isWrong: false, placeholder: title }
  return html`<form class="menu-form menu-field" method="post" data-action="${action.name}">
    ${hidden} ${actionField(action.fields[name]!, state)} <button class="button quiet">${label}</button>
  </form>`
}
