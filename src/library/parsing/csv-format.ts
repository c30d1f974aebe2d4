import { type CsvRecord, csvRecords } from './csv-records.ts'
import { type EntryDraft, type SkipReason, textOf, toRow } from './entry.ts'
import { type Format, type FormatInput, rowsOf } from './format.ts'

type CsvFormat<Prepared> = Pick<Format, 'name' | 'title'> & {
  /** In lower case: all of these, or what says so of all columns. */
  columns: string[] | ((columns: Set<string>) => boolean)
  /** Reads what all entries need, once. */
  prepare?: (input: FormatInput) => Promise<Prepared>
  draft: (record: CsvRecord, prepared: Prepared) => EntryDraft | SkipReason
}

/** A format whose entries are the records of a CSV file, in whatever order its columns are. */
export function csvFormat<Prepared = undefined>(format: CsvFormat<Prepared>): Format {
  const { name, title, columns, prepare, draft } = format
  const isOf =
    typeof columns === 'function'
      ? columns
      : (known: Set<string>) => columns.every((column) => known.has(column))
  return {
    name,
    title,
    matches: (file) => file.kind === 'csv' && isOf(file.columns),
    async *read(input) {
      const prepared = (await prepare?.(input)) as Prepared
      const delimiter = input.file.kind === 'csv' ? input.file.delimiter : ','
      yield* rowsOf(csvRecords(input.text(), delimiter), (record, row) => {
        const drafted = draft(record, prepared)
        if (typeof drafted === 'string')
          return {
            row,
            reason: drafted,
            url: textOf(record['url']),
            title: record['title'] ?? record['book title'],
          }
        return toRow(row, drafted)
      })
    },
  }
}
