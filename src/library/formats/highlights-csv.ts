import { withoutFormulaGuard } from '../../text/csv-line.ts'
import { csvFormat } from '../parsing/csv-format.ts'
import { textOf } from '../parsing/entry.ts'
import { instantOf } from '../parsing/instants.ts'

/** A line for each highlight, as Readwise takes it; those of one address become one item. Without an address it is none. */
export const highlightsCsv = csvFormat({
  name: 'highlights-csv',
  title: 'Highlights',
  columns: (columns) =>
    columns.has('highlight') && ['url', 'source url', 'source_url'].some((name) => columns.has(name)),
  draft(record) {
    const quote = textOf(withoutFormulaGuard(record['highlight']))
    const createdAt = instantOf(record['date'] ?? record['highlighted at'])
    return {
      url: record['url'] ?? record['source url'] ?? record['source_url'],
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
