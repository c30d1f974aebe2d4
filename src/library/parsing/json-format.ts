import { type EntryDraft, toRow } from './entry.ts'
import { type Format, type FormatInput, rowsOf } from './format.ts'
import { isRecord, type JsonRecord, jsonValues } from './json-values.ts'
import type { FileKind } from './file-kind.ts'

type JsonFormat<Prepared> = Pick<Format, 'name' | 'title'> & {
  /** Whether an array with this first object is of the format. */
  matchesList?: (first: JsonRecord) => boolean
  /** The path of the entries inside an object, and whether the object is of the format. */
  objectSource?: {
    path: string
    matches: (file: FileKind & { kind: 'object' }) => boolean | Promise<boolean>
  }
  /** Reads data that all entries need, once. */
  prepare?: (input: FormatInput) => Promise<Prepared>
  draft: (record: JsonRecord, prepared: Prepared) => EntryDraft | Promise<EntryDraft>
}

/** A format whose entries are the objects of an array. */
export function jsonFormat<Prepared = undefined>(format: JsonFormat<Prepared>): Format {
  const { name, title, matchesList, objectSource, prepare, draft } = format
  return {
    name,
    title,
    matches(file) {
      if (file.kind === 'list') return matchesList?.(file.first) ?? false
      return file.kind === 'object' && objectSource !== undefined && objectSource.matches(file)
    },
    async *read(input) {
      const prepared = (await prepare?.(input)) as Prepared
      const values = jsonValues(input.text(), input.file.kind === 'list' ? '$.*' : objectSource!.path)
      yield* rowsOf(values, async (value, row) =>
        isRecord(value) ? toRow(row, await draft(value, prepared)) : { row, reason: 'unreadable' },
      )
    },
  }
}
