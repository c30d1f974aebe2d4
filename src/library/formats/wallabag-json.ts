import { type EntryDraft, isTrue, type LibraryHighlight, split, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { type JsonRecord, recordsOf } from '../parsing/json-values.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** An export of version 2, or a response of its API. */
export const wallabagJson = jsonFormat({
  name: 'wallabag-json',
  title: 'wallabag',
  matchesList: (first) => 'is_archived' in first && 'url' in first,
  objectSource: { path: '$._embedded.items.*', matches: ({ members }) => members.has('_embedded') },
  draft: wallabagDraft,
})

/** An entry of version 2, from an export or the API. */
export function wallabagDraft(record: JsonRecord): EntryDraft {
  return {
    ...readPage(record),
    tags: readTags(record['tags']),
    savedAt: parseExportInstant(record['created_at']),
    readAt: parseExportInstant(record['archived_at']),
    state: isTrue(record['is_archived']) ? 'read' : 'unread',
    isFavourite: isTrue(record['is_starred']),
    highlights: recordsOf(record['annotations']).flatMap(toHighlights),
  }
}

/** An export of version 1. */
export const wallabagFirstJson = jsonFormat({
  name: 'wallabag-1-json',
  title: 'wallabag 1',
  matchesList: (first) => 'is_read' in first && 'is_fav' in first,
  draft: (record) => ({
    ...readPage(record),
    tags: typeof record['tags'] === 'string' ? split(record['tags'], ',') : readTags(record['tags']),
    state: isTrue(record['is_read']) ? 'read' : 'unread',
    isFavourite: isTrue(record['is_fav']),
  }),
})

/** The content of a page that wallabag could not read. */
const UNREAD_PAGE = /wallabag can'?t retrieve contents/i
/**
 * How many characters of a title or an article are searched, since the regular expression for tags takes quadratic
 * time.
 */
const MAX_SEARCHED = 2000
const PLACEHOLDER_TITLE = /^(no title found|untitled)$/i

function readPage(record: JsonRecord): EntryDraft {
  const content = textOf(record['content'])
  const isPage = content !== undefined && !UNREAD_PAGE.test(content.slice(0, MAX_SEARCHED))
  const title = textOf(record['title'])
    ?.slice(0, MAX_SEARCHED)
    .replace(/<[^>]*>/g, '')
  return {
    url: record['url'],
    title: title === undefined || PLACEHOLDER_TITLE.test(title) ? undefined : title,
    html: isPage ? content : undefined,
  }
}

/** The API has objects where exports have texts. */
function readTags(tags: unknown): string[] {
  return [...textsOf(tags), ...recordsOf(tags).flatMap(({ label }) => textOf(label) ?? [])]
}

function toHighlights({ quote, text, created_at: createdAt }: JsonRecord): LibraryHighlight[] {
  const words = textOf(quote)
  return words === undefined
    ? []
    : [{ quote: words, note: textOf(text), createdAt: parseExportInstant(createdAt) }]
}
