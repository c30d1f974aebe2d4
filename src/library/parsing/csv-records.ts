import { parse } from 'csv-parse'
import { Failure } from '../../failure.ts'

/** Longer than any note that a person writes; an article in a cell is longer. */
const MAX_RECORD_CHARACTERS = 8_000_000

const MAX_COLUMNS = 1000

/** A record by the lower-case names of its columns. */
export type CsvRecord = Record<string, string>

/**
 * Reads a CSV file: quoted cells with commas, line breaks and doubled quotes, records with fewer or more cells than the
 * header. Throws `invalid_input` where a cell does not end.
 */
export async function* csvRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    columns: (header: string[]) => {
      if (header.length > MAX_COLUMNS) throw new Failure('invalid_input', 'The file has too many columns.')
      return header.map(columnName)
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  })
  void feed(parser, text)
  try {
    for await (const record of parser) yield record as CsvRecord
  } catch (error) {
    if (!isCsvError(error)) throw error
    throw new Failure('invalid_input', wordsFor(error), { cause: error })
  }
}

/** The parser says in which line a record began. */
function wordsFor(error: Error & { lines?: number }): string {
  const line = error.lines === undefined ? 'A line' : `Line ${error.lines}`
  return `${line} breaks off: it is longer than 8 MB, or a quotation mark is never closed. Mend it and upload the file again.`
}

async function feed(parser: ReturnType<typeof parse>, text: AsyncIterable<string>): Promise<void> {
  try {
    for await (const chunk of text) {
      if (parser.destroyed) return
      if (!parser.write(chunk)) await new Promise<void>((resolve) => whenWritable(parser, resolve))
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

function isCsvError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

export function columnName(cell: string): string {
  return cell.trim().toLowerCase()
}

/** The first record of a CSV file, by its head; undefined where it is none. */
export function headerOf(head: string, delimiter: string): string[] {
  const line = /^[^\r\n]*/.exec(head.trimStart())![0]
  return line.split(delimiter).map((cell) => columnName(cell.replace(/^\s*"|"\s*$/g, '')))
}
