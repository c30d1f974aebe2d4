import type { ExportSource } from './export-source.ts'

/** A kind of file that a queue is exported to. Adding one is a file in this folder, and a line in its list. */
export type ExportFormat = {
  /** For programs. */
  name: string
  title: string
  mediaType: string
  /** Of its file's name, without the dot. */
  extension: string
  /** The pieces of the file in their order, made as they are asked for. */
  write(source: ExportSource): AsyncGenerator<string | Uint8Array, void>
}
