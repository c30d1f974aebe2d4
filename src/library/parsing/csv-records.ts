import { parse } from 'csv-parse'
import { Failure } from '../../failure.ts'

/** Longer than any note; an article in a cell may be longer, and is refused. */
const MAX_RECORD_CHARACTERS = 8_000_000

const MAX_COLUMNS = 1000
/** Delimiters between two records, in cells as well: an article of 8 MB has fewer commas. */
const MAX_DELIMITERS = 100_000

/** The cells of a record by the lower-case names of their columns. */
export type CsvRecord = Record<string, string>

/**
 * Parses a CSV file: quoted cells with commas, line breaks and doubled quotes, and records with fewer or more cells
 * than the header. Throws `invalid_input` if a cell is not closed.
 */
export async function* csvRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    columns: (header: string[]) => {
      if (header.length > MAX_COLUMNS) throw tooManyColumns()
      return header.map(columnName)
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  })
  void feed(parser, text, delimiter)
  try {
    for await (const record of parser) yield record as CsvRecord
  } catch (error) {
    if (!isCsvError(error)) throw error
    throw new Failure('invalid_input', csvErrorDetail(error), { cause: error })
  }
}

/** The parser reports the line in which a record began. */
function csvErrorDetail(error: Error & { lines?: number }): string {
  const line = error.lines === undefined ? 'A line' : `Line ${error.lines}`
  return `${line} breaks off: it is longer than 8 MB, or a quotation mark is never closed. Mend it and upload the file again.`
}

/** Also refuses a record of very many cells: the parser limits the characters in them, which may be none. */
async function feed(
  parser: ReturnType<typeof parse>,
  text: AsyncIterable<string>,
  delimiter: string,
): Promise<void> {
  let records = 0
  let delimiters = 0
  try {
    for await (const chunk of text) {
      if (parser.destroyed) return
      if (!parser.write(chunk)) await new Promise<void>((resolve) => whenWritable(parser, resolve))
      const isInRecord = parser.info.records === records
      records = parser.info.records
      delimiters = isInRecord ? delimiters + chunk.split(delimiter).length - 1 : 0
      if (delimiters > MAX_DELIMITERS) throw tooManyColumns()
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

function whenWritable(parser: ReturnType<typeof parse>, resolve: () => void): void {
  const done = () => {
    parser.off('drain', done)
    parser.off('close', done)
    resolve()
  }
  parser.on('drain', done)
  parser.on('close', done)
}

function tooManyColumns(): Failure {
  return new Failure('invalid_input', 'The file has too many columns.')
}

function isCsvError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

export function columnName(cell: string): string {
  return cell.trim().toLowerCase()
}

/** The column names in the first line of `head`. */
export function parseHeader(head: string, delimiter: string): string[] {
  const line = /^[^\r\n]*/.exec(head.trimStart())![0]
  return line.split(delimiter).map((cell) => columnName(cell.replace(/^\s*"|"\s*$/g, '')))
}
