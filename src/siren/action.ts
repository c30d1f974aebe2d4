import type { Action, ItemAction, QueueAction } from '../queue/action.ts'
import type { Field, Fields } from '../queue/field.ts'
import type { Item } from '../queue/item.ts'
import { SEARCH_FIELDS } from '../queue/search.ts'
import type { SirenAction, SirenField } from './entity.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The Siren field type of each kind. */
const FIELD_TYPES: Record<Field['kind'], string> = {
  url: 'url',
  line: 'text',
  text: 'text',
  tag: 'text',
  tags: 'text',
  links: 'text',
  choice: 'radio',
  count: 'number',
  fraction: 'number',
  instant: 'datetime',
  markup: 'text',
}

/** An item's action as offered at its address. */
export function itemActionOf(action: ItemAction, item: Item, itemHref: string): SirenAction {
  return described(
    action,
    action.path === '' ? itemHref : `${itemHref}/${action.path}`,
    action.defaults(item),
  )
}

export function queueActionOf(action: QueueAction, queueHref: string): SirenAction {
  return described(action, action.path === '' ? queueHref : `${queueHref}/${action.path}`, {})
}

/** The one action that reads: the query is made of its fields, so the href has none. */
export function searchActionOf(queueHref: string, state: string): SirenAction {
  return {
    name: 'search',
    title: 'Search and filter the queue',
    class: ['search'],
    method: 'GET',
    href: queueHref,
    type: FORM_TYPE,
    fields: fieldsOf(SEARCH_FIELDS, { state }),
  }
}

function described(action: Action, href: string, defaults: Record<string, string>): SirenAction {
  return {
    name: action.name,
    title: action.title,
    class: [action.name],
    method: action.method,
    href,
    type: JSON_TYPE,
    fields: fieldsOf(action.fields, defaults),
  }
}

function fieldsOf(fields: Fields, defaults: Record<string, string>): SirenField[] {
  return Object.entries(fields).map(([name, field]) => {
    const shown = { name, type: FIELD_TYPES[field.kind], title: field.title }
    if (field.choices) return { ...shown, value: choicesOf(field.choices, defaults[name]) }
    // An optional field says "" for itself: @siren-js/client would send the word "undefined".
    return field.required ? shown : { ...shown, value: defaults[name] ?? '' }
  })
}

function choicesOf(choices: readonly string[], selected: string | undefined) {
  return choices.map((value) => ({ value, title: value, ...(value === selected ? { selected: true } : {}) }))
}
