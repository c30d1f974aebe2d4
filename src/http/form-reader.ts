import { Failure } from '../failure.ts'
import { type BodyLimits, type BodyReader, bodyTooLarge } from './body-limits.ts'

export const MAX_PARAMETERS = 500

const AMPERSAND = 0x26

/** Collects a form, and limits the number of parameters and the bytes of all but the large ones. */
export function formReader(limits: BodyLimits): BodyReader<Buffer> {
  const { limit, large = {} } = limits
  const largePrefixes = Object.keys(large).map((name) => `${name}=`)
  const chunks: Uint8Array[] = []
  let parameters = 0
  let countedBytes = 0
  /** The start of the current parameter, long enough to recognise a large one by name. */
  let start = ''
  let isLarge = false

  function write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const ampersand = chunk.indexOf(AMPERSAND, at)
      const end = ampersand < 0 ? chunk.length : ampersand + 1
      if (!isLarge && start.length < MAX_NAME_LENGTH) {
        start += Buffer.from(chunk.subarray(at, Math.min(end, at + MAX_NAME_LENGTH))).toString('latin1')
        isLarge = largePrefixes.some((one) => start.startsWith(one))
      }
      if (!isLarge) countedBytes += end - at
      if (ampersand >= 0) {
        parameters += 1
        start = ''
        isLarge = false
      }
      at = end
    }
    if (parameters >= MAX_PARAMETERS)
      throw new Failure('too_large', `Send at most ${MAX_PARAMETERS} parameters.`)
    if (countedBytes > limit) throw bodyTooLarge(limits)
    chunks.push(chunk)
  }

  return { write, end: () => Buffer.concat(chunks) }
}

/** Longer than any large field's name. */
const MAX_NAME_LENGTH = 16
