import { split, toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { htmlLinks } from '../parsing/html-links.ts'
import { parseExportInstant } from '../parsing/instants.ts'

/** `ril_export.html`, which lists read items under a heading of their own. */
export const pocketHtml: Format = {
  name: 'pocket-html',
  title: 'Pocket',
  matches: (file) => file.kind === 'html' && /<title>\s*Pocket Export\s*<\/title>/i.test(file.head),
  read: (input) =>
    rowsOf(htmlLinks(input.text()), ({ attributes, text, heading }, row) =>
      toRow(row, {
        url: attributes['href'],
        title: text,
        tags: split(attributes['tags'], ','),
        savedAt: parseExportInstant(attributes['time_added']),
        state: /archive/i.test(heading) ? 'read' : 'unread',
      }),
    ),
}
