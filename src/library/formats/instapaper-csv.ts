import { csvFormat } from '../parsing/csv-format.ts'
import { type LibraryHighlight, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { tryParseJson } from '../../text/json.ts'

/** These folders stand for a state; others were created by the person. */
const STATE_FOLDERS = ['unread', 'archive', 'starred']

export const instapaperCsv = csvFormat({
  name: 'instapaper-csv',
  title: 'Instapaper',
  columns: ['url', 'selection', 'folder'],
  draft(record) {
    const folder = record['folder']?.trim() ?? ''
    const kind = folder.toLowerCase()
    return {
      url: record['url'],
      title: record['title'],
      tags: readTags(record['tags']),
      folders: folder === '' || STATE_FOLDERS.includes(kind) ? [] : [folder],
      savedAt: parseExportInstant(record['timestamp']),
      // Starred ones may be read or not, which the file doesn't say.
      state: kind === 'archive' ? 'read' : kind === 'starred' ? 'unclear' : 'unread',
      isFavourite: kind === 'starred',
      highlights: toHighlights(record['selection']),
    }
  },
})

function readTags(cell = ''): string[] {
  return textsOf(tryParseJson(cell))
}

/** The text that was selected when the page was saved. */
function toHighlights(selection: string | undefined): LibraryHighlight[] {
  const quote = textOf(selection)
  return quote === undefined ? [] : [{ quote }]
}
