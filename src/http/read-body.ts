import { setImmediate } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { recheckAccess } from './recheck-access.ts'
import { type BodyLimits, type BodyReader, bodyTooLarge, totalLimit } from './body-limits.ts'
import { beginBody } from './held-bodies.ts'

/** A link with its note and tags mostly, and so small that as many as there are connections fit into memory. */
const SMALL_BYTES = 8 * 1024

/**
 * Reads a body within its bounds, by `reader` as it comes, so that of one that is refused nothing is kept.
 * Throws `too_large`, `busy`, `malformed` where it breaks off, and what says that access
 * has ended meanwhile.
 */
export async function readBody<T>(request: Request, limits: BodyLimits, reader: BodyReader<T>): Promise<T> {
  try {
    await readChunks(request, limits, reader)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('malformed', 'The body broke off before its end.', { cause })
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
  // A body of announced length is held to it by the HTTP parser.
  const isSmall = request.headers.has('content-length') && declaredLength <= SMALL_BYTES
  if (isSmall) {
    take(Buffer.from(await request.arrayBuffer()))
    return
  }

  const chunks = request.body?.getReader()
  if (!chunks) return
  const held = beginBody(request)
  let size = 0
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([...(held ? [held.displaced] : []), chunks.read()])
      if (done) break
      await yieldBetweenChunks()
      size += chunk.length
      if (size > limit) throw bodyTooLarge(limits)
      held?.hold(chunk.length)
      take(chunk)
    }
  } catch (error) {
    void chunks.cancel().catch(() => undefined)
    throw error
  }
  held?.complete()
}

/** Pieces of all large bodies, of 64 KB mostly, that are looked at before everything else has its turn. */
const CHUNKS_PER_TURN = 8

const turn = { left: CHUNKS_PER_TURN, nextPermit: undefined as Promise<void> | undefined }

/** However many send at the same moment, others wait for a few pieces only. */
async function yieldBetweenChunks(): Promise<void> {
  while (turn.left === 0) await (turn.nextPermit ??= startNextTurn())
  turn.left -= 1
}

async function startNextTurn(): Promise<void> {
  await setImmediate()
  turn.left = CHUNKS_PER_TURN
  turn.nextPermit = undefined
}

const LARGE_BYTES = 1024 * 1024

/** Whether a body is large enough to be worth a line of its own, or does not say how large it is. */
export function isLargeBody(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? Infinity) > LARGE_BYTES
}
