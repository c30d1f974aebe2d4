import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/** Runs in the thread pool, since ten megabytes would block the event loop for tens of milliseconds. */
export const compress: (body: string | Uint8Array) => Promise<Uint8Array> = promisify(zstdCompress)

export const decompress: (body: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)
