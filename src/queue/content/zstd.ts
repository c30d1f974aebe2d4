import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'

/** UTF-16 units or bytes. The way to the thread pool and back takes longer than compressing less. */
const MIN_FOR_THREAD = 16_000
const compressInThread = promisify(zstdCompress)

/** What is large is compressed in the thread pool, since ten megabytes would block the event loop for tens of milliseconds. */
export async function compress(body: string | Uint8Array): Promise<Uint8Array> {
  return body.length < MIN_FOR_THREAD ? zstdCompressSync(body) : compressInThread(body)
}

/** Always in the thread pool: a hundred requests that wait for the same article would otherwise share one turn of the loop. */
export const decompress: (body: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)
