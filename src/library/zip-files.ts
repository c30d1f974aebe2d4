import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Failure } from '../failure.ts'
import type { LibraryFile } from './library-file.ts'

/** The most bytes of all files of a ZIP when unpacked, and the most files. */
export const MAX_UNPACKED_BYTES = 1_000_000_000
const MAX_FILES = 100_000
/** Text is compressed to a hundredth at best, a ZIP bomb to a thousandth. */
const MAX_RATIO = 200
/** Smaller files may have a higher ratio. */
const RATIO_FROM_BYTES = 10_000_000

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/** A ZIP on disk with its files by path. It stays open until `close`. */
export type Zip = { files: LibraryFile[]; close(): void }

/**
 * Opens a ZIP by its directory. Paths only name the files: nothing is written to disk. Throws `invalid_input` for a
 * broken one, and `too_large` for one that is too large when unpacked.
 */
export async function openZipFile(path: string): Promise<Zip> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(
    broken,
  )
  try {
    const entries = await entriesOf(zip)
    checkSizes(entries)
    return { files: entries.map((entry) => toLibraryFile(zip, entry)), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  // If the same path occurs twice, as in some exports, the last one is used.
  const entries = new Map<string, Entry>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: Entry) => {
    if (entries.size >= MAX_FILES)
      return reject(new Failure('too_large', `The zip has more than ${MAX_FILES} files.`))
    if (!entry.fileName.endsWith('/') && !isRubbish(entry.fileName)) entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.on('end', resolve)
  zip.on('error', reject)
  zip.readEntry()
  await promise.catch(broken)
  return [...entries.values()]
}

/** Whether a file is metadata that macOS adds. */
function isRubbish(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|\._)/.test(path)
}

function checkSizes(entries: Entry[]): void {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const isBomb = unpacked > RATIO_FROM_BYTES && unpacked > packed * MAX_RATIO
  if (unpacked > MAX_UNPACKED_BYTES || isBomb) throw unpacksTooLarge()
}

export function unpacksTooLarge(): Failure {
  return new Failure(
    'too_large',
    'The zip unpacks to more than an export holds. Upload the files inside it one by one.',
  )
}

function toLibraryFile(zip: ZipFile, entry: Entry): LibraryFile {
  return {
    name: entry.fileName,
    async *open() {
      const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
        zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
      ).catch(broken)
      try {
        for await (const chunk of stream) yield chunk as Buffer
      } catch (error) {
        broken(error)
      }
    },
  }
}

function broken(error: unknown): never {
  if (error instanceof Failure) throw error
  throw new Failure(
    'invalid_input',
    'The zip is broken or not complete. Download it again from where it comes from.',
    {
      cause: error,
    },
  )
}
