import type { LibraryRow } from './entry.ts'
import type { ReadText, FileKind } from './file-kind.ts'

/** The files beside it in the zip, by the end of their path. */
export type Companions = {
  names: string[]
  /** The text of one; undefined where there is none. */
  read(name: string): Promise<string | undefined>
}

export type FormatInput = { text: ReadText; file: FileKind; companions: Companions }

/** A kind of export file. Adding one is a file in `formats`, and a line in its list. */
export type Format = {
  /** For programs. */
  name: string
  /** The service or program that writes it. */
  title: string
  matches(file: FileKind): boolean | Promise<boolean>
  /** Its entries, numbered from 1. */
  read(input: FormatInput): AsyncGenerator<LibraryRow>
}

/** Numbers the values and makes each into an entry. */
export async function* rowsOf<Value>(
  values: AsyncIterable<Value>,
  toEntry: (value: Value, row: number) => LibraryRow | Promise<LibraryRow>,
): AsyncGenerator<LibraryRow> {
  let row = 0
  for await (const value of values) yield toEntry(value, ++row)
}
