import { Failure } from '../failure.ts'

/** A streaming UTF-8 decoder; call it without a chunk at the end. Throws `malformed`. */
export function utf8Decoder(): (piece?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch (cause) {
      throw new Failure('malformed', 'The body is not valid UTF-8.', { cause })
    }
  }
}

export function malformedJson(cause: unknown): Failure {
  return new Failure('malformed', 'The body is not valid JSON.', { cause })
}
