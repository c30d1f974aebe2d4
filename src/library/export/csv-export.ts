import type { Item } from '../../queue/model/item.ts'
import { csvLine } from '../../text/csv-line.ts'
import type { ExportFormat } from './export-format.ts'

/** The first eight are those of Readwise Reader, by which other services know the file; they ignore the others. */
const COLUMNS: [name: string, cell: (item: Item) => string][] = [
  ['Title', (item) => item.givenTitle ?? item.pageTitle ?? ''],
  ['URL', (item) => item.url],
  ['ID', (item) => item.id],
  ['Document tags', (item) => pythonList(item.tags)],
  ['Saved date', (item) => dateOf(item.savedAt)],
  ['Reading progress', (item) => String(Math.round(item.progress * 100))],
  ['Location', locationOf],
  ['Seen', (item) => flag(item.readAt !== null || item.progress > 0)],
  ['Read date', (item) => (item.readAt === null ? '' : dateOf(item.readAt))],
  ['Favourite', (item) => flag(item.favouritedAt !== null)],
  ['Author', (item) => item.author ?? ''],
  ['Note', (item) => item.note ?? ''],
]

export const csvExport: ExportFormat = {
  name: 'csv',
  title: 'CSV',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  async *write(source) {
    yield csvLine(COLUMNS.map(([name]) => name))
    for await (const item of source.items())
      yield csvLine(COLUMNS.map(([, cell]) => cell(item).toWellFormed()))
  },
}

/** As Readwise writes it: a list of texts in Python. */
function pythonList(texts: string[]): string {
  if (texts.length === 0) return ''
  return `[${texts.map((text) => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`).join(', ')}]`
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00:00')
}

function locationOf({ readAt, snoozedUntil }: Item): string {
  if (readAt !== null) return 'archive'
  return snoozedUntil === null ? 'new' : 'later'
}

function flag(is: boolean): string {
  return is ? 'True' : 'False'
}
