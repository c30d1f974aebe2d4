import type { IncomingMessage } from 'node:http'
import { Failure } from '../failure.ts'

/** Bytes; smaller chunks are joined, since each chunk costs memory and a callback regardless of its size. */
const SMALL_CHUNK = 1024
const GATHERED = 16 * 1024

/** A body may have this many chunks of any size; beyond them its chunks must have LEAST_AVERAGE bytes on average. */
const MAX_TINY_CHUNKS = 1000
const LEAST_AVERAGE = 64

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
export function gatherChunks(request: IncomingMessage, stop: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
  refused.catch(() => undefined)
  rejections.set(request, refused)
  const push = request.push.bind(request)
  let store: Buffer | undefined
  let length = 0
  let [chunks, bytes] = [0, 0]
  let takesMore = true
  let isRefused = false

  function flush(): void {
    if (length === 0 || request.destroyed) return
    takesMore = push(Buffer.from(store!.subarray(0, length)))
    length = 0
  }

  function gather(chunk: Buffer): void {
    store ??= Buffer.allocUnsafeSlow(GATHERED)
    if (length === 0) setImmediate(flush)
    if (length + chunk.length > GATHERED) flush()
    length += chunk.copy(store, length)
  }

  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (isRefused && chunk !== null) return true
    if (chunk !== null) {
      chunks += 1
      bytes += chunk.length
    }
    if (chunk === null || chunk.length >= SMALL_CHUNK) {
      flush()
      return (takesMore = push(chunk, encoding))
    }
    gather(chunk)
    if (chunks > MAX_TINY_CHUNKS + bytes / LEAST_AVERAGE) {
      isRefused = true
      length = 0
      stop()
      const detail = 'The body comes in chunks that are too small. Send it in larger ones.'
      refuse(new Failure('too_large', detail))
    }
    return takesMore
  }
}
