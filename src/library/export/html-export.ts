import type { Item } from '../../queue/model/item.ts'
import { escapeText } from '../../text/escape-text.ts'
import type { ExportFormat } from './export-format.ts'

/** Karakeep accepts only files that begin with exactly this line. */
const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`

/** The bookmarks file that browsers and most services read. */
export const htmlExport: ExportFormat = {
  name: 'html',
  title: 'Bookmarks',
  content: 'library',
  mediaType: 'text/html; charset=utf-8',
  extension: 'html',
  async *write(source) {
    yield HEAD
    for await (const item of source.items()) yield bookmark(item)
    yield '</DL><p>\n'
  },
}

/**
 * A bookmark. Browsers ignore `TOREAD`, `READ_AT` and `FAVOURITE`. `TOREAD="0"` alone may only mean that nobody
 * marked it to be read, so `READ_AT` says that it was read.
 */
function bookmark(item: Item): string {
  const attributes: [name: string, value: string | number][] = [
    ['HREF', item.url],
    ['ADD_DATE', toSeconds(item.savedAt)],
    ['LAST_MODIFIED', toSeconds(item.updatedAt)],
    ...(item.tags.length > 0 ? [['TAGS', item.tags.join(',')] as [string, string]] : []),
    ['TOREAD', item.readAt === null ? 1 : 0],
    ...(item.readAt === null ? [] : [['READ_AT', toSeconds(item.readAt)] as [string, number]]),
    ...(item.favouritedAt === null ? [] : [['FAVOURITE', 1] as [string, number]]),
    ['PRIVATE', 1],
  ]
  const written = attributes.map(([name, value]) => `${name}="${escapeText(String(value).toWellFormed())}"`)
  const title = item.givenTitle ?? item.pageTitle ?? item.url
  const link = `    <DT><A ${written.join(' ')}>${escapeText(title.toWellFormed())}</A>\n`
  return item.note === null ? link : `${link}    <DD>${escapeText(item.note.toWellFormed())}\n`
}

function toSeconds(instant: number): number {
  return Math.floor(instant / 1000)
}
