import type { Action, ItemAction, QueueAction } from '../queue/actions/action.ts'
import type { Field, Fields } from '../queue/input/field.ts'
import type { Item } from '../queue/model/item.ts'
import type { Filter } from '../queue/search/filter.ts'
import { listParameters, SEARCH_FIELDS } from '../queue/lists/search.ts'
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
  ids: 'text',
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

/** An action on the queue; `defaults` is what its fields hold at first. */
export function queueActionOf(
  action: QueueAction,
  queueHref: string,
  defaults: Record<string, string> = {},
): SirenAction {
  return described(action, action.path === '' ? queueHref : `${queueHref}/${action.path}`, defaults)
}

/**
 * The one action that reads: the query is made of its fields, so the href has none. Only a list that was asked
 * for is chosen beforehand, since a search means another one by default.
 */
export function searchActionOf(queueHref: string, filter: Filter): SirenAction {
  return {
    name: 'search',
    title: 'Search and filter the queue',
    class: ['search'],
    method: 'GET',
    href: queueHref,
    type: FORM_TYPE,
    fields: fieldsOf(SEARCH_FIELDS, Object.fromEntries(listParameters(filter))),
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
    const value = defaults[name] ?? (field.required ? undefined : '')
    if (field.choices) return { ...shown, value: choicesOf(field.choices, value) }
    // An optional field says "" for itself: @siren-js/client would send the word "undefined".
    return value === undefined ? shown : { ...shown, value }
  })
}

/** What need not be chosen has a choice that says so: a client without one would send them all. */
function choicesOf(choices: readonly string[], selected: string | undefined) {
  const isOpen = selected === ''
  return (isOpen ? ['', ...choices] : choices).map((value) => ({
    value,
    title: value || 'As usual',
    ...(value === selected ? { selected: true } : {}),
  }))
}
