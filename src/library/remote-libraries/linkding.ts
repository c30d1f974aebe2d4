import { linkdingDraft } from '../formats/linkding-json.ts'
import { isRecord, recordsOf } from '../parsing/json-values.ts'
import type { RemoteLibrary } from './remote-library.ts'

const PAGE = 100

/** The prefix of cursors for archived bookmarks, which have a list of their own, read second. */
const ARCHIVED = 'archived '

export const linkding: RemoteLibrary = {
  name: 'linkding',
  title: 'linkding',
  credentials: ['token'],
  firstCursor: '0',
  pathOf(cursor) {
    const list = cursor.startsWith(ARCHIVED) ? 'bookmarks/archived' : 'bookmarks'
    return `/api/${list}/?limit=${PAGE}&offset=${cursor.replace(ARCHIVED, '')}`
  },
  headersFor: (token) => ({ Authorization: `Token ${token}` }),
  parsePage({ json }, cursor) {
    if (!isRecord(json) || !Array.isArray(json['results']) || !('next' in json)) return undefined
    const records = recordsOf(json['results'])
    const entries = records.map((record) => ({
      ...linkdingDraft(record),
      // Most people never mark bookmarks as unread, so the absence of the mark is unclear.
      ...(record['is_archived'] !== true && record['unread'] === false && { state: 'unclear' as const }),
    }))
    const isArchived = cursor.startsWith(ARCHIVED)
    const isLast = json['next'] === null || records.length === 0
    if (isLast) return { entries, next: isArchived ? null : `${ARCHIVED}0` }
    const next = Number(cursor.replace(ARCHIVED, '')) + records.length
    return { entries, next: `${isArchived ? ARCHIVED : ''}${next}` }
  },
}
