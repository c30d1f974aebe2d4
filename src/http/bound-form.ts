import { Failure } from '../failure.ts'
import { type BodyBounds, type BodyReader, tooLarge } from './body-bounds.ts'

export const MAX_PARAMETERS = 500

const AND = 0x26

/** Bounds a form while it comes: the number of its parameters, and the bytes of all but the large ones. Gives all of it. */
export function boundForm(bounds: BodyBounds): BodyReader<Buffer> {
  const { limit, large = {} } = bounds
  const starts = Object.keys(large).map((name) => `${name}=`)
  const pieces: Uint8Array[] = []
  let parameters = 0
  let counted = 0
  /** How the parameter began, as far as the name of a large one can be long. */
  let start = ''
  let isLarge = false

  function take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      const and = piece.indexOf(AND, at)
      const end = and < 0 ? piece.length : and + 1
      if (!isLarge && start.length < MAX_NAME) {
        start += Buffer.from(piece.subarray(at, Math.min(end, at + MAX_NAME))).toString('latin1')
        isLarge = starts.some((one) => start.startsWith(one))
      }
      if (!isLarge) counted += end - at
      if (and >= 0) {
        parameters += 1
        start = ''
        isLarge = false
      }
      at = end
    }
    if (parameters >= MAX_PARAMETERS)
      throw new Failure('too_large', `More than ${MAX_PARAMETERS} parameters are not read.`)
    if (counted > limit) throw tooLarge(bounds)
    pieces.push(piece)
  }

  return { take, end: () => Buffer.concat(pieces) }
}

/** Longer than the name of any large field. */
const MAX_NAME = 16
