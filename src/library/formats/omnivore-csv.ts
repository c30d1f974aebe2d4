import { csvFormat } from '../parsing/csv-format.ts'
import { parseLabels } from './generic-csv.ts'
import { parseExportInstant } from '../parsing/instants.ts'

/** The format that Omnivore itself could import. */
export const omnivoreCsv = csvFormat({
  name: 'omnivore-csv',
  title: 'Omnivore',
  columns: ['url', 'saved_at', 'labels', 'state'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: parseLabels(record['labels']),
    savedAt: parseExportInstant(record['saved_at']),
    state: /^archived$/i.test(record['state']?.trim() ?? '') ? 'read' : 'unread',
  }),
})
