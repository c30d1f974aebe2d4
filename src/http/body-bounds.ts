import { Failure } from '../failure.ts'

/** What a body may be. */
export type BodyBounds = {
  /** Bytes of all of it but the large fields. */
  limit: number
  /** Fields of a size of their own, each with its bytes. */
  large?: Readonly<Record<string, number>>
}

/** Reads a body piece by piece as it comes; both throw, `take` throws `too_large` as soon as it is out of bounds. */
export type BodyReader<T> = { take(piece: Uint8Array): void; end(): T }

/** Bytes of a whole body. */
export function wholeLimit({ limit, large = {} }: BodyBounds): number {
  return Object.values(large).reduce((sum, bytes) => sum + bytes, limit)
}

/** The failure of a body that is larger than it may be. */
export function tooLarge({ limit, large = {} }: BodyBounds): Failure {
  const names = Object.keys(large)
  const beside = names.length > 0 ? ` beside "${names.join('", "')}"` : ''
  return new Failure('too_large', `The body is larger than ${limit} bytes${beside}.`)
}
