import { isTrue } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** The Readability service, which closed in 2016. */
export const readabilityJson = jsonFormat({
  name: 'readability',
  title: 'Readability',
  objectSource: {
    path: '$.bookmarks.*',
    matches: async (file) =>
      file.members.has('bookmarks') && 'article__url' in (await file.firstOf('bookmarks')),
  },
  draft: (record) => ({
    url: record['article__url'],
    title: record['article__title'],
    savedAt: parseExportInstant(record['date_added']),
    readAt: parseExportInstant(record['date_archived']),
    state: isTrue(record['archive']) ? 'read' : 'unread',
    isFavourite: isTrue(record['favorite']),
  }),
})
