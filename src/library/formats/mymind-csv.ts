import { csvFormat } from '../parsing/csv-format.ts'
import { split, textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'

export const mymindCsv = csvFormat({
  name: 'mymind-csv',
  title: 'mymind',
  columns: ['id', 'type', 'url', 'content', 'note', 'created'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: split(record['tags'], ','),
    savedAt: parseExportInstant(record['created']),
    note: textOf(record['note']),
  }),
})
