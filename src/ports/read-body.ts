import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Duplex, type Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** A body that ends early is still worth its beginning, as browsers have it. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }

/** RFC 9659 §3: the window (8 MB) that a zstd body may ask memory for, as a power of two. */
const ZSTD_MAX_WINDOW_LOG = 23

/**
 * Reads a body, decompressed as it arrives, and stops at `maxBytes` of it, or of what was sent. Throws what
 * the connection or the decompression throws.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    const decompressor = await chooseDecompressor(response)
    const sent = takeBytes(response, maxBytes)
    if (!decompressor) return Buffer.concat(await Array.fromAsync(sent))
    // Errors arrive at who reads the result; the callback has nothing to add.
    const unfolded = pipeline(sent, decompressor, () => {})
    return Buffer.concat(await Array.fromAsync(takeBytes(unfolded, maxBytes)))
  } finally {
    response.destroy()
  }
}

/** Bounds what is sent as well as what it unfolds to: compressed input may go on without any output. */
async function* takeBytes(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let left = maxBytes
  for await (const chunk of source) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** Unknown codings are read as if there were none, as browsers do. */
async function chooseDecompressor(response: IncomingMessage): Promise<Duplex | undefined> {
  const header = response.headers['content-encoding'] ?? ''
  const codings = header.toLowerCase().split(',').map(trim).filter(isKnown)
  if (codings.length > 1) throw new FetchError('The site compressed the page more than once.')
  switch (codings[0]) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(LENIENT)
    case 'deflate':
      return (await beginsLikeZlib(response)) ? createInflate(LENIENT) : createInflateRaw(LENIENT)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_MAX_WINDOW_LOG },
      })
    default:
      return undefined
  }
}

/** `deflate` means the zlib format (RFC 9110 §8.4.1.2), but some servers send it without its header. */
async function beginsLikeZlib(response: IncomingMessage): Promise<boolean> {
  if (!response.readableEnded) await once(response, 'readable')
  const first: Buffer | null = response.read(1)
  if (!first) return true
  response.unshift(first)
  return (first[0]! & 0x0f) === 8
}

const KNOWN_CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

function isKnown(coding: string): boolean {
  return KNOWN_CODINGS.has(coding)
}

function trim(text: string): string {
  return text.trim()
}
