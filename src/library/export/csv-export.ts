import { AS_WORDS, viewOf } from '../../queue/model/field-views.ts'
import { type FieldName, fieldsIn, propertyOf } from '../../queue/model/fields.ts'
import type { Item } from '../../queue/model/item.ts'
import { csvLine } from '../../text/csv-line.ts'
import type { ExportFormat } from './export-format.ts'

/**
 * The first eight columns are those of Readwise Reader, by which other services recognise the file; they ignore the
 * others.
 */
const COLUMNS: [name: string, cell: (item: Item) => string][] = [
  ['Title', (item) => item.givenTitle ?? item.pageTitle ?? ''],
  ['URL', (item) => item.url],
  ['ID', (item) => item.id],
  ['Document tags', (item) => pythonList(item.tags)],
  ['Saved date', (item) => formatDate(item.savedAt)],
  ['Reading progress', (item) => String(Math.round(item.progress * 100))],
  ['Location', chooseLocation],
  ['Seen', (item) => flag(item.readAt !== null || item.progress > 0)],
  ['Read date', (item) => (item.readAt === null ? '' : formatDate(item.readAt))],
  ['Favourite', (item) => flag(item.favouritedAt !== null)],
]
const lastCellsOf = viewOf('csv', AS_WORDS)

export const csvExport: ExportFormat = {
  name: 'csv',
  title: 'CSV',
  content: 'library',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  async *write(source) {
    yield csvLine([...COLUMNS.map(([name]) => name), ...fieldsIn('csv').map(columnTitle)])
    for await (const item of source.items()) {
      const last = Object.values(lastCellsOf(item)).map((value) => String(value ?? ''))
      yield csvLine([...COLUMNS.map(([, cell]) => cell(item)), ...last].map((cell) => cell.toWellFormed()))
    }
  },
}

/** `readingMinutes` becomes `Reading minutes`. */
function columnTitle(name: FieldName): string {
  const words = propertyOf(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A list of texts in Python's syntax, which Readwise uses. */
function pythonList(texts: string[]): string {
  if (texts.length === 0) return ''
  return `[${texts.map((text) => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`).join(', ')}]`
}

function formatDate(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00:00')
}

function chooseLocation({ readAt, snoozedUntil }: Item): string {
  if (readAt !== null) return 'archive'
  return snoozedUntil === null ? 'new' : 'later'
}

function flag(is: boolean): string {
  return is ? 'True' : 'False'
}
