import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ZipFile } from 'yazl'

export type ZippedFile = { path: string; text: string; modifiedAt: number }

/**
 * A ZIP archive of these files as a stream: each file is requested once the one before is consumed. Only the
 * archive's directory is kept in memory.
 */
export async function* zipPieces(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, void> {
  // Loaded on demand, since few requests need it.
  const yazl = await import('yazl')
  const zip = new yazl.ZipFile()
  const { outputStream } = zip
  const stopped = new AbortController()
  const writing = write(zip, files, stopped.signal)
  // The error is rethrown below; destroying the stream stops the reader at once.
  writing.catch((error: unknown) => (outputStream as PassThrough).destroy(error as Error))
  try {
    for await (const piece of outputStream) yield piece as Buffer
    await writing
  } finally {
    stopped.abort()
  }
}

async function write(zip: ZipFile, files: AsyncIterable<ZippedFile>, signal: AbortSignal): Promise<void> {
  for await (const { path, text, modifiedAt } of files) {
    let content: PassThrough | undefined = new PassThrough()
    const read = once(content, 'end', { signal })
    const options = { mtime: new Date(modifiedAt), mode: 0o100644 }
    zip.addReadStreamLazy(path, options, (give) => give(null, content!))
    content.end(text)
    try {
      await read
      // The archive keeps a reference to this function until the end.
      content = undefined
    } catch (error) {
      if (signal.aborted) return
      throw error
    }
  }
  zip.end()
}
