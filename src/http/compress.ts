import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'

/** Runs in libuv's thread pool. */
export const compress: Record<Encoding, (text: string) => Promise<Buffer<ArrayBuffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
}
