import { createReadStream } from 'node:fs'
import { Failure } from '../failure.ts'
import type { LibraryRow } from './parsing/entry.ts'
import type { Companions, Format } from './parsing/format.ts'
import { FORMATS } from './formats.ts'
import { detectEncoding, readHead, type LibraryFile, textOfFile } from './library-file.ts'
import { type ReadText, type FileKind, detectFileKind } from './parsing/file-kind.ts'
import { MAX_UNPACKED_BYTES, openZipFile, unpacksTooLarge } from './zip-files.ts'

/** More than the largest library that anybody has reported. */
const MAX_ROWS = 200_000

/** Files in a ZIP that may contain links; pages and pictures beside them don't. */
const CAN_HOLD_LINKS = /\.(csv|json|html?|txt|md)$/i
/** Pages and highlights that belong to the entries of another file. */
const COMPANION = /(^|\/)(content|highlights|annotations)\//
/** Larger companions are not read. */
const MAX_COMPANION_BYTES = 20_000_000
/** Of all companions together: those of the largest zip, but not one again and again for many entries. */
const MAX_COMPANIONS_BYTES = MAX_UNPACKED_BYTES

export type LibraryReading = {
  format: Format
  rows: AsyncGenerator<LibraryRow>
  close(): void
}

type Part = { file: LibraryFile; format: Format; fileKind: FileKind; text: ReadText }

/**
 * Detects the format of a file by its content, and reads it: its rows in order, numbered from 1 across all files of a
 * ZIP. Throws `invalid_input` for a file without text, and `too_large` beyond `MAX_ROWS`.
 */
export async function readLibrary(path: string): Promise<LibraryReading> {
  const whole: LibraryFile = { name: path, open: () => createReadStream(path) }
  const head = await readHead(whole)
  if (!isZip(head)) {
    const part = await partOf(whole, head)
    if (typeof part === 'string') throw new Failure('invalid_input', part)
    return { format: part.format, rows: rowsOf([part], NO_COMPANIONS), close: () => undefined }
  }
  const zip = await openZipFile(path)
  try {
    const parts = await partsOf(zip.files)
    return { format: parts[0]!.format, rows: rowsOf(parts, createCompanions(zip.files)), close: zip.close }
  } catch (error) {
    zip.close()
    throw error
  }
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)
}

/** The files of a ZIP in one format: the first that any file has, except for formats that match any file with links. */
async function partsOf(files: LibraryFile[]): Promise<Part[]> {
  const candidates = files.filter(({ name }) => CAN_HOLD_LINKS.test(name) && !COMPANION.test(name))
  const parts: Part[] = []
  for (const file of sortByName(candidates)) {
    const head = await readHead(file)
    const part = await partOf(file, head)
    if (typeof part !== 'string') parts.push(part)
  }
  const best = FORMATS.find((format) => parts.some((part) => part.format === format))
  if (!best) throw new Failure('invalid_input', 'The zip has no file with links in it.')
  return parts.filter(({ format }) => format === best)
}

/** Files by their names, numbers in them by their values. Comparing with a collation takes seconds for many long names. */
function sortByName(files: LibraryFile[]): LibraryFile[] {
  const keys = new Map(
    files.map((file) => [file, file.name.replace(/\d+/g, (digits) => digits.padStart(10, '0'))]),
  )
  return files.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1))
}

/** A readable file, or why it can't be read. */
async function partOf(file: LibraryFile, head: Uint8Array): Promise<Part | string> {
  const encoding = detectEncoding(head)
  const start = new TextDecoder(encoding).decode(head, { stream: true })
  if (start.trim() === '') return 'The file is empty.'
  if (start.includes('\0')) return 'This file is not text. Choose the file that you exported.'
  const text: ReadText = () => textOfFile(file, encoding)
  const fileKind = await detectFileKind(text, start)
  for (const format of FORMATS) if (await format.matches(fileKind)) return { file, format, fileKind, text }
  throw new Error('The last format takes any file.')
}

async function* rowsOf(parts: Part[], companions: Companions): AsyncGenerator<LibraryRow> {
  let row = 0
  for (const { format, fileKind, text } of parts) {
    for await (const found of format.read({ text, file: fileKind, companions })) {
      if (++row > MAX_ROWS)
        throw new Failure('too_large', `A file may hold up to ${MAX_ROWS} links. Split it.`)
      yield { ...found, row }
    }
  }
}

const NO_COMPANIONS: Companions = { names: [], read: async () => undefined }

function createCompanions(files: LibraryFile[]): Companions {
  const byName = new Map(files.map((file) => [file.name, file]))
  let total = 0
  return {
    names: files.map(({ name }) => name).filter((name) => COMPANION.test(name)),
    async read(name) {
      const file = byName.get(name)
      if (!file) return undefined
      const chunks: Uint8Array[] = []
      let length = 0
      for await (const chunk of file.open()) {
        length += chunk.length
        total += chunk.length
        if (total > MAX_COMPANIONS_BYTES) throw unpacksTooLarge()
        if (length > MAX_COMPANION_BYTES) return undefined
        chunks.push(chunk)
      }
      const bytes = Buffer.concat(chunks)
      return new TextDecoder(detectEncoding(bytes)).decode(bytes)
    },
  }
}
