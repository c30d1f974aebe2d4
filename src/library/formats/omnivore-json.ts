import { type LibraryHighlight, textOf, textsOf } from '../parsing/entry.ts'
import type { Companions } from '../parsing/format.ts'
import { instantOf } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'

/** `metadata_*.json` of Omnivore's zip, with the pages and highlights that lie beside it by an entry's slug. */
export const omnivoreJson = jsonFormat({
  name: 'omnivore',
  title: 'Omnivore',
  matchesList: (first) => 'savedAt' in first && 'labels' in first,
  prepare: async ({ companions }) => companionReader(companions),
  async draft(record, companion) {
    const slug = textOf(record['slug'])
    const marked = slug === undefined ? undefined : await companion(`highlights/${slug}.md`)
    const { highlights, note } = highlightsOf(marked ?? '')
    return {
      url: record['url'],
      title: record['title'],
      tags: textsOf(record['labels']),
      savedAt: instantOf(record['savedAt']),
      state: record['state'] === 'Archived' ? 'read' : 'unread',
      note,
      highlights,
      html: slug === undefined ? undefined : await companion(`content/${slug}.html`),
    }
  },
})

/** Reads companions by their paths below the folder of the export, wherever in the zip that is. */
function companionReader(companions: Companions): (path: string) => Promise<string | undefined> {
  const names = new Map(
    companions.names.map((name) => [name.replace(/^.*?(?=(content|highlights)\/)/, ''), name]),
  )
  return async (path) => {
    const name = names.get(path)
    return name === undefined ? undefined : companions.read(name)
  }
}

/** Blocks parted by blank lines: a quote, perhaps its labels, perhaps its note; a block before any quote is of the page. */
function highlightsOf(markdown: string): { highlights: LibraryHighlight[]; note: string | undefined } {
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
