import { withoutFormulaGuard } from '../../text/csv-line.ts'
import { csvFormat } from '../parsing/csv-format.ts'
import { textOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'

const URL_COLUMNS = ['url', 'source url', 'source_url']

/**
 * One row per highlight; rows with the same URL become one item. Readwise exports omit the URL, so those rows are
 * skipped.
 */
export const highlightsCsv = csvFormat({
  name: 'highlights-csv',
  title: 'Highlights',
  matchesColumns: (columns) =>
    columns.has('highlight') && [...URL_COLUMNS, 'book title'].some((name) => columns.has(name)),
  draft(record) {
    const quote = textOf(withoutFormulaGuard(record['highlight']))
    const createdAt = parseExportInstant(record['date'] ?? record['highlighted at'])
    const url = URL_COLUMNS.map((name) => textOf(record[name])).find((text) => text !== undefined)
    if (url === undefined) return 'highlight_without_link'
    return {
      url,
      title: withoutFormulaGuard(record['title'] ?? record['book title']),
      savedAt: createdAt,
      highlights:
        quote === undefined
          ? []
          : [
              {
                quote,
                note: textOf(withoutFormulaGuard(record['note'])),
                colour: textOf(record['colour'] ?? record['color']),
                createdAt,
              },
            ],
    }
  },
})
