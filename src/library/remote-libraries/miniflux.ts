import { textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, recordsOf } from '../parsing/json-values.ts'
import { nextOffset, type RemoteLibrary } from './remote-library.ts'

/** A small page, since each entry comes with the text of its feed. */
const PAGE = 50

/** The category of feeds without one. */
const NO_CATEGORY = 'All'

/** Only starred entries are read. */
export const miniflux: RemoteLibrary = {
  name: 'miniflux',
  title: 'Miniflux',
  credentials: ['token'],
  firstCursor: '0',
  pathOf: (cursor) => `/v1/entries?starred=true&order=id&direction=desc&limit=${PAGE}&offset=${cursor}`,
  headersFor: (token) => ({ 'X-Auth-Token': token }),
  parsePage({ json }, cursor) {
    if (!isRecord(json) || typeof json['total'] !== 'number' || !('entries' in json)) return undefined
    const records = recordsOf(json['entries'])
    const entries = records.map((record) => ({
      url: record['url'],
      title: record['title'],
      tags: textsOf(record['tags']),
      folders: readFolders(record),
      savedAt: parseExportInstant(record['created_at']) ?? parseExportInstant(record['published_at']),
      state: record['status'] === 'read' ? ('read' as const) : ('unread' as const),
      isFavourite: true,
    }))
    return { entries, next: nextOffset(Number(cursor), records.length, json['total']) }
  },
}

function readFolders({ feed }: JsonRecord): string[] {
  const category =
    isRecord(feed) && isRecord(feed['category']) ? textOf(feed['category']['title']) : undefined
  return category === undefined || category === NO_CATEGORY ? [] : [category]
}
