import { setImmediate } from 'node:timers/promises'

/** UTF-16 units processed between two turns of the event loop, a few milliseconds. */
const UNITS_PER_TURN = 256 * 1024

/**
 * The first `limit` non-overlapping matches. Takes linear time (Knuth, Morris and Pratt), where `indexOf` takes
 * seconds for a repetitive text.
 */
export async function findOccurrences(text: string, wanted: string, limit: number): Promise<number[]> {
  const occurrences: number[] = []
  if (wanted === '') return occurrences
  const prefixLengths = prefixFunction(wanted)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && at % UNITS_PER_TURN === 0) await setImmediate()
    const unit = text.charCodeAt(at)
    while (length > 0 && wanted.charCodeAt(length) !== unit) length = prefixLengths[length - 1]!
    if (wanted.charCodeAt(length) === unit) length += 1
    if (length < wanted.length) continue
    if (occurrences.push(at + 1 - length) === limit) break
    length = 0
  }
  return occurrences
}

/** For each prefix: the length of the longest proper prefix that is also its suffix. */
function prefixFunction(text: string): Uint32Array {
  const prefixLengths = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = prefixLengths[length - 1]!
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1
    prefixLengths[at] = length
  }
  return prefixLengths
}
