import { setImmediate } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { checkAccessAgain } from './access-after-body.ts'
import { type BodyBounds, type BodyCheck, tooLarge, wholeLimit } from './body-bounds.ts'
import { beginBody } from './held-bodies.ts'

/** So small that as many as there are connections fit into memory. */
const SMALL_BYTES = 32 * 1024

/**
 * Reads a body within its bounds, looked at by `check` as it comes, so that of one that is refused nothing is kept.
 * Throws `too_large`, `busy`, `malformed` where it breaks off, and what says that access
 * has ended meanwhile.
 */
export async function readBytes(request: Request, bounds: BodyBounds, check: BodyCheck): Promise<Buffer> {
  const bytes = await readWithin(request, bounds, check).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause
    throw new Failure('malformed', 'The body broke off before its end.', { cause })
  })
  await checkAccessAgain(request)
  return bytes
}

async function readWithin(request: Request, bounds: BodyBounds, check: BodyCheck): Promise<Buffer> {
  const limit = wholeLimit(bounds)
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(bounds)
  // A body of announced length is held to it by the HTTP parser.
  const isSmall = request.headers.has('content-length') && announced <= SMALL_BYTES
  if (isSmall) {
    const bytes = Buffer.from(await request.arrayBuffer())
    check(bytes)
    return bytes
  }

  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const held = beginBody(request)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([...(held ? [held.displaced] : []), reader.read()])
      if (done) break
      await pace()
      size += chunk.length
      if (size > limit) throw tooLarge(bounds)
      held?.hold(chunk.length)
      check(chunk)
      chunks.push(chunk)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    throw error
  }
  held?.complete()
  return Buffer.concat(chunks)
}

/** Pieces of all large bodies, of 64 KB mostly, that are looked at before everything else has its turn. */
const PIECES_AT_ONCE = 8

const pieces = { left: PIECES_AT_ONCE, nextTurn: undefined as Promise<void> | undefined }

/** However many send at the same moment, others wait for a few pieces only. */
async function pace(): Promise<void> {
  while (pieces.left === 0) await (pieces.nextTurn ??= turnOver())
  pieces.left -= 1
}

async function turnOver(): Promise<void> {
  await setImmediate()
  pieces.left = PIECES_AT_ONCE
  pieces.nextTurn = undefined
}

/** The text of a body; throws `malformed` where it is no UTF-8. */
export function textOfBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('malformed', 'The body is not valid UTF-8.', { cause })
  }
}

const LARGE_BYTES = 1024 * 1024

/** Whether a body is large enough to be worth a line of its own, or does not say how large it is. */
export function isLargeBody(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? Infinity) > LARGE_BYTES
}
