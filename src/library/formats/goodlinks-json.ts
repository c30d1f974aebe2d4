import { isTrue, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

export const goodlinksJson = jsonFormat({
  name: 'goodlinks',
  title: 'GoodLinks',
  matchesList: (first) => 'addedAt' in first && 'url' in first,
  draft(record) {
    const readAt = parseExportInstant(record['readAt'])
    return {
      url: record['url'],
      title: record['title'],
      tags: textsOf(record['tags']),
      savedAt: parseExportInstant(record['addedAt']),
      readAt,
      state: readAt === undefined ? 'unread' : 'read',
      isFavourite: isTrue(record['starred']),
    }
  },
})
