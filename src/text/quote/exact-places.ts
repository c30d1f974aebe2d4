import { setImmediate } from 'node:timers/promises'

/** UTF-16 units read between two turns of the event loop, which takes a few milliseconds. */
const UNITS_PER_TURN = 256 * 1024

/**
 * Where a text has these words, the first so many; of those that overlap, the first. Takes time that grows with the text
 * whatever is in it (Knuth, Morris and Pratt), where `indexOf` takes seconds for a text of repeats.
 */
export async function placesOf(text: string, wanted: string, most: number): Promise<number[]> {
  const places: number[] = []
  if (wanted === '') return places
  const borders = bordersOf(wanted)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && at % UNITS_PER_TURN === 0) await setImmediate()
    const unit = text.charCodeAt(at)
    while (length > 0 && wanted.charCodeAt(length) !== unit) length = borders[length - 1]!
    if (wanted.charCodeAt(length) === unit) length += 1
    if (length < wanted.length) continue
    if (places.push(at + 1 - length) === most) break
    length = 0
  }
  return places
}

/** How much of the beginning of each beginning of a text is also its end. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1]!
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
