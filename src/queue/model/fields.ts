import type { Agent } from './actor.ts'
import type { Content, Snapshot } from './content.ts'

/** What fields hold, by the name of their type. Instants are milliseconds since 1970. */
export type FieldTypes = {
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
  /** With `?` where it may hold nothing: null. */
  type: TypeName | `${TypeName}?`
  /** Its name in the API, where that is another one. */
  property?: string
  /** Whether a search finds the item by its words. */
  search?: true
  views: readonly View[]
} & (
  | {
      /** Whence it comes: from the link, from its page (and so with the copy of it), or from the queue itself. */
      from: 'link' | 'page' | 'queue'
      undo?: never
    }
  | {
      /** A person or an agent says it, and can take it back: what that is called. Fields of one name go together. */
      undo: string
      from?: never
    }
)

const PLAIN = ['api', 'change', 'tool'] as const
const STATE = ['api', 'change', 'facts', 'history'] as const
const SAID = ['api', 'change', 'tool', 'history'] as const
const SET = ['api', 'change', 'tool', 'history', 'result'] as const

/** Every field of an item, in the order of showing. Rows, faces, history, undo, search and export go along this table. */
export const ITEM_FIELDS = {
  id: { column: 'id', type: 'text', from: 'queue', views: ['api', 'tool', 'result'] },
  /** As saved, less tracking parameters. */
  url: { column: 'url', type: 'text', from: 'link', views: ['api', 'change', 'tool', 'result', 'facts'] },
  /** What the person or an agent called it. */
  givenTitle: { column: 'given_title', type: 'text?', property: 'title', undo: 'the title', views: SET },
  /** The agent that called it so; null where it was the person. */
  titleBy: { column: 'title_by', type: 'agent?', undo: 'the title', views: PLAIN },
  /** What the page calls itself. */
  pageTitle: { column: 'page_title', type: 'text?', from: 'page', search: true, views: ['change'] },
  /** Host without `www.` */
  site: { column: 'site', type: 'text', from: 'link', views: [...PLAIN, 'facts'] },
  siteName: { column: 'site_name', type: 'text?', from: 'page', search: true, views: PLAIN },
  author: { column: 'author', type: 'text?', from: 'page', search: true, views: [...PLAIN, 'facts'] },
  excerpt: { column: 'excerpt', type: 'text?', from: 'page', search: true, views: PLAIN },
  imageUrl: { column: 'image_url', type: 'text?', from: 'page', views: ['api', 'change'] },
  /** The same image as it is kept here, by its name among the item's images. */
  imageName: { column: 'image_name', type: 'text?', from: 'page', views: [] },
  language: { column: 'language', type: 'text?', from: 'page', views: PLAIN },
  /** When the page says that it was published. */
  publishedAt: { column: 'published_at', type: 'instant?', from: 'page', views: [...PLAIN, 'facts'] },
  /** Of the article that is kept; null where nothing that can be read is. */
  wordCount: { column: 'word_count', type: 'integer?', from: 'page', views: [...PLAIN, 'facts'] },
  readingMinutes: { column: 'reading_minutes', type: 'integer?', from: 'page', views: PLAIN },
  tags: { column: 'tags', type: 'tags', undo: 'the tags', search: true, views: SET },
  note: { column: 'note', type: 'text?', undo: 'the note', search: true, views: SET },
  /** The agent that wrote the note; null where it was the person. */
  noteBy: { column: 'note_by', type: 'agent?', undo: 'the note', views: PLAIN },
  /** Why it was saved, in the saver's words. */
  reason: { column: 'reason', type: 'text?', undo: 'the reason', search: true, views: SAID },
  /** The order of every list: no two items of an account have the same. */
  savedAt: { column: 'saved_at', type: 'instant', undo: 'when it was saved', views: [...PLAIN, 'facts'] },
  /** The agent that saved it last; null where it was the person. */
  savedBy: { column: 'saved_by', type: 'agent?', undo: 'who saved it', views: SAID },
  readAt: { column: 'read_at', type: 'instant?', undo: 'whether it is read', views: STATE },
  favouritedAt: {
    column: 'favourited_at',
    type: 'instant?',
    undo: 'whether it is a favourite',
    views: STATE,
  },
  /** Out of the unread list until then. */
  snoozedUntil: { column: 'snoozed_until', type: 'instant?', undo: 'whether it is snoozed', views: SET },
  /** How much of it has been read. */
  progress: { column: 'progress', type: 'fraction', undo: 'the progress', views: SET },
  removedAt: { column: 'removed_at', type: 'instant?', undo: 'whether it is in the trash', views: STATE },
  updatedAt: { column: 'updated_at', type: 'instant', from: 'queue', views: ['api', 'facts'] },
  content: { column: 'content', type: 'content', from: 'page', views: PLAIN },
  /** The copy that is shown; null where none is kept. */
  snapshot: { column: 'snapshot', type: 'snapshot?', undo: 'the page', views: ['change', 'history'] },
  /** The account's change number when this item last changed. */
  version: { column: 'version', type: 'integer', from: 'queue', views: [] },
} as const satisfies Record<string, Field>

type Table = typeof ITEM_FIELDS

export type FieldName = keyof Table
/** Those whose entry is like this. */
export type FieldLike<Entry> = { [Name in FieldName]: Table[Name] extends Entry ? Name : never }[FieldName]
export type FieldIn<V extends View> = {
  [Name in FieldName]: V extends Table[Name]['views'][number] ? Name : never
}[FieldName]
/** What a person or an agent says. */
export type UserField = FieldLike<{ undo: string }>

type ValueOf<Type> = Type extends `${infer Name extends TypeName}?`
  ? FieldTypes[Name] | null
  : Type extends TypeName
    ? FieldTypes[Type]
    : never

/** The fields of an item with their values. */
export type FieldValues = { -readonly [Name in FieldName]: ValueOf<Table[Name]['type']> }

export const FIELD_NAMES = Object.keys(ITEM_FIELDS) as FieldName[]

/** What may hold nothing, holding nothing. */
export const EMPTY_FIELDS = Object.fromEntries(
  FIELD_NAMES.filter(isOptional).map((name) => [name, null]),
) as { [Name in FieldLike<{ type: `${string}?` }>]: null }

/** What a field is of, whether or not it may hold nothing. */
export function typeOf(name: FieldName): TypeName {
  return ITEM_FIELDS[name].type.replace('?', '') as TypeName
}

/** The entry of a field, by what all entries have. */
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

export function isOptional(name: FieldName): boolean {
  return entryOf(name).type.endsWith('?')
}

/** What a face makes of values, by their type. */
export type ByType<Out> = { [Name in TypeName]: (value: FieldTypes[Name]) => Out }

const itself = <Value>(value: Value): Value => value

/** Values as JSON has them; the members of content and snapshot are for each face to choose. */
export const AS_JSON = {
  text: itself<string>,
  integer: itself<number>,
  fraction: itself<number>,
  instant: (at: number) => new Date(at).toISOString(),
  tags: itself<string[]>,
  agent: itself<Agent>,
}

/** What a face makes of the value of one field. */
export function valueBy<Out>(byType: ByType<Out>, name: FieldName): (value: unknown) => Out {
  return byType[typeOf(name)] as (value: unknown) => Out
}

/**
 * Makes what shows the fields of a view under their names in the API: of a whole item, or of what was recorded of a change
 * those that are there. What holds nothing is null.
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
  // An object that has its members already is filled in faster than one that grows.
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
