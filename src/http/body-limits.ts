import { Failure } from '../failure.ts'

/** Size limits of a request body. */
export type BodyLimits = {
  /** Bytes of everything except the large fields. */
  limit: number
  /** Fields with a limit of their own, in bytes. */
  large?: Readonly<Record<string, number>>
  /** Values of JSON, where an action takes more than others. */
  values?: number
}

/** Reads a body chunk by chunk. `write` throws `too_large` as soon as a limit is exceeded; both may throw. */
export type BodyReader<T> = { write(piece: Uint8Array): void; end(): T }

/** The limit of the whole body in bytes. */
export function totalLimit({ limit, large = {} }: BodyLimits): number {
  return Object.values(large).reduce((sum, bytes) => sum + bytes, limit)
}

export function bodyTooLarge({ limit, large = {} }: BodyLimits): Failure {
  const fields = Object.entries(large).map(([name, bytes]) => `"${name}" may take at most ${bytes} bytes`)
  const detail =
    fields.length === 0
      ? `The body is larger than ${limit} bytes.`
      : `The body is too large: ${fields.join(', ')}, everything else ${limit} bytes together.`
  return new Failure('too_large', detail)
}
