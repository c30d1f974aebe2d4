import type { ExtractionChoice } from '../../settings/extraction-choice.ts'
import type { Agent } from './actor.ts'
import type { Content, Snapshot } from './content.ts'
import { isoInstant } from './iso-instant.ts'

/** The TypeScript types of fields, by type name. Times are milliseconds since 1970. */
type FieldTypes = {
  text: string
  integer: number
  /** From 0 to 1. */
  fraction: number
  instant: number
  /** Sorted, normalised. */
  tags: string[]
  agent: Agent
  content: Content
  snapshot: Snapshot
  extraction: ExtractionChoice
}
export type TypeName = keyof FieldTypes

/**
 * Where a field is shown:
 * - `api`: among the item's properties in the API and in the export
 * - `change`: before and after a change, in the API and to agents
 * - `tool`: what MCP tells of an item
 * - `result`: what MCP answers to a change of an item
 * - `facts`: in the table on the item's page
 * - `history`: what it was and became, in the history that people see
 */
export type View = 'api' | 'change' | 'tool' | 'result' | 'facts' | 'history'

export type Field = {
  /** In `items`; a type that takes several columns adds to this name. */
  column: string
  /** With `?` if it may be null. */
  type: TypeName | `${TypeName}?`
  /** Its name in the API, if different. */
  property?: string
  /** Whether a search finds the item by its words. */
  search?: true
  views: readonly View[]
} & (
  | {
      /** Its origin: the link, the page (so it belongs to the copy), or the queue itself. */
      from: 'link' | 'page' | 'queue'
      undo?: never
    }
  | {
      /**
       * Set if a person or an agent can change and undo it: the name of what is undone, for the middle of a sentence.
       * Fields with the same name are one thing: they are undone together, or left together.
       */
      undo: string
      from?: never
    }
)

/** An item is in one list at a time, so a later move to another one is in the way of each of these. */
const LIST = 'which list it is in'
/** What saving a link again sets anew. */
const SAVE = 'when and by whom it was saved'

/** An answer belongs to its request. */
const REQUEST = 'the request'

const PLAIN = ['api', 'change', 'tool'] as const
const STATE = ['api', 'change', 'facts', 'history'] as const
const SAID = ['api', 'change', 'tool', 'history'] as const
const SET = ['api', 'change', 'tool', 'history', 'result'] as const

/**
 * Every field of an item, in display order. Storage, interfaces, history, undo, search and export are derived from it.
 */
export const ITEM_FIELDS = {
  id: { column: 'id', type: 'text', from: 'queue', views: ['api', 'tool', 'result'] },
  /** As saved, less tracking parameters. */
  url: { column: 'url', type: 'text', from: 'link', views: ['api', 'change', 'tool', 'result', 'facts'] },
  /** The title set by the person or an agent. */
  givenTitle: { column: 'given_title', type: 'text?', property: 'title', undo: 'the title', views: SET },
  /** The agent that set the title; null if it was the person. */
  titleBy: { column: 'title_by', type: 'agent?', undo: 'the title', views: PLAIN },
  /** The title of the page. */
  pageTitle: { column: 'page_title', type: 'text?', from: 'page', search: true, views: ['change'] },
  /** Host without `www.` */
  site: { column: 'site', type: 'text', from: 'link', views: [...PLAIN, 'facts'] },
  /** Since when its link is known to lead nowhere; null if it is not. */
  brokenAt: {
    column: 'broken_at',
    type: 'instant?',
    from: 'link',
    views: ['api', 'change', 'tool', 'history'],
  },
  siteName: { column: 'site_name', type: 'text?', from: 'page', search: true, views: PLAIN },
  author: { column: 'author', type: 'text?', from: 'page', search: true, views: [...PLAIN, 'facts'] },
  excerpt: { column: 'excerpt', type: 'text?', from: 'page', search: true, views: PLAIN },
  imageUrl: { column: 'image_url', type: 'text?', from: 'page', views: ['api', 'change'] },
  /** The name of the stored copy of that image, among the item's images. */
  imageName: { column: 'image_name', type: 'text?', from: 'page', views: [] },
  language: { column: 'language', type: 'text?', from: 'page', views: PLAIN },
  /** When the page was published, according to itself. */
  publishedAt: { column: 'published_at', type: 'instant?', from: 'page', views: [...PLAIN, 'facts'] },
  /** Of the stored article; null if there is none. */
  wordCount: { column: 'word_count', type: 'integer?', from: 'page', views: [...PLAIN, 'facts'] },
  readingMinutes: { column: 'reading_minutes', type: 'integer?', from: 'page', views: PLAIN },
  tags: { column: 'tags', type: 'tags', undo: 'the tags', search: true, views: SET },
  note: { column: 'note', type: 'text?', undo: 'the note', search: true, views: SET },
  /** The agent that wrote the note; null if it was the person. */
  noteBy: { column: 'note_by', type: 'agent?', undo: 'the note', views: PLAIN },
  /** What an agent should do with it, in words. Answering it closes it; both stay until they are cleared. */
  request: { column: 'request', type: 'text?', undo: REQUEST, search: true, views: SAID },
  /** The agent that asked; null if it was the person. */
  requestBy: { column: 'request_by', type: 'agent?', undo: REQUEST, views: PLAIN },
  requestedAt: { column: 'requested_at', type: 'instant?', undo: REQUEST, views: ['api', 'tool'] },
  answer: { column: 'answer', type: 'text?', undo: REQUEST, search: true, views: SAID },
  /** The agent that answered; null if it was the person. */
  answerBy: { column: 'answer_by', type: 'agent?', undo: REQUEST, views: PLAIN },
  answeredAt: { column: 'answered_at', type: 'instant?', undo: REQUEST, views: ['api', 'tool'] },
  /** Why it was saved, in the saver's words. */
  reason: { column: 'reason', type: 'text?', undo: SAVE, search: true, views: SAID },
  /** Orders every list, and is unique within an account. */
  savedAt: { column: 'saved_at', type: 'instant', undo: SAVE, views: [...PLAIN, 'facts'] },
  /** The agent that saved it last; null if it was the person. */
  savedBy: { column: 'saved_by', type: 'agent?', undo: SAVE, views: SAID },
  readAt: { column: 'read_at', type: 'instant?', undo: LIST, views: STATE },
  favouritedAt: {
    column: 'favourited_at',
    type: 'instant?',
    undo: 'whether it is a favourite',
    views: STATE,
  },
  /** Hidden from the unread list until then. */
  snoozedUntil: { column: 'snoozed_until', type: 'instant?', undo: LIST, views: SET },
  /** How much of it has been read. */
  progress: { column: 'progress', type: 'fraction', undo: 'the progress', views: SET },
  removedAt: { column: 'removed_at', type: 'instant?', undo: LIST, views: STATE },
  /** How many passages of it are highlighted. */
  highlightCount: { column: 'highlight_count', type: 'integer', from: 'queue', views: ['api'] },
  updatedAt: { column: 'updated_at', type: 'instant', from: 'queue', views: ['api', 'facts'] },
  content: { column: 'content', type: 'content', from: 'page', views: PLAIN },
  /** The copy that is shown; null if there is none. */
  snapshot: { column: 'snapshot', type: 'snapshot?', undo: 'the page', views: ['change', 'history'] },
  /** How somebody chose to read this page; null if nobody did, so that its site decides. */
  extraction: {
    column: 'extraction',
    type: 'extraction?',
    undo: 'the page',
    views: ['api', 'change', 'tool', 'history'],
  },
  /** The version of the account's queue when this item last changed. */
  version: { column: 'version', type: 'integer', from: 'queue', views: [] },
} as const satisfies Record<string, Field>

