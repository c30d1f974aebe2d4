import { Failure } from '../failure.ts'
import { type BodyBounds, type BodyCheck, tooLarge, wholeLimit } from './body-bounds.ts'
import { holdBytes } from './held-bodies.ts'

/** So small that as many as there are connections fit into memory. */
const SMALL_BYTES = 32 * 1024

/**
 * Reads a body within its bounds, looked at by `check` as it comes, so that of one that is refused nothing is kept.
 * Throws `too_large`, `busy`, or `malformed` where it breaks off.
 */
export async function readBytes(request: Request, bounds: BodyBounds, check: BodyCheck): Promise<Buffer> {
  try {
    return await readWithin(request, bounds, check)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('malformed', 'The body broke off before its end.', { cause })
  }
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

  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge(bounds)
    check(chunk)
    holdBytes(request, chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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
