import type { ExportSource } from './export-source.ts'

/** A file format of exports. To add one, add a file to this folder and a line to its list. */
export type ExportFormat = {
  /** The stable name, for programs. */
  name: string
  title: string
  /** What it is of: the items of a queue, or their highlights. */
  content: 'library' | 'highlights'
  mediaType: string
  /** The extension of its file name, without the dot. */
  extension: string
  /** The pieces of the file in order, produced on demand. */
  write(source: ExportSource): AsyncGenerator<string | Uint8Array, void>
}
