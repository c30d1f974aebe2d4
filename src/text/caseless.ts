import { setImmediate } from 'node:timers/promises'

/** A text in lower case, with white space collapsed. `starts` are the offsets of its UTF-16 units in the original text. */
export type CaselessText = { text: string; starts: Uint32Array }

/** UTF-16 units processed between two turns of the event loop, about a millisecond. */
const UNITS_PER_TURN = 64 * 1024
const SPACE = 0x20
const FIRST_NOT_ASCII = 0x80
const IS_SPACE = /\s/

/** Normalises a text; yields to the event loop within a long one. */
export async function caseless(text: string): Promise<CaselessText> {
  const units = new Uint16Array(text.length)
  const starts = new Uint32Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && at % UNITS_PER_TURN === 0) await setImmediate()
    const unit = lowerCase(text.charCodeAt(at))
    if (unit === SPACE && length > 0 && units[length - 1] === SPACE) continue
    units[length] = unit
    starts[length] = at
    length += 1
  }
  return { text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'), starts }
}

function lowerCase(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit + 0x20
  if (unit < FIRST_NOT_ASCII) return unit >= 0x09 && unit <= 0x0d ? SPACE : unit
  const character = String.fromCharCode(unit)
  if (IS_SPACE.test(character)) return SPACE
  const lower = character.toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : unit
}
