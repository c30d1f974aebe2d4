import type { LibraryRow } from './entry.ts'
import type { ReadText, FileKind } from './file-kind.ts'

/** The other files in the ZIP, by the end of their path. */
export type Companions = {
  names: string[]
  /** The text of a file; undefined if it doesn't exist. */
  read(name: string): Promise<string | undefined>
}

export type FormatInput = { text: ReadText; file: FileKind; companions: Companions }

/** A format of export files. To add one, add a file to `formats` and a line to its list. */
export type Format = {
  /** The stable name, for programs. */
  name: string
  /** The service or program that writes it. */
  title: string
  matches(file: FileKind): boolean | Promise<boolean>
  /** The entries, numbered from 1. */
  read(input: FormatInput): AsyncGenerator<LibraryRow>
}

/** Numbers values and converts each to a row. */
export async function* rowsOf<Value>(
  values: AsyncIterable<Value>,
  toEntry: (value: Value, row: number) => LibraryRow | Promise<LibraryRow>,
): AsyncGenerator<LibraryRow> {
  let row = 0
  for await (const value of values) yield toEntry(value, ++row)
}
