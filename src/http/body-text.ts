import { Failure } from '../failure.ts'

/** Decodes UTF-8 piece by piece, and without a piece says that it ends. Throws `malformed` where it is none. */
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
