import { Failure } from '../failure.ts'
import { recheckAccess } from './recheck-access.ts'
import { type BodyLimits, type BodyReader, bodyTooLarge, totalLimit } from './body-limits.ts'
import { beginBody } from './held-bodies.ts'

/** The bytes of bodies this small are not counted: one for each connection fits into memory. */
const SMALL_BYTES = 8 * 1024

/**
 * Streams a body into `reader` within its limits, then checks access again. Throws `too_large`, `busy`,
 * `too_many_requests`, `malformed` for an incomplete body, and the failure of the access check.
 */
export async function readBody<T>(request: Request, limits: BodyLimits, reader: BodyReader<T>): Promise<T> {
  try {
    await readChunks(request, limits, reader)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('malformed', 'The body is incomplete.', { cause })
  }
  const body = reader.end()
  await recheckAccess(request)
  return body
}

async function readChunks(
  request: Request,
  limits: BodyLimits,
  { write: take }: BodyReader<unknown>,
): Promise<void> {
  const limit = totalLimit(limits)
  const declaredLength = Number(request.headers.get('content-length') ?? 0)
  if (declaredLength > limit) throw bodyTooLarge(limits)
  // The HTTP parser enforces a declared length.
  const isSmall = request.headers.has('content-length') && declaredLength <= SMALL_BYTES
  if (isSmall) {
    const held = beginBody(request, isSmall)
    const whole = request.arrayBuffer()
    whole.catch(() => undefined)
    take(Buffer.from(await (held ? Promise.race([held.evicted, whole]) : whole)))
    held?.complete()
    return
  }

  const chunks = request.body?.getReader()
  if (!chunks) return
  const held = beginBody(request, isSmall)
  let size = 0
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([...(held ? [held.evicted] : []), chunks.read()])
      if (done) break
      await held?.scheduled()
      size += chunk.length
      if (size > limit) throw bodyTooLarge(limits)
      held?.reserve(chunk.length)
      take(chunk)
    }
  } catch (error) {
    void chunks.cancel().catch(() => undefined)
    throw error
  }
  held?.complete()
}

const LARGE_BYTES = 1024 * 1024

/** Whether a body is larger than a megabyte, or has no declared length. */
export function isLargeBody(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? Infinity) > LARGE_BYTES
}
