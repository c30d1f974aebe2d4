import { setImmediate } from 'node:timers/promises'
import { foldCharacter } from './fold.ts'

/**
 * A text without what may differ between copies of it: white space, kinds of quotation marks and dashes, Markdown
 * emphasis, invisible characters. `starts` and `ends` are the offsets of its UTF-16 units in the original text.
 */
export type NormalText = { text: string; starts: Uint32Array; ends: Uint32Array }

/** White space is dropped, since blocks of an article are adjacent without any; the rest is Markdown syntax. */
const DROPPED = /^[\s*_`#>|~\\[\]]$/
const IS_ASCII_DROPPED = Array.from({ length: 0x80 }, (_, code) => DROPPED.test(String.fromCharCode(code)))
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu

const TYPOGRAPHIC_EQUIVALENTS: Record<string, string> = {
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

/** A character with its combining marks, or a run of Hangul letters, which may compose to one character. */
const CLUSTER = /[\u1100-\u11FF]+|[^][\p{M}]{0,32}/uy

const FIRST_NOT_ASCII = 0x80
/** All combining marks come after this one. */
const FIRST_MARK = 0x300

/** UTF-16 units processed between two turns of the event loop, a few milliseconds. */
const UNITS_PER_TURN = 64 * 1024

/** `folded`: only the words are compared, whatever their case. */
type Comparison = 'typography' | 'folded'

/** Normalises a text in linear time. */
export function normalise(text: string, comparison: Comparison = 'typography'): NormalText {
  const steps = normalisationSteps(text, comparison)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Normalises a long text, and yields to the event loop in between. */
export async function normaliseInSteps(
  text: string,
  comparison: Comparison = 'typography',
): Promise<NormalText> {
  const steps = normalisationSteps(text, comparison)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

/** Yields after each `UNITS_PER_TURN` units. */
function* normalisationSteps(text: string, comparison: Comparison): Generator<undefined, NormalText> {
  const writer = createWriter(text.length + 64)
  let previous = ''
  let nextTurn = UNITS_PER_TURN
  for (let start = 0, end = 0; start < text.length; start = end) {
    if (start >= nextTurn) {
      nextTurn += UNITS_PER_TURN
      yield
    }
    const cluster = clusterAt(text, start)
    end = start + cluster.length
    const normal = normalForm(cluster, comparison, isDigit(text.charCodeAt(end)))
    if (normal === '') continue
    // "--" and "---" are written for a dash.
    if (normal === '-' && previous === '-') writer.extendLast(end)
    else writer.writeUnits(normal, start, end)
    previous = normal
  }
  return writer.finish()
}

function clusterAt(text: string, at: number): string {
  const isAscii = text.charCodeAt(at) < FIRST_NOT_ASCII
  const mayHaveMark = text.charCodeAt(at + 1) >= FIRST_MARK
  if (isAscii && !mayHaveMark) return text.charAt(at)
  CLUSTER.lastIndex = at
  return CLUSTER.exec(text)![0]
}

/** The text that represents a cluster in comparisons; empty if it is ignored. */
function normalForm(cluster: string, comparison: Comparison, isBeforeDigit: boolean): string {
  const typographic = normaliseTypography(cluster)
  return comparison === 'folded' ? foldCharacter(typographic, isBeforeDigit) : typographic
}

function normaliseTypography(cluster: string): string {
  const code = cluster.charCodeAt(0)
  if (cluster.length === 1 && code < FIRST_NOT_ASCII) return IS_ASCII_DROPPED[code] ? '' : cluster
  if (DROPPED.test(cluster)) return ''
  const visible = cluster.replace(INVISIBLE, '')
  return TYPOGRAPHIC_EQUIVALENTS[visible] ?? visible.normalize('NFC')
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** How many pieces of text are collected before they are joined. */
const MAX_PIECES = 64 * 1024

type Writer = {
  /** Appends `normal`, which comes from `start` to `end` of the original text. */
  writeUnits(normal: string, start: number, end: number): void
  /** Moves the end of the last unit in the original text. */
  extendLast(end: number): void
  finish(): NormalText
}

function createWriter(capacity: number): Writer {
  let joined = ''
  let pieces: string[] = []
  let starts = new Uint32Array(capacity)
  let ends = new Uint32Array(capacity)
  let length = 0

  function join(): void {
    joined += pieces.join('')
    pieces = []
  }

  return {
    writeUnits(normal, start, end) {
      if (pieces.length === MAX_PIECES) join()
      pieces.push(normal)
      // NFC and "…" may be longer than what they come from.
      if (length + normal.length > starts.length) [starts, ends] = [enlarge(starts), enlarge(ends)]
      for (let unit = 0; unit < normal.length; unit++) {
        starts[length] = start
        ends[length] = end
        length += 1
      }
    },
    extendLast(end) {
      ends[length - 1] = end
    },
    finish() {
      join()
      return { text: joined, starts, ends }
    },
  }
}

function enlarge(offsets: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(offsets.length * 2 + 256)
  larger.set(offsets)
  return larger
}

/** Converts the range from `start` to `end` of a normal text to one in the original text. */
export function originalRange(
  { starts, ends }: NormalText,
  start: number,
  end: number,
): { start: number; end: number } {
  return { start: starts[start]!, end: ends[end - 1]! }
}
