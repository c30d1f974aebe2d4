import { ITEM_FIELDS } from './fields.ts'
import type { Item } from './item.ts'

type StateField = 'removedAt' | 'readAt' | 'snoozedUntil' | 'favouritedAt'

/** The lists of a queue: which timestamps of an item must be set, and which must not. */
const LISTS = {
  unread: { removedAt: false, readAt: false, snoozedUntil: false },
  read: { removedAt: false, readAt: true },
  snoozed: { removedAt: false, readAt: false, snoozedUntil: true },
  favourite: { removedAt: false, favouritedAt: true },
  all: { removedAt: false },
  removed: { removedAt: true },
} as const satisfies Record<string, Partial<Record<StateField, boolean>>>

export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS) as ListName[]

/** The states of which an item has exactly one at any time. */
export const ITEM_STATES = ['unread', 'read', 'snoozed', 'removed'] as const satisfies ListName[]
export type ItemState = (typeof ITEM_STATES)[number]

const conditions = Object.fromEntries(
  LIST_NAMES.map((state) => [state, Object.entries(LISTS[state]) as [StateField, boolean][]]),
) as Record<ListName, [StateField, boolean][]>

export function isIn(state: ListName, item: Pick<Item, StateField>): boolean {
  return conditions[state].every(([name, isSet]) => (item[name] !== null) === isSet)
}

export function stateOf(item: Pick<Item, StateField>): ItemState {
  return ITEM_STATES.find((state) => isIn(state, item))!
}

/** The same as SQL, identical to the predicate of the partial index. `table`, if any, ends with a dot. */
export function stateSql(state: ListName, table = ''): string {
  return sqlOf(conditions[state], table)
}

/** The SQL for a state, ignoring the trash unless the state is `removed`. */
export function markSql(state: Exclude<ListName, 'all'>): string {
  return state === 'removed'
    ? stateSql(state)
    : sqlOf(conditions[state].filter(([name]) => name !== 'removedAt'))
}

function sqlOf(of: [StateField, boolean][], table = ''): string {
  return of
    .map(([name, isSet]) => `${table}${ITEM_FIELDS[name].column} IS ${isSet ? 'NOT ' : ''}NULL`)
    .join(' AND ')
}