type Table = typeof ITEM_FIELDS

export type FieldName = keyof Table
/** The names of the fields whose entry extends `Entry`. */
export type FieldLike<Entry> = { [Name in FieldName]: Table[Name] extends Entry ? Name : never }[FieldName]
export type FieldIn<V extends View> = {
  [Name in FieldName]: V extends Table[Name]['views'][number] ? Name : never
}[FieldName]
/** The fields that a person or an agent can change. */
export type UserField = FieldLike<{ undo: string }>

type ValueOf<Type> = Type extends `${infer Name extends TypeName}?`
  ? FieldTypes[Name] | null
  : Type extends TypeName
    ? FieldTypes[Type]
    : never

/** The fields of an item with their values. */
export type FieldValues = { -readonly [Name in FieldName]: ValueOf<Table[Name]['type']> }

export const FIELD_NAMES = Object.keys(ITEM_FIELDS) as FieldName[]

/** The nullable fields, all null. */
export const EMPTY_FIELDS = Object.fromEntries(
  FIELD_NAMES.filter(isOptional).map((name) => [name, null]),
) as { [Name in FieldLike<{ type: `${string}?` }>]: null }

/** The type of a field, without the `?`. */
export function typeOf(name: FieldName): TypeName {
  return ITEM_FIELDS[name].type.replace('?', '') as TypeName
}

/** The entry of a field, as the type that all entries share. */
export function entryOf(name: FieldName): Field {
  return ITEM_FIELDS[name]
}

/** The fields that a view shows, in its order. */
export function fieldsIn<V extends View>(view: V): FieldIn<V>[] {
  return FIELD_NAMES.filter((name) => entryOf(name).views.includes(view)) as FieldIn<V>[]
}

/** Its name in the API. */
export function propertyOf(name: FieldName): string {
  return entryOf(name).property ?? name
}

function isOptional(name: FieldName): boolean {
  return entryOf(name).type.endsWith('?')
}

/** How an interface formats values, by their type. */
export type ByType<Out> = { [Name in TypeName]: (value: FieldTypes[Name]) => Out }

const itself = <Value>(value: Value): Value => value

/** Values as JSON; each interface formats content and snapshot itself. */
export const AS_JSON = {
  text: itself<string>,
  integer: itself<number>,
  fraction: itself<number>,
  instant: isoInstant,
  tags: itself<string[]>,
  agent: itself<Agent>,
  extraction: itself<ExtractionChoice>,
}

/** Formats the value of one field. */
export function valueBy<Out>(byType: ByType<Out>, name: FieldName): (value: unknown) => Out {
  return byType[typeOf(name)] as (value: unknown) => Out
}

/**
 * Creates a function that formats the fields of a view under their API names: all of them for an item, or those present
 * for a recorded change. Missing values are null.
 */
export function viewOf(
  view: View,
  byType: ByType<unknown>,
): (fields: Partial<FieldValues>) => Record<string, unknown> {
  const shown = fieldsIn(view).map((name) => ({
    name,
    property: propertyOf(name),
    show: valueBy(byType, name),
  }))
  // Filling in an object that has all its properties is faster than adding them one by one.
  const empty = Object.fromEntries(shown.map(({ property }) => [property, null]))
  return (fields) => {
    const properties: Record<string, unknown> = fields.id === undefined ? {} : { ...empty }
    for (const { name, property, show } of shown) {
      const value = fields[name]
      if (value !== undefined) properties[property] = value === null ? null : show(value)
    }
    return properties
  }
}
