import { csvFormat } from '../parsing/csv-format.ts'
import { isTrue, split } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'

/** `_matter_history.csv`. Its only date is that of the last interaction. */
export const matterCsv = csvFormat({
  name: 'matter-csv',
  title: 'Matter',
  matchesColumns: (columns) =>
    columns.has('url') && (columns.has('in queue') || columns.has('last interaction date')),
  draft(record) {
    const queueFlag = record['in queue'] ?? record['saved']
    return {
      url: record['url'],
      title: record['title'],
      tags: split(record['tags'], ';'),
      savedAt: parseExportInstant(record['last interaction date']),
      state: isTrue(record['read']) || (queueFlag !== undefined && !isTrue(queueFlag)) ? 'read' : 'unread',
      isFavourite: isTrue(record['favorited']),
    }
  },
})
