import { textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

export const deliciousJson = jsonFormat({
  name: 'delicious',
  title: 'Delicious',
  matchesList: (first) => 'created' in first && 'others' in first && 'owner' in first,
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: textsOf(record['tags']),
    savedAt: parseExportInstant(record['created']),
    note: textOf(record['description']),
  }),
})
