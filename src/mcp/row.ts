import { type ByType, valueBy } from '../queue/model/field-views.ts'
import { fieldsIn, propertyOf } from '../queue/model/fields.ts'
import { KEY_FIELDS } from '../queue/items/select-items.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import { agentRequestStateOf } from '../queue/model/agent-request.ts'
import { type ListName, stateOf } from '../queue/model/states.ts'
import type { Fields } from '../queue/input/field.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
import { truncate } from '../text/truncate.ts'
import { ITEM_VALUES } from './item.ts'

const MAX_TITLE = 100
/** Longer addresses are left out of rows, which have the id as well. */
const MAX_URL = 200
/** Excerpts, notes and the like; get_item has them whole. */
const MAX_TEXT = 200

/** The fields of an item that usual rows are made of. */
export const USUAL_FIELDS = [
  ...KEY_FIELDS,
  'url',
  'givenTitle',
  'titleBy',
  'pageTitle',
  'readAt',
  'favouritedAt',
  'snoozedUntil',
  'removedAt',
  'readingMinutes',
  'tags',
  'request',
  'requestBy',
  'answeredAt',
  'savedBy',
  'content',
] as const
export type UsualItem = Pick<Item, (typeof USUAL_FIELDS)[number]>

/** Enough to choose an item and refer to it; a member without a value is left out. */
const USUAL = {
  id: (item) => item.id,
  title: (item) => shownTitle(item),
  url: (item) => (item.url.length > MAX_URL ? undefined : item.url),
  state: (item) => stateOf(item),
  favourite: (item) => (item.favouritedAt === null ? undefined : true),
  savedAt: (item) => instant(item.savedAt),
  snoozedUntil: (item) => (item.snoozedUntil === null ? undefined : instant(item.snoozedUntil)),
  readingMinutes: (item) => item.readingMinutes ?? undefined,
  tags: (item) => (item.tags.length > 0 ? item.tags : undefined),
  request: (item) => (isOpen(item) ? item.request : undefined),
  requestBy: (item) => (isOpen(item) ? item.requestBy?.name : undefined),
  savedBy: (item) => item.savedBy?.name,
  content: (item) => item.content.status,
  snippet: (_, snippet) => snippet && snippetText(snippet),
} as const satisfies Record<string, (item: UsualItem, snippet: Snippet | undefined) => unknown>

const VALUES: ByType<unknown> = {
  ...ITEM_VALUES,
  text: (text) => truncate(text, MAX_TEXT),
  fraction: (share) => share || undefined,
  instant,
}

/** What a row can say besides. */
const MORE = Object.fromEntries(
  fieldsIn('row').map((name) => [
    propertyOf(name),
    (item: Item) => (item[name] === null ? undefined : valueBy(VALUES, name)(item[name])),
  ]),
)

/** An item with what rows say of its highlights, if that was asked for. */
type HighlightedRow = Item & { highlightRows?: Record<string, unknown>[] | undefined }

const ROW: Record<string, (item: HighlightedRow, snippet: Snippet | undefined) => unknown> = {
  ...USUAL,
  ...MORE,
  // Never as long as what is cut.
  site: (item) => item.site,
  reason: (item) => item.reason ?? undefined,
  highlights: (item) => item.highlightRows,
  // Who asks for it also wants what was answered.
  request: (item) => item.request ?? undefined,
  requestBy: (item) => item.requestBy?.name,
}

export type Row = Record<string, unknown>

/** The argument that chooses what rows say. */
export const ROW_ARGUMENTS = {
  fields: {
    kind: 'choices',
    title: 'Fields',
    hint: 'What rows say instead of the usual',
    choices: Object.keys(ROW),
  },
} as const satisfies Fields

/** A row with the fields that were asked for. */
export function chosenRow(item: Item, fields: readonly string[], snippet?: Snippet): Row {
  const values = Object.keys(ROW).filter((name) => fields.includes(name))
  return present(values.map((name) => [name, ROW[name]!(item, snippet)]))
}

/**
 * A row as lists show it by default: without the state if it is that of the whole list, and with `content` only if the
 * page could not be read.
 */
export function usualRow(item: UsualItem, snippet?: Snippet, listState?: ListName): Row {
  const { state, content, ...row } = USUAL
  const shown = {
    ...row,
    ...(state(item) === listState ? {} : { state }),
    ...(content(item) === 'failed' ? { content } : {}),
  }
  return present(Object.entries(shown).map(([name, value]) => [name, value(item, snippet)]))
}

function present(values: [name: string, value: unknown][]): Row {
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Of requests, rows show those that wait for an answer. */
function isOpen(item: UsualItem): boolean {
  return agentRequestStateOf(item) === 'asked'
}

export function shownTitle(item: Pick<Item, 'givenTitle' | 'pageTitle' | 'url'>): string {
  return truncate(titleOf(item), MAX_TITLE)
}

/** To the second, which is enough to compare and half of what milliseconds would cost. */
function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
