import { withoutFormulaGuard } from '../../text/csv-line.ts'
import { csvFormat } from '../parsing/csv-format.ts'
import { isTrue, textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'

const FAVOURITE_TAGS = ['favorite', 'favourite']

export const readwiseCsv = csvFormat({
  name: 'readwise-csv',
  title: 'Readwise Reader',
  columns: ['url', 'document tags', 'location'],
  draft(record) {
    const url = record['url']?.trim() ?? ''
    const location = record['location']?.trim().toLowerCase()
    // Such files are full of feed articles that nobody saved.
    if (location === 'feed') return 'feed'
    if (url.startsWith('mailto:')) return 'not_web'
    const tags = pythonList(withoutFormulaGuard(record['document tags']) ?? '')
    // Only our own exports have this column; others tag favourites.
    const favourite = record['favourite']
    const isMark = (tag: string) => favourite === undefined && FAVOURITE_TAGS.includes(tag.toLowerCase())
    return {
      url,
      title: withoutFormulaGuard(record['title']),
      tags: tags.filter((tag) => !isMark(tag)),
      savedAt: parseExportInstant(record['saved date']),
      readAt: parseExportInstant(record['read date']),
      state: location === 'archive' ? 'read' : 'unread',
      isFavourite: isTrue(favourite) || tags.some(isMark),
      note: textOf(withoutFormulaGuard(record['note'])),
    }
  },
})

/**
 * Parses a list of texts in Python's syntax, in single or double quotation marks, with backslashes; empty if it isn't
 * one.
 */
function pythonList(cell: string): string[] {
  const list = cell.trim()
  if (!list.startsWith('[') || !list.endsWith(']') || list.length > MAX_LIST) return []
  const texts: string[] = []
  /** The quotation mark that ends the current text. */
  let mark = ''
  let text = ''
  for (let at = 1; at < list.length - 1; at++) {
    const character = list[at]!
    if (mark === '') {
      if (character === "'" || character === '"') mark = character
    } else if (character === mark) {
      texts.push(text.trim())
      mark = ''
      text = ''
    } else {
      if (character === '\\') at += 1
      text += list[at]!
    }
  }
  return texts.filter((one) => one !== '')
}

/** Longer than the tags of any document. */
const MAX_LIST = 20_000
