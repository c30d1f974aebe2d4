import { type LibraryHighlight, textOf, textsOf } from '../parsing/entry.ts'
import type { Companions } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** `metadata_*.json` in Omnivore's ZIP, with the pages and highlights beside it, which are named by an entry's slug. */
export const omnivoreJson = jsonFormat({
  name: 'omnivore',
  title: 'Omnivore',
  matchesList: (first) => 'savedAt' in first && 'labels' in first,
  prepare: async ({ companions }) => companionReader(companions),
  async draft(record, companion) {
    const slug = textOf(record['slug'])
    const marked = slug === undefined ? undefined : await companion(`highlights/${slug}.md`)
    const { highlights, note } = parseHighlights(marked ?? '')
    return {
      url: record['url'],
      title: record['title'],
      tags: textsOf(record['labels']),
      savedAt: parseExportInstant(record['savedAt']),
      state: record['state'] === 'Archived' ? 'read' : 'unread',
      note,
      highlights,
      html: slug === undefined ? undefined : await companion(`content/${slug}.html`),
    }
  },
})

/** Returns a reader of companions by their paths within the export's folder, wherever that is in the ZIP. */
function companionReader(companions: Companions): (path: string) => Promise<string | undefined> {
  const names = new Map(
    companions.names.map((name) => [name.replace(/^.*?(?=(content|highlights)\/)/, ''), name]),
  )
  return async (path) => {
    const name = names.get(path)
    return name === undefined ? undefined : companions.read(name)
  }
}

/**
 * Parses blocks separated by blank lines: a quote, then optionally its labels and its note. A block before any quote
 * is the note of the page.
 */
function parseHighlights(markdown: string): { highlights: LibraryHighlight[]; note: string | undefined } {
  const highlights: LibraryHighlight[] = []
  const notes: string[] = []
  for (const block of split(markdown)) {
    const last = highlights.at(-1)
    if (block.startsWith('>')) highlights.push({ quote: block.replace(/^>[ \t]?/gm, '').trim() })
    else if (block.split(/\s+/).every((word) => word.startsWith('#'))) continue
    else if (last && last.note === undefined) last.note = block
    else notes.push(block)
  }
  return { highlights: highlights.filter(({ quote }) => quote !== ''), note: textOf(notes.join('\n\n')) }
}

function split(markdown: string): string[] {
  return markdown.split(/\r?\n\s*\r?\n/).flatMap((block) => textOf(block) ?? [])
}
