import { withoutFormulaGuard } from '../../text/csv-line.ts'
import { csvFormat } from '../parsing/csv-format.ts'
import { textOf } from '../parsing/entry.ts'
import { instantOf } from '../parsing/instants.ts'

const ADDRESSES = ['url', 'source url', 'source_url']

/**
 * A line for each highlight, as Readwise takes and writes it; those of one address become one item. One without an address,
 * as all have that Readwise writes, is of something that can't be found again by its title.
 */
export const highlightsCsv = csvFormat({
  name: 'highlights-csv',
  title: 'Highlights',
  columns: (columns) =>
    columns.has('highlight') && [...ADDRESSES, 'book title'].some((name) => columns.has(name)),
  draft(record) {
    const quote = textOf(withoutFormulaGuard(record['highlight']))
    const createdAt = instantOf(record['date'] ?? record['highlighted at'])
    const url = ADDRESSES.map((name) => textOf(record[name])).find((address) => address !== undefined)
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
