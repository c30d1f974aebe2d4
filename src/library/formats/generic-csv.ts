import { csvFormat } from '../parsing/csv-format.ts'
import { isTrue, split, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { tryParseJson } from '../../text/json.ts'

/** Any CSV file with a column of addresses; Readeck and Raindrop take such files. */
export const genericCsv = csvFormat({
  name: 'csv',
  title: 'CSV',
  matchesColumns: (columns) => columns.has('url') || columns.has('href') || columns.has('link'),
  draft(record) {
    const state = (record['state'] ?? record['status'] ?? '').trim().toLowerCase()
    const folder = textOf(record['folder'])
    const isArchive = folder?.toLowerCase() === 'archive'
    return {
      url: record['url'] ?? record['href'] ?? record['link'],
      title: record['title'] ?? record['name'],
      tags: parseLabels(record['tags'] ?? record['labels']),
      folders: isArchive || folder?.toLowerCase() === 'unsorted' ? [] : split(folder, '/'),
      savedAt: parseExportInstant(
        record['created'] ?? record['created_at'] ?? record['saved_at'] ?? record['date'],
      ),
      readAt: parseExportInstant(record['read_at']),
      state:
        isArchive ||
        /^(archived?|read|done)$/.test(state) ||
        parseExportInstant(record['read_at']) !== undefined
          ? 'read'
          : 'unread',
      isFavourite: isTrue(record['favorite'] ?? record['favourite'] ?? record['starred']),
      note: textOf(record['note'] ?? record['notes']),
    }
  },
})

/** Tags as a JSON array, or separated by commas. */
export function parseLabels(cell = ''): string[] {
  const list = tryParseJson(cell)
  return Array.isArray(list) ? textsOf(list) : split(cell, ',')
}
