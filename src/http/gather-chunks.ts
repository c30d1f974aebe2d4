import type { HttpBindings } from '@hono/node-server'
import { Failure } from '../failure.ts'

/** Smaller chunks are gathered: each costs hundreds of bytes and a turn of its reader, whatever is in it. */
const SMALL_CHUNK = 1024
const GATHERED = 16 * 1024

/** A body of more chunks than this that hold fewer bytes each is refused. */
const MAX_TINY_CHUNKS = 1000
const TINY_CHUNK = 16

/**
 * Gathers the small chunks of a body as they come, and takes no more where they are tiny. To be called before the first of
 * them is parsed, so in the same turn as the request is told of. Gives what rejects with `too_large` once they are tiny.
 */
export function gatherChunks(request: HttpBindings['incoming']): Promise<never> {
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
  refused.catch(() => undefined)
  const push = request.push.bind(request)
  let store: Buffer | undefined
  let length = 0
  let tiny = 0
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
    if (chunk === null || chunk.length >= SMALL_CHUNK) {
      flush()
      return (takesMore = push(chunk, encoding))
    }
    gather(chunk)
    if (chunk.length < TINY_CHUNK && ++tiny > MAX_TINY_CHUNKS) {
      isRefused = true
      length = 0
      const detail = 'The body comes in chunks that are too small. Send it in larger ones.'
      refuse(new Failure('too_large', detail))
    }
    return takesMore
  }
  return refused
}
