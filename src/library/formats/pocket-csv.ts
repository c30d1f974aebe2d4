import { csvFormat } from '../parsing/csv-format.ts'
import { type LibraryHighlight, MAX_PARTS, split, textOf } from '../parsing/entry.ts'
import type { Companions } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { recordsOf } from '../parsing/json-values.ts'
import { tryParseJson } from '../../text/json.ts'

/** `part_000000.csv` in Pocket's ZIP, with the highlights in `annotations/part_000000.json`. */
export const pocketCsv = csvFormat({
  name: 'pocket-csv',
  title: 'Pocket',
  columns: ['url', 'time_added', 'status'],
  prepare: ({ companions }) => readHighlights(companions),
  draft(record, highlights) {
    return {
      url: record['url'],
      title: record['title'],
      tags: split(record['tags'], '|'),
      savedAt: parseExportInstant(record['time_added']),
      state: record['status']?.trim() === 'archive' ? 'read' : 'unread',
      highlights: highlights.get(record['url']?.trim() ?? '') ?? [],
    }
  },
})

/** The highlights by the address of their page. */
async function readHighlights(companions: Companions): Promise<Map<string, LibraryHighlight[]>> {
  const found = new Map<string, LibraryHighlight[]>()
  for (const name of companions.names.filter((path) => /(^|\/)annotations\/part_\d+\.json$/.test(path))) {
    for (const page of recordsOf(tryParseJson((await companions.read(name)) ?? ''))) {
      const highlights = recordsOf(page['highlights']).flatMap(({ quote, created_at: createdAt }) => {
        const text = textOf(quote)
        return text === undefined ? [] : [{ quote: text, createdAt: parseExportInstant(createdAt) }]
      })
      const url = textOf(page['url'])
      const known = url === undefined ? [] : found.getOrInsert(url, [])
      for (const highlight of highlights) if (known.length < MAX_PARTS) known.push(highlight)
    }
  }
  return found
}
