import { KEY_FIELDS } from '../queue/items/select-items.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import {
  AS_JSON,
  type ByType,
  fieldsIn,
  isOptional,
  propertyOf,
  type TypeName,
  typeOf,
  type View,
  viewOf,
} from '../queue/model/fields.ts'
import { ITEM_STATES, stateOf } from '../queue/model/states.ts'
import type { Agent } from '../queue/model/actor.ts'
import type { CaptureSource } from '../queue/model/content.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
import { type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

const MAX_SHOWN_TITLE = 100
/** Longer addresses are left out of lists, which have the id as well. */
const MAX_SHOWN_URL = 200

const text = { type: 'string' } as const
const optional: JsonSchema = { type: ['string', 'null'] }
const count = { type: 'integer' } as const
const texts = { type: 'array', items: text } as const

/** An item in a list: enough to choose it and refer to it. */
export type ListedItem = {
  id: string
  title: string
  url?: string
  readingMinutes?: number
  tags?: string[]
  savedBy?: string
  /** The passage of the page that matches the search. */
  snippet?: string
}

export const listedItemSchema = objectOf(
  { id: text, title: text, url: text, readingMinutes: count, tags: texts, savedBy: text, snippet: text },
  ['id', 'title'],
)

/** The fields that a list is made of. */
export const LISTED_FIELDS = [
  ...KEY_FIELDS,
  'url',
  'givenTitle',
  'pageTitle',
  'readingMinutes',
  'tags',
  'savedBy',
] as const

export function listedItem(item: Pick<Item, (typeof LISTED_FIELDS)[number]>, snippet?: Snippet): ListedItem {
  const title = titleOf(item)
  return {
    id: item.id,
    title: title.length > MAX_SHOWN_TITLE ? `${title.slice(0, MAX_SHOWN_TITLE).toWellFormed()}…` : title,
    ...(item.url.length > MAX_SHOWN_URL ? {} : { url: item.url }),
    ...(item.readingMinutes === null ? {} : { readingMinutes: item.readingMinutes }),
    ...(item.tags.length > 0 ? { tags: item.tags } : {}),
    ...(item.savedBy ? { savedBy: item.savedBy.name } : {}),
    ...(snippet ? { snippet: snippetText(snippet) } : {}),
  }
}

const SCHEMAS: Record<TypeName, JsonSchema & { type: 'string' | 'integer' | 'number' | 'array' }> = {
  text,
  integer: count,
  fraction: { type: 'number' },
  instant: text,
  tags: texts,
  agent: text,
  content: { type: 'string', enum: ['pending', 'ready', 'failed'] },
  snapshot: text,
}

const VALUES: ByType<unknown> = {
  ...AS_JSON,
  agent: ({ name }) => name,
  content: ({ status }) => status,
  snapshot: ({ source }) => sourceText(source),
}
const toolFields = viewOf('tool', VALUES)
const resultFields = viewOf('result', VALUES)

function schemasIn(view: View): Record<string, JsonSchema> {
  const schemas = fieldsIn(view).map((name): [string, JsonSchema] => {
    const schema = SCHEMAS[typeOf(name)]
    return [propertyOf(name), isOptional(name) ? { ...schema, type: [schema.type, 'null'] } : schema]
  })
  return Object.fromEntries(schemas)
}

/** Short, since a dozen tools include it. */
export const changedItemSchema = objectOf(
  { ...schemasIn('result'), title: text, state: text, favourite: { type: 'boolean' } },
  ['id', 'state'],
)

/** An item after a change: the fields that can change. */
export function changedItem(item: Item): Record<string, unknown> {
  return Object.assign(resultFields(item), stateFields(item))
}

export const itemSchema: ObjectSchema = objectOf(
  {
    ...schemasIn('tool'),
    title: text,
    state: { type: 'string', enum: [...ITEM_STATES] },
    favourite: { type: 'boolean' },
    savedBy: { ...optional, description: 'An agent’s name; null: the person' },
    contentReason: optional,
    source: optional,
  },
  ['id', 'url', 'title', 'state', 'favourite', 'tags', 'savedAt', 'content'],
)

/** All fields of an item. */
export function wholeItem(item: Item): Record<string, unknown> {
  return Object.assign(toolFields(item), stateFields(item), {
    contentReason: item.content.reason,
    source: item.snapshot && sourceText(item.snapshot.source),
  })
}

function stateFields(item: Item): Record<string, unknown> {
  return { title: titleOf(item), state: stateOf(item), favourite: item.favouritedAt !== null }
}

/** An item as text, most of which is untrusted. */
export function itemText(item: Item): string {
  const lines = [
    [`Title${writtenBy(item.titleBy)}`, titleOf(item)],
    ['Address', item.url],
    ['Site', item.siteName],
    ['Excerpt', item.excerpt],
    [`Why it was saved${writtenBy(item.savedBy)}`, item.reason],
    [`Note${writtenBy(item.noteBy)}`, item.note],
    ['Tags', item.tags.join(', ')],
    ['About its page', item.content.reason],
    ['Its text', item.snapshot && sourceText(item.snapshot.source)],
  ]
  const shown = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`)
  return shown.join('\n')
}

/** Who provided the saved copy of the page. */
export function sourceText({ kind, agent }: CaptureSource): string {
  if (agent) return `provided by the agent “${agent.name}”`
  return kind === 'person' ? 'saved by the person’s browser' : 'fetched by the service'
}

function writtenBy(agent: Agent | null): string {
  return agent ? ` (by the agent “${agent.name}”)` : ''
}
