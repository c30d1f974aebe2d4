import { csvFormat } from '../parsing/csv-format.ts'
import { labelsOf } from './generic-csv.ts'
import { instantOf } from '../parsing/instants.ts'

/** What Omnivore's own import took. */
export const omnivoreCsv = csvFormat({
  name: 'omnivore-csv',
  title: 'Omnivore',
  columns: ['url', 'saved_at', 'labels', 'state'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: labelsOf(record['labels']),
    savedAt: instantOf(record['saved_at']),
    state: /^archived$/i.test(record['state']?.trim() ?? '') ? 'read' : 'unread',
  }),
})
