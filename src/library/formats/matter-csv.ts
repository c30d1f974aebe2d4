import { csvFormat } from '../parsing/csv-format.ts'
import { isTrue, split } from '../parsing/entry.ts'
import { instantOf } from '../parsing/instants.ts'

/** `_matter_history.csv`. Its only date is that of the last interaction. */
export const matterCsv = csvFormat({
  name: 'matter-csv',
  title: 'Matter',
  columns: (columns) =>
    columns.has('url') && (columns.has('in queue') || columns.has('last interaction date')),
  draft(record) {
    const isQueued = record['in queue'] ?? record['saved']
    return {
      url: record['url'],
      title: record['title'],
      tags: split(record['tags'], ';'),
      savedAt: instantOf(record['last interaction date']),
      state: isTrue(record['read']) || (isQueued !== undefined && !isTrue(isQueued)) ? 'read' : 'unread',
      isFavourite: isTrue(record['favorited']),
    }
  },
})
