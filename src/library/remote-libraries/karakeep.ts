import { isTrue, textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, recordsOf } from '../parsing/json-values.ts'
import type { RemoteLibrary } from './remote-library.ts'

const PAGE = 100
/** In characters; it is stored with the import. */
const MAX_CURSOR = 1000

export const karakeep: RemoteLibrary = {
  name: 'karakeep',
  title: 'Karakeep',
  credentials: ['token'],
  firstCursor: '',
  pathOf(cursor) {
    const query = new URLSearchParams({ limit: String(PAGE), includeContent: 'false' })
    if (cursor !== '') query.set('cursor', cursor)
    return `/api/v1/bookmarks?${query.toString()}`
  },
  headersFor: (token) => ({ Authorization: `Bearer ${token}` }),
  parsePage({ json }) {
    if (!isRecord(json) || !Array.isArray(json['bookmarks']) || !('nextCursor' in json)) return undefined
    const next = textOf(json['nextCursor']) ?? null
    if (next !== null && next.length > MAX_CURSOR) return undefined
    return { entries: recordsOf(json['bookmarks']).map(toDraft), next }
  },
}

function toDraft(record: JsonRecord) {
  const content = isRecord(record['content']) ? record['content'] : {}
  return {
    url: content['type'] === 'link' ? content['url'] : undefined,
    title: textOf(record['title']) ?? textOf(content['title']),
    tags: recordsOf(record['tags']).flatMap(({ name }) => textOf(name) ?? []),
    savedAt: parseExportInstant(record['createdAt']),
    state: isTrue(record['archived']) ? ('read' as const) : ('unread' as const),
    isFavourite: isTrue(record['favourited']),
    note: textOf(record['note']),
  }
}
