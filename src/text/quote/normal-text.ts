import { setImmediate } from 'node:timers/promises'
import { foldedCharacter } from './same-words.ts'

/**
 * A text without what differs between copies of it: white space, the forms of quotation marks and dashes, marks of
 * emphasis, invisible characters. `starts` and `ends` say where each of its UTF-16 units comes from.
 */
export type NormalText = { text: string; starts: Uint32Array; ends: Uint32Array }

/** White space is dropped, since blocks of an article meet without any; the rest are marks of Markdown. */
const DROPPED = /^[\s*_`#>|~\\[\]]$/
const IS_DROPPED = Array.from({ length: 0x80 }, (_, code) => DROPPED.test(String.fromCharCode(code)))
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu

const SAME: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
}

/** A character with the marks and conjoining letters that it may be one character with. */
const CLUSTER = /[\u1100-\u11FF]+|[^][\p{M}]{0,32}/uy

const FIRST_NOT_ASCII = 0x80
/** No mark comes before. */
const FIRST_MARK = 0x300

/** UTF-16 units read between two turns of the event loop, which takes some milliseconds. */
const UNITS_PER_TURN = 64 * 1024

/** `folded`: only the words are compared, whatever their case. */
type Comparison = 'typography' | 'folded'

/** Reads a text once, in time that grows with its length. */
export function normalise(text: string, comparison: Comparison = 'typography'): NormalText {
  const reading = normalising(text, comparison)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** Reads a long text, and yields to the event loop in between. */
export async function normaliseInSteps(
  text: string,
  comparison: Comparison = 'typography',
): Promise<NormalText> {
  const reading = normalising(text, comparison)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    await setImmediate()
  }
}

function* normalising(text: string, comparison: Comparison): Generator<undefined, NormalText> {
  let whole = ''
  let pieces: string[] = []
  let starts = new Uint32Array(text.length + 64)
  let ends = new Uint32Array(text.length + 64)
  let length = 0
  let last = ''
  for (let at = 0, next = UNITS_PER_TURN; at < text.length;) {
    if (at >= next) {
      next += UNITS_PER_TURN
      whole += pieces.join('')
      pieces = []
      yield
    }
    const start = at
    const code = text.charCodeAt(at)
    const isPlain = code < FIRST_NOT_ASCII && !(text.charCodeAt(at + 1) >= FIRST_MARK)
    if (isPlain && IS_DROPPED[code]) {
      at += 1
      continue
    }
    CLUSTER.lastIndex = at
    const cluster = isPlain ? text.charAt(at) : CLUSTER.exec(text)![0]
    at += cluster.length
    const typographic = isPlain ? cluster : normalCluster(cluster)
    const normal =
      comparison === 'folded' ? foldedCharacter(typographic, isDigit(text.charCodeAt(at))) : typographic
    if (normal === '') continue
    // "--" and "---" are written for a dash.
    if (normal === '-' && last === '-') {
      ends[length - 1] = at
      continue
    }
    last = normal
    pieces.push(normal)
    // NFC and "…" may be longer than what they come from.
    if (length + normal.length > starts.length) [starts, ends] = [longer(starts), longer(ends)]
    for (let unit = 0; unit < normal.length; unit++) {
      starts[length] = start
      ends[length] = at
      length += 1
    }
  }
  return { text: whole + pieces.join(''), starts, ends }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** One character as it is compared; empty if it is not. */
function normalCluster(cluster: string): string {
  if (DROPPED.test(cluster)) return ''
  const visible = cluster.replace(INVISIBLE, '')
  return SAME[visible] ?? visible.normalize('NFC')
}

function longer(places: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(places.length * 2 + 256)
  more.set(places)
  return more
}

/** Where `start` to `end` of a normal text stands in the text that it was made of. */
export function originOf(
  { starts, ends }: NormalText,
  start: number,
  end: number,
): { start: number; end: number } {
  return { start: starts[start]!, end: ends[end - 1]! }
}
