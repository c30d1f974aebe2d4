import type { IncomingMessage } from 'node:http'
import { Failure } from '../failure.ts'

/** Bytes; smaller chunks are joined, since each chunk costs memory and a callback regardless of its size. */
const SMALL_CHUNK = 1024
const COALESCED_CHUNK = 16 * 1024

/** A body may have this many chunks of any size; beyond them its chunks must have MIN_AVERAGE_CHUNK bytes on average. */
const MAX_TINY_CHUNKS = 1000
const MIN_AVERAGE_CHUNK = 64

const rejections = new WeakMap<IncomingMessage, Promise<never>>()

/**
 * Rejects with `too_large` once the chunks of a body are too small on average. Undefined if its chunks are not
 * joined.
 */
export function tinyChunksRejection(request: IncomingMessage): Promise<never> | undefined {
  return rejections.get(request)
}

/**
 * Joins the small chunks of a body as they arrive. If most chunks are tiny, the rest is discarded and `stop` is
 * called from within the parser's callback. Must be called before the first chunk is parsed, in the same tick as the
 * request event.
 */
export function coalesceChunks(request: IncomingMessage, stop: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const { promise: rejection, reject } = Promise.withResolvers<never>()
  rejection.catch(() => undefined)
  rejections.set(request, rejection)
  const push = request.push.bind(request)
  let store: Buffer | undefined
  let length = 0
  let [chunks, bytes] = [0, 0]
  let canPushMore = true
  let isRejected = false

  function flush(): void {
    if (length === 0 || request.destroyed) return
    canPushMore = push(Buffer.from(store!.subarray(0, length)))
    length = 0
  }

  function coalesce(chunk: Buffer): void {
    store ??= Buffer.allocUnsafeSlow(COALESCED_CHUNK)
    if (length === 0) setImmediate(flush)
    if (length + chunk.length > COALESCED_CHUNK) flush()
    length += chunk.copy(store, length)
  }

  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (isRejected && chunk !== null) return true
    if (chunk !== null) {
      chunks += 1
      bytes += chunk.length
    }
    if (chunk === null || chunk.length >= SMALL_CHUNK) {
      flush()
      return (canPushMore = push(chunk, encoding))
    }
    coalesce(chunk)
    if (chunks > MAX_TINY_CHUNKS + bytes / MIN_AVERAGE_CHUNK) {
      isRejected = true
      length = 0
      stop()
      const detail = 'The body comes in chunks that are too small. Send it in larger ones.'
      reject(new Failure('too_large', detail))
    }
    return canPushMore
  }
}
