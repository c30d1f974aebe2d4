import { type EntryDraft, isTrue, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import type { JsonRecord } from '../parsing/json-values.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** A response of linkding's API. */
export const linkdingJson = jsonFormat({
  name: 'linkding-json',
  title: 'linkding',
  objectSource: {
    path: '$.results.*',
    matches: async (file) => file.members.has('results') && 'tag_names' in (await file.firstOf('results')),
  },
  draft: linkdingDraft,
})

export function linkdingDraft(record: JsonRecord): EntryDraft {
  return {
    url: record['url'],
    title: record['title'],
    tags: textsOf(record['tag_names']),
    savedAt: parseExportInstant(record['date_added']),
    state: isTrue(record['is_archived']) ? 'read' : 'unread',
    note: textOf(record['notes']),
  }
}
