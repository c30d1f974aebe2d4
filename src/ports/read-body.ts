import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Duplex } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'

/** Like browsers, accepts the beginning of a body that ends early. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }

/** RFC 9659 §3: the maximum window (8 MB) of a zstd body, as a power of two. */
const ZSTD_MAX_WINDOW_LOG = 23

export type Body = {
  bytes: Buffer
  /** Whether the body was longer than the limit. */
  truncated: boolean
}

/** Bytes received before the size of chunks is checked against their overhead. */
const TINY_CHUNKS_ALLOWED = 1024 * 1024

/** The initial buffer size without a Content-Length. */
const DEFAULT_FIRST_SIZE = 64 * 1024

/**
 * Reads a body, decompressing as it arrives, up to `maxBytes` before or after decompression: compressed input may
 * continue without any output. Throws the errors of the connection or the decompression.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  try {
    const decompressor = await chooseDecompressor(response)
    const firstSize = Number(response.headers['content-length']) || DEFAULT_FIRST_SIZE
    const sent = takeBytes(rejectTinyChunks(response), maxBytes)
    // Errors reach the reader of the result, so the callback ignores them.
    const decompressed =
      decompressor &&
      takeBytes(
        pipeline(sent.chunks, decompressor, () => {}),
        maxBytes,
      )
    const bytes = await collect((decompressed ?? sent).chunks, Math.min(firstSize, maxBytes), maxBytes)
    return { bytes, truncated: sent.isCut || decompressed?.isCut === true }
  } finally {
    response.destroy()
  }
}

/** Each chunk costs time regardless of its size, so a body in tiny chunks would delay everybody else. */
async function* rejectTinyChunks(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { socket } = response
  let received = 0
  for await (const chunk of response) {
    received += chunk.length
    if (socket.bytesRead > TINY_CHUNKS_ALLOWED && received < socket.bytesRead / 2) {
      throw new FetchError(`The site sent the page in pieces that are too small. ${CAPTURE_ADVICE}`)
    }
    yield chunk
  }
}

type LimitedStream = { chunks: AsyncIterable<Buffer>; isCut: boolean }

/** Passes on up to `maxBytes` of a source; `isCut` becomes true if there was more. */
function takeBytes(source: AsyncIterable<Buffer>, maxBytes: number): LimitedStream {
  const limited = { chunks: take(), isCut: false }
  async function* take(): AsyncGenerator<Buffer> {
    let left = maxBytes
    for await (const chunk of source) {
      limited.isCut = chunk.length > left
      yield chunk.subarray(0, left)
      if (limited.isCut) return
      left -= chunk.length
    }
  }
  return limited
}

/**
 * Copies chunks into one buffer as they arrive: kept separately, each tiny chunk would retain the block that it came
 * in.
 */
async function collect(chunks: AsyncIterable<Buffer>, firstSize: number, maxBytes: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(firstSize)
  let length = 0
  for await (const chunk of chunks) {
    const needed = length + chunk.length
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(needed, 2 * buffer.length), maxBytes))
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    chunk.copy(buffer, length)
    length = needed
  }
  return buffer.subarray(0, length)
}

/** Unknown codings are ignored, as in browsers. */
async function chooseDecompressor(response: IncomingMessage): Promise<Duplex | undefined> {
  const header = response.headers['content-encoding'] ?? ''
  const codings = header.toLowerCase().split(',').map(trim).filter(isKnown)
  if (codings.length > 1)
    throw new FetchError(`The site compressed the page more than once. ${CAPTURE_ADVICE}`)
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
