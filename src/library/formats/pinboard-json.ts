import { isTrue, split, textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** `description` contains the title. Ordinary bookmarks are marked as not to be read, but may still be unread. */
export const pinboardJson = jsonFormat({
  name: 'pinboard',
  title: 'Pinboard',
  matchesList: (first) => 'href' in first && 'toread' in first,
  draft: (record) => ({
    url: record['href'],
    title: record['description'],
    tags: split(textOf(record['tags']), /\s+/),
    savedAt: parseExportInstant(record['time']),
    state: isTrue(record['toread']) ? 'unread' : 'unclear',
    note: textOf(record['extended']),
  }),
})
