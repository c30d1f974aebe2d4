import { isTrue, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

export const elcuratorJson = jsonFormat({
  name: 'elcurator',
  title: 'elCurator',
  matchesList: (first) => 'created_at' in first && 'is_saved' in first,
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: textsOf(record['tags']),
    savedAt: parseExportInstant(record['created_at']),
    isFavourite: isTrue(record['is_saved']),
    note: textOf(record['description']),
  }),
})
