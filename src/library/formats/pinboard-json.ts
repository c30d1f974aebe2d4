import { isTrue, split, textOf } from '../parsing/entry.ts'
import { instantOf } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** `description` is the title there. Every ordinary bookmark says that it is not to be read, which is not to have read it. */
export const pinboardJson = jsonFormat({
  name: 'pinboard',
  title: 'Pinboard',
  matchesList: (first) => 'href' in first && 'toread' in first,
  draft: (record) => ({
    url: record['href'],
    title: record['description'],
    tags: split(textOf(record['tags']), /\s+/),
    savedAt: instantOf(record['time']),
    state: isTrue(record['toread']) ? 'unread' : 'unclear',
    note: textOf(record['extended']),
  }),
})
