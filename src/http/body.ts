import { Failure } from '../failure.ts'
import { holdBytes } from './held-bodies.ts'

/** So small that as many as there are connections fit into memory. */
const SMALL_BYTES = 32 * 1024

/** Reads a body as text of at most `limit` bytes; throws `too_large`, `busy`, or `malformed` where it is no UTF-8. */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('malformed', 'The body is not valid UTF-8.', { cause })
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await readUpTo(request, limit)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('malformed', 'The body broke off before its end.', { cause })
  }
}

async function readUpTo(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  // A body of announced length is held to it by the HTTP parser.
  const isSmall = request.headers.has('content-length') && announced <= SMALL_BYTES
  if (isSmall) return new Uint8Array(await request.arrayBuffer())

  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    holdBytes(request, chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(limit: number): Failure {
  return new Failure('too_large', `The body is larger than ${limit} bytes.`)
}

const LARGE_BYTES = 1024 * 1024

/** Whether a body is large enough to be worth a line of its own, or does not say how large it is. */
export function isLargeBody(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? Infinity) > LARGE_BYTES
}
