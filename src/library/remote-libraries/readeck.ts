import { isTrue, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { recordsOf } from '../parsing/json-values.ts'
import { nextOffset, type RemoteLibrary } from './remote-library.ts'

const PAGE = 100

export const readeck: RemoteLibrary = {
  name: 'readeck',
  title: 'Readeck',
  credentials: ['token'],
  firstCursor: '0',
  pathOf: (cursor) => `/api/bookmarks?limit=${PAGE}&offset=${cursor}&sort=-created`,
  headersFor: (token) => ({ Authorization: `Bearer ${token}` }),
  parsePage({ json, header }, cursor) {
    const records = recordsOf(json)
    if (!Array.isArray(json) || records.some((record) => !('is_archived' in record))) return undefined
    const total = Number(header('total-count') ?? Infinity)
    const entries = records
      .filter((record) => !isTrue(record['is_deleted']))
      .map((record) => ({
        url: record['url'],
        title: record['title'],
        tags: textsOf(record['labels']),
        savedAt: parseExportInstant(record['created']),
        state: isTrue(record['is_archived']) ? ('read' as const) : ('unread' as const),
        isFavourite: isTrue(record['is_marked']),
      }))
    return { entries, next: nextOffset(Number(cursor), records.length, total) }
  },
}
