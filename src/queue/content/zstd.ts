import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/** UTF-16 units or bytes. The way to the thread pool and back takes longer than working on less. */
const MIN_FOR_THREAD = 16_000
/** Bytes that decompressing gives before it goes on in a thread: about a millisecond. */
const MAX_OUTPUT = 1_000_000
const compressInThread = promisify(zstdCompress)
const decompressInThread = promisify(zstdDecompress)

/** What is large is compressed in the thread pool, since ten megabytes would block the event loop for tens of milliseconds. */
export async function compress(body: string | Uint8Array): Promise<Uint8Array> {
  return body.length < MIN_FOR_THREAD ? zstdCompressSync(body) : compressInThread(body)
}

export async function decompress(body: Uint8Array): Promise<Buffer> {
  if (body.length >= MIN_FOR_THREAD) return decompressInThread(body)
  try {
    return zstdDecompressSync(body, { maxOutputLength: MAX_OUTPUT })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) return decompressInThread(body)
    throw error
  }
}
