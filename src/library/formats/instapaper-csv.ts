import { csvFormat } from '../parsing/csv-format.ts'
import { type LibraryHighlight, textOf, textsOf } from '../parsing/entry.ts'
import { instantOf } from '../parsing/instants.ts'
import { tryParseJson } from '../../text/json.ts'

/** A folder is one of three that say the state, or one of the person's own. */
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
      tags: tagsOf(record['tags']),
      folders: folder === '' || STATE_FOLDERS.includes(kind) ? [] : [folder],
      savedAt: instantOf(record['timestamp']),
      // Starred ones may be read or not: the file doesn't say.
      state: kind === 'archive' ? 'read' : kind === 'starred' ? 'unclear' : 'unread',
      isFavourite: kind === 'starred',
      highlights: highlightOf(record['selection']),
    }
  },
})

function tagsOf(cell = ''): string[] {
  return textsOf(tryParseJson(cell))
}

/** What was selected when the page was saved. */
function highlightOf(selection: string | undefined): LibraryHighlight[] {
  const quote = textOf(selection)
  return quote === undefined ? [] : [{ quote }]
}
