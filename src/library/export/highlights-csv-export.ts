import type { Highlight } from '../../queue/highlights/highlight.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { csvLine } from '../../text/csv-line.ts'
import type { ExportFormat } from './export-format.ts'

/** The columns by which Readwise recognises highlights; it ignores the colour. */
const COLUMNS: [name: string, cell: (highlight: Highlight, item: Item) => string][] = [
  ['Highlight', ({ exact }) => exact],
  ['Title', (_, item) => titleOf(item)],
  ['Author', (_, item) => item.author ?? ''],
  ['URL', (_, item) => item.url],
  ['Note', ({ note }) => note ?? ''],
  ['Location', ({ start }) => (start === null ? '' : String(start))],
  ['Date', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['Colour', ({ colour }) => colour],
]

/** A line for each highlight, grouped by item. */
export const highlightsCsvExport: ExportFormat = {
  name: 'highlights',
  title: 'Highlights',
  content: 'highlights',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  async *write(source) {
    yield csvLine(COLUMNS.map(([name]) => name))
    for await (const item of source.items())
      for (const highlight of await source.highlightsOf(item))
        yield csvLine(COLUMNS.map(([, cell]) => cell(highlight, item).toWellFormed()))
  },
}
