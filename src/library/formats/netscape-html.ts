import { isTrue, split, textOf, toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { type HtmlLink, htmlLinks } from '../parsing/html-links.ts'

/** linkding has no folder for archived bookmarks, and tags them. */
const ARCHIVED_TAG = 'linkding:bookmarks.archived'
const NOTES_START = '[linkding-notes]'
const NOTES_END = '[/linkding-notes]'

/** The bookmarks file of browsers, which most services write as well. */
export const netscapeHtml: Format = {
  name: 'netscape-html',
  title: 'Bookmarks file',
  matches: (file) =>
    file.kind === 'html' && (/NETSCAPE-Bookmark-file-1/i.test(file.head) || /<dt>\s*<a\s/i.test(file.head)),
  read: (input) => rowsOf(htmlLinks(input.text()), (link, row) => toEntry(link, row)),
}

function toEntry({ attributes, text, description, folders }: HtmlLink, row: number) {
  const tags = split(attributes['tags'], ',')
  const readAt = parseExportInstant(attributes['read_at'])
  const isArchived = tags.includes(ARCHIVED_TAG)
  return toRow(row, {
    url: attributes['href'],
    title: text,
    tags: tags.filter((tag) => tag !== ARCHIVED_TAG),
    folders,
    savedAt: parseExportInstant(attributes['add_date']),
    // Only our own exports contain these.
    readAt,
    state: isArchived || readAt !== undefined ? 'read' : readState(attributes['toread']),
    isFavourite: isTrue(attributes['favourite']),
    note: readNote(description),
  })
}

/** `TOREAD="0"` only means that nobody marked it to be read. It may still be unread. */
function readState(toRead: string | undefined): 'unread' | 'unclear' {
  return toRead?.trim() === '0' ? 'unclear' : 'unread'
}

function readNote(description: string): string | undefined {
  const start = description.indexOf(NOTES_START)
  const end = description.indexOf(NOTES_END, start)
  if (start < 0 || end < 0) return textOf(description)
  const notes = description.slice(start + NOTES_START.length, end)
  const text = description.slice(0, start) + description.slice(end + NOTES_END.length)
  return textOf([text, notes].flatMap((part) => textOf(part) ?? []).join('\n\n'))
}
