import { Failure } from '../failure.ts'

/** What a body may be. */
export type BodyLimits = {
  /** Bytes of all of it but the large fields. */
  limit: number
  /** Fields of a size of their own, each with its bytes. */
  large?: Readonly<Record<string, number>>
}

/** Reads a body piece by piece as it comes; both throw, `take` throws `too_large` as soon as it is out of bounds. */
export type BodyReader<T> = { write(piece: Uint8Array): void; end(): T }

/** Bytes of a whole body. */
export function totalLimit({ limit, large = {} }: BodyLimits): number {
  return Object.values(large).reduce((sum, bytes) => sum + bytes, limit)
}

/** The failure of a body that is larger than it may be. */
export function bodyTooLarge({ limit, large = {} }: BodyLimits): Failure {
  const names = Object.keys(large)
  const beside = names.length > 0 ? ` beside "${names.join('", "')}"` : ''
  return new Failure('too_large', `The body is larger than ${limit} bytes${beside}.`)
}
