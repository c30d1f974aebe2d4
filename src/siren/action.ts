import { EXPORT_FIELDS } from '../library/export/export-input.ts'
import type { Action, ItemAction, QueueAction } from '../queue/actions/action.ts'
import type { Field, Fields } from '../queue/input/field.ts'
import type { Item } from '../queue/model/item.ts'
import type { Filter } from '../queue/search/filter.ts'
import { FIND_FIELDS } from '../queue/lists/find-link.ts'
import { listParameters, SEARCH_FIELDS } from '../queue/lists/search.ts'
import type { SirenAction, SirenField } from './entity.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * The Siren field type of each kind. Choices are text fields whose title lists the values: clients that don't know
 * radio buttons would submit every value.
 */
const FIELD_TYPES: Record<Field['kind'], string> = {
  url: 'url',
  line: 'text',
  text: 'text',
  tag: 'text',
  tags: 'text',
  links: 'text',
  ids: 'text',
  choice: 'text',
  choices: 'text',
  flag: 'text',
  objects: 'text',
  count: 'number',
  fraction: 'number',
  instant: 'datetime',
  markup: 'text',
}

/** An item's action at the item's address. */
export function itemActionOf(action: ItemAction, item: Item, itemHref: string): SirenAction {
  return described(
    action,
    action.path === '' ? itemHref : `${itemHref}/${action.path}`,
    action.defaults(item),
  )
}

/** An action on the queue; `defaults` are the initial values of its fields. */
export function queueActionOf(
  action: QueueAction,
  queueHref: string,
  defaults: Record<string, string> = {},
): SirenAction {
  return described(action, action.path === '' ? queueHref : `${queueHref}/${action.path}`, defaults)
}

/**
 * The search action. It reads, so its fields form the query and the href has none. A list is preselected only if it was requested, because a
 * search has another default.
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

/** The action that exports the queue, or what a search finds in it, as a file. */
export function exportActionOf(queueHref: string): SirenAction {
  return {
    name: 'export-queue',
    title: 'Export the queue, a search or some items as a file',
    class: ['export-queue'],
    method: 'GET',
    href: `${queueHref}/export`,
    type: FORM_TYPE,
    fields: fieldsOf(EXPORT_FIELDS, {}),
  }
}

/** The action that finds the item of a link. It only reads, but is a POST. */
export function findActionOf(queueHref: string): SirenAction {
  return {
    name: 'find-link',
    title: 'Find the item of a link',
    class: ['find-link'],
    method: 'POST',
    href: `${queueHref}/find-link`,
    type: JSON_TYPE,
    fields: fieldsOf(FIND_FIELDS, {}),
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
    const shown = { name, type: FIELD_TYPES[field.kind], title: titleOf(field) }
    const value = defaults[name] ?? (field.required ? undefined : '')
    // An empty value is explicit: for an omitted one @siren-js/client sends the word "undefined".
    return value === undefined ? shown : { ...shown, value }
  })
}

function titleOf({ title, choices }: Field): string {
  return choices ? `${title}: ${choices.join(', ')}` : title
}
