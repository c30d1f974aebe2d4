import type { Field, FieldTypes, TypeName, View } from './field.ts'

/** An item is in one list at a time: these fields say in which, and are undone together. */
const LIST = 'which list it is in'
/** What saving a link again resets. */
const SAVE = 'when and by whom it was saved'

/** An answer belongs to its request. */
const REQUEST = 'the request'

// Views that several fields share.
const BASIC = ['api', 'change', 'tool'] as const
const STATE = ['api', 'change', 'details', 'history'] as const
const WITH_HISTORY = [...BASIC, 'history'] as const
const WITH_RESULT = [...WITH_HISTORY, 'result'] as const
const WITH_ROW = [...WITH_RESULT, 'row'] as const

/**
 * Every field of an item, in display order. Storage, interfaces, history, undo, search and export are derived from it.
 */
export const ITEM_FIELDS = {
  id: { column: 'id', type: 'text', from: 'queue', views: ['api', 'tool', 'result'] },
  /** As saved, less tracking parameters. */
  url: { column: 'url', type: 'text', from: 'link', views: ['api', 'change', 'tool', 'result', 'details'] },
  /** The title set by the person or an agent. */
  givenTitle: {
    column: 'given_title',
    type: 'text?',
    by: 'titleBy',
    property: 'title',
    undo: 'the title',
    views: WITH_RESULT,
  },
  /** The agent that set the title; null if it was the person. */
  titleBy: { column: 'title_by', type: 'agent?', undo: 'the title', views: BASIC },
  /** The title of the page. */
  pageTitle: { column: 'page_title', type: 'text?', from: 'page', search: true, views: ['change'] },
  /** Host without `www.` */
  site: { column: 'site', type: 'text', from: 'link', views: [...BASIC, 'details', 'row'] },
  /** Since when its link has been broken; null if it is not. */
  brokenAt: {
    column: 'broken_at',
    type: 'instant?',
    from: 'link',
    views: ['api', 'change', 'tool', 'history', 'row'],
  },
  siteName: { column: 'site_name', type: 'text?', from: 'page', search: true, views: BASIC },
  author: {
    column: 'author',
    type: 'text?',
    from: 'page',
    search: true,
    views: [...BASIC, 'details', 'csv', 'row'],
  },
  excerpt: { column: 'excerpt', type: 'text?', from: 'page', search: true, views: [...BASIC, 'row'] },
  imageUrl: { column: 'image_url', type: 'text?', from: 'page', views: ['api', 'change'] },
  /** The name of the stored copy of that image, among the item's images. */
  imageName: { column: 'image_name', type: 'text?', from: 'page', views: [] },
  language: { column: 'language', type: 'text?', from: 'page', views: BASIC },
  /** When the page was published, according to itself. */
  publishedAt: {
    column: 'published_at',
    type: 'instant?',
    from: 'page',
    views: [...BASIC, 'details', 'row'],
  },
  /** Of the stored article; null if there is none. */
  wordCount: { column: 'word_count', type: 'integer?', from: 'page', views: [...BASIC, 'details', 'row'] },
  readingMinutes: {
    column: 'reading_minutes',
    type: 'integer?',
    from: 'page',
    conditions: ['under', 'over'],
    views: BASIC,
  },
  tags: { column: 'tags', type: 'tags', undo: 'the tags', search: true, views: [...WITH_RESULT, 'markdown'] },
  note: {
    column: 'note',
    type: 'text?',
    by: 'noteBy',
    undo: 'the note',
    search: true,
    views: [...WITH_ROW, 'csv'],
  },
  /** The agent that wrote the note; null if it was the person. */
  noteBy: { column: 'note_by', type: 'agent?', undo: 'the note', views: BASIC },
  /** What an agent should do with it, in words. Answering it closes it; both stay until they are cleared. */
  request: {
    column: 'request',
    type: 'text?',
    by: 'requestBy',
    undo: REQUEST,
    search: true,
    views: WITH_HISTORY,
  },
  /** The agent that asked; null if it was the person. */
  requestBy: { column: 'request_by', type: 'agent?', undo: REQUEST, views: BASIC },
  requestedAt: { column: 'requested_at', type: 'instant?', undo: REQUEST, views: ['api', 'tool'] },
  answer: {
    column: 'answer',
    type: 'text?',
    by: 'answerBy',
    undo: REQUEST,
    search: true,
    views: [...WITH_HISTORY, 'row'],
  },
  /** The agent that answered; null if it was the person. */
  answerBy: { column: 'answer_by', type: 'agent?', undo: REQUEST, views: [...BASIC, 'row'] },
  answeredAt: { column: 'answered_at', type: 'instant?', undo: REQUEST, views: ['api', 'tool'] },
  /** Why it was saved, in the saver's words. */
  reason: {
    column: 'reason',
    type: 'text?',
    by: 'savedBy',
    undo: SAVE,
    import: true,
    search: true,
    views: [...WITH_HISTORY, 'row'],
  },
  /** Orders every list, and is unique within an account. */
  savedAt: {
    column: 'saved_at',
    type: 'instant',
    undo: SAVE,
    conditions: ['before', 'after'],
    views: [...BASIC, 'details'],
  },
  /** The agent that saved it last; null if it was the person. */
  savedBy: { column: 'saved_by', type: 'agent?', undo: SAVE, views: WITH_HISTORY },
  readAt: {
    column: 'read_at',
    type: 'instant?',
    undo: LIST,
    conditions: ['read-before', 'read-after'],
    sort: 'recently-read',
    views: [...STATE, 'row'],
  },
  favouritedAt: {
    column: 'favourited_at',
    type: 'instant?',
    undo: 'whether it is a favourite',
    import: true,
    views: STATE,
  },
  /** Hidden from the unread list until then. */
  snoozedUntil: { column: 'snoozed_until', type: 'instant?', undo: LIST, import: true, views: WITH_ROW },
  /** How much of it has been read. */
  progress: {
    column: 'progress',
    type: 'fraction',
    undo: 'the progress',
    sort: 'progress',
    import: true,
    views: WITH_ROW,
  },
  removedAt: { column: 'removed_at', type: 'instant?', undo: LIST, import: true, views: STATE },
  /** How many passages of it are highlighted. */
  highlightCount: { column: 'highlight_count', type: 'integer', from: 'queue', views: ['api'] },
  updatedAt: { column: 'updated_at', type: 'instant', from: 'queue', views: ['api', 'details'] },
  content: { column: 'content', type: 'content', from: 'page', views: BASIC },
  /** The copy that is shown; null if there is none. */
  snapshot: { column: 'snapshot', type: 'snapshot?', undo: 'the page', views: ['change', 'history'] },
  /** The extraction method chosen for this page; null to use its site's. */
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
