import { type Item, titleOf } from '../queue/model/item.ts'
import { stateOf } from '../queue/model/states.ts'
import type { Agent } from '../queue/model/actor.ts'
import type { CaptureSource } from '../queue/model/content.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
import { type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

const MAX_SHOWN_TITLE = 100
/** A longer address is left out of lists; the id names the item as well. */
const MAX_SHOWN_URL = 200

const text: JsonSchema = { type: 'string' }
const optional: JsonSchema = { type: ['string', 'null'] }
const count: JsonSchema = { type: 'integer' }
const optionalCount: JsonSchema = { type: ['integer', 'null'] }
const share: JsonSchema = { type: 'number' }
const texts: JsonSchema = { type: 'array', items: text }

/** An item in a list: enough to choose by, and to name it in the next call. */
export type ListedItem = {
  id: string
  title: string
  url?: string
  readingMinutes?: number
  tags?: string[]
  savedBy?: string
  /** Where the page's text holds what was searched for. */
  snippet?: string
}

export const listedItemSchema = objectOf(
  { id: text, title: text, url: text, readingMinutes: count, tags: texts, savedBy: text, snippet: text },
  ['id', 'title'],
)

export function listedItem(item: Item, snippet?: Snippet): ListedItem {
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

/** Kept short, since a dozen tools list it. */
export const changedItemSchema = objectOf(
  {
    id: text,
    title: text,
    url: text,
    state: text,
    favourite: { type: 'boolean' },
    snoozedUntil: optional,
    progress: share,
    tags: texts,
    note: optional,
  },
  ['id', 'state'],
)

/** An item after a change: what a change can touch. */
export function changedItem(item: Item): Record<string, unknown> {
  const { id, url, tags, note } = item
  return {
    id,
    title: titleOf(item),
    url,
    state: stateOf(item),
    favourite: item.favouritedAt !== null,
    snoozedUntil: instant(item.snoozedUntil),
    progress: item.progress,
    tags,
    note,
  }
}

export const itemSchema: ObjectSchema = objectOf(
  {
    id: text,
    url: text,
    title: text,
    titleBy: optional,
    state: { type: 'string', enum: ['unread', 'read', 'snoozed', 'removed'] },
    favourite: { type: 'boolean' },
    site: text,
    siteName: optional,
    author: optional,
    publishedAt: optional,
    excerpt: optional,
    language: optional,
    wordCount: optionalCount,
    readingMinutes: optionalCount,
    snoozedUntil: optional,
    progress: share,
    tags: texts,
    note: optional,
    noteBy: optional,
    reason: optional,
    savedAt: text,
    savedBy: { ...optional, description: 'An agent’s name; null: the person' },
    content: { type: 'string', enum: ['pending', 'ready', 'failed'] },
    contentReason: optional,
    source: optional,
  },
  ['id', 'url', 'title', 'state', 'favourite', 'tags', 'savedAt', 'content'],
)

/** All that is known of an item. */
export function wholeItem(item: Item): Record<string, unknown> {
  return {
    id: item.id,
    url: item.url,
    title: titleOf(item),
    titleBy: item.titleBy?.name ?? null,
    state: stateOf(item),
    favourite: item.favouritedAt !== null,
    site: item.site,
    siteName: item.siteName,
    author: item.author,
    publishedAt: instant(item.publishedAt),
    excerpt: item.excerpt,
    language: item.language,
    wordCount: item.wordCount,
    readingMinutes: item.readingMinutes,
    snoozedUntil: instant(item.snoozedUntil),
    progress: item.progress,
    tags: item.tags,
    note: item.note,
    noteBy: item.noteBy?.name ?? null,
    reason: item.reason,
    savedAt: instant(item.savedAt),
    savedBy: item.savedBy?.name ?? null,
    content: item.content.status,
    contentReason: item.content.reason,
    source: item.snapshot && sourceText(item.snapshot.source),
  }
}

/** What is known of an item as text, most of it written by others. */
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

/** Whose copy of the page it is. */
export function sourceText({ kind, agent }: CaptureSource): string {
  if (agent) return `provided by the agent “${agent.name}”`
  return kind === 'person' ? 'saved by the person’s browser' : 'fetched by the service'
}

function writtenBy(agent: Agent | null): string {
  return agent ? ` (by the agent “${agent.name}”)` : ''
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
