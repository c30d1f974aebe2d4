import { type CsvRecord, csvRecords } from './csv-records.ts'
import { type EntryDraft, type SkipReason, textOf, toRow } from './entry.ts'
import { type Format, type FormatInput, rowsOf } from './format.ts'

/**
 * The columns by which files of a format are recognised: `columns` must all be present, or `matchesColumns` decides.
 * Names are in lower case.
 */
type ColumnRule = { columns: string[] } | { matchesColumns: (columns: Set<string>) => boolean }

type CsvFormat<Prepared> = Pick<Format, 'name' | 'title'> & {
  /** Reads data that all entries need, once. */
  prepare?: (input: FormatInput) => Promise<Prepared>
  draft: (record: CsvRecord, prepared: Prepared) => EntryDraft | SkipReason
}

/** A format whose entries are the records of a CSV file, with columns in any order. */
export function csvFormat<Prepared = undefined>(format: CsvFormat<Prepared> & ColumnRule): Format {
  const { name, title, prepare, draft } = format
  const matchesColumns =
    'matchesColumns' in format
      ? format.matchesColumns
      : (known: Set<string>) => format.columns.every((column) => known.has(column))
  return {
    name,
    title,
    matches: (file) => file.kind === 'csv' && matchesColumns(file.columns),
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
