import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/** In a thread of the pool: ten megabytes would hold up everybody for some hundredths of a second. */
export const compress: (body: string | Uint8Array) => Promise<Uint8Array> = promisify(zstdCompress)

export const decompress: (body: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)
