import { csvFormat } from '../parsing/csv-format.ts'
import { isTrue, split, textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'

export const raindropCsv = csvFormat({
  name: 'raindrop-csv',
  title: 'Raindrop.io',
  columns: ['url', 'excerpt', 'highlights', 'folder'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: split(record['tags'], ','),
    folders: split(record['folder'], '/').filter((folder) => folder.toLowerCase() !== 'unsorted'),
    savedAt: parseExportInstant(record['created']),
    isFavourite: isTrue(record['favorite']),
    note: textOf(record['note']),
    highlights: split(record['highlights'], /\r?\n/).map((quote) => ({ quote })),
  }),
})
