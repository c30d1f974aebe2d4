import { escapeText } from '../text/escape-text.ts'
import type { TextRun } from './article-text.ts'
import { type Mark, type Segment, splitIntoSegments } from './mark-segments.ts'

/** What screen readers say at the beginning and the end of a mark. */
export type MarkLabels = { start: string; startWithNote: string; end: string }

/** The prefix of the ids of marks. No id in an article begins with it. */
export const MARK_ID_PREFIX = 'highlight-'

/** The marked part of a text run, in UTF-16 units of its text. */
type Piece = { segment: Segment; run: TextRun; start: number; end: number; isLast: boolean }

const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)[ >]/
const UNIT = /&(?:amp|lt|gt|quot);|\r\n|[^]/g

/**
 * Adds `mark` elements, the newest last, to an article as it is shown; `runs` are those of its text. The marks are
 * put around text runs or parts of them, and the text itself is unchanged. Marks of the page itself can't be confused
 * with them, since sanitising removes classes and ids. Formulas, and white space between blocks, are not marked.
 * Where marks overlap, the text is split: each piece names all its marks and looks like the newest.
 */
export function insertMarks(
  html: string,
  runs: TextRun[],
  { marks, labels }: { marks: Mark[]; labels: MarkLabels },
): string {
  if (marks.length === 0) return html
  const drawn = new Set<string>()
  let written = ''
  let from = 0
  for (const piece of splitIntoPieces(html, runs, splitIntoSegments(marks))) {
    const first = markupOffset(html, piece.run, piece.start)
    const last = markupOffset(html, piece.run, piece.end)
    const tag = startTag(piece, drawn, labels)
    written += `${html.slice(from, first)}${tag}${html.slice(first, last)}</mark>`
    from = last
  }
  return written + html.slice(from)
}

function splitIntoPieces(html: string, runs: TextRun[], segments: Segment[]): Piece[] {
  const pieces: Piece[] = []
  let next = 0
  for (const run of runs) {
    const { text } = run
    while (next < segments.length && segments[next]!.end <= run.start) next++
    for (let index = next; !run.isFormula && index < segments.length; index++) {
      const segment = segments[index]!
      if (segment.start >= run.start + text.length) break
      const start = startOfCharacter(text, Math.max(0, segment.start - run.start))
      const end = startOfCharacter(text, Math.min(text.length, segment.end - run.start))
      if (start >= end || (isBlank(text, start, end) && !isInline(html, run))) continue
      const before = pieces.at(-1)
      if (before?.segment === segment) before.isLast = false
      pieces.push({ segment, run, start, end, isLast: true })
    }
  }
  return pieces
}

function startTag({ segment, isLast }: Piece, drawn: Set<string>, labels: MarkLabels): string {
  const { ids, newest, isEnd } = segment
  const begun = ids.filter((id) => !drawn.has(id))
  for (const id of begun) drawn.add(id)
  const [own, ...others] = begun
  const targets = others.map((id) => `<span${attribute('id', MARK_ID_PREFIX + id)}></span>`).join('')
  const begins =
    own === undefined
      ? ''
      : attribute('id', MARK_ID_PREFIX + own) +
        attribute('data-start', newest.hasNote ? labels.startWithNote : labels.start)
  const ends = isEnd && isLast ? attribute('data-end', labels.end) : ''
  const looks = attribute('data-highlights', ids.join(' ')) + attribute('data-colour', newest.colour)
  return `${targets}<mark class="highlight"${looks}${begins}${ends}>`
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value)}"`
}

/** An offset that does not split a surrogate pair. */
function startOfCharacter(text: string, at: number): number {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return at > 0 && isLow && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at + 1 : at
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!/\s/.test(text[at]!)) return false
  return true
}

/** Whether a run is between words of the same line. */
function isInline(html: string, { from, to }: TextRun): boolean {
  if (from === 0 || to === html.length) return false
  const before = html.slice(html.lastIndexOf('<', from - 1), from)
  return INLINE.test(before) && INLINE.test(html.slice(to, to + 12))
}

/** Converts an offset in the text of a run to one in the markup. */
function markupOffset(html: string, { text, from, to }: TextRun, at: number): number {
  if (to - from === text.length) return from + at
  let source = from
  let left = at
  for (const [unit] of html.slice(from, to).matchAll(UNIT)) {
    if (left-- === 0) break
    source += unit.length
  }
  return source
}
