import { escapeText } from '../text/escape-text.ts'
import type { TextRun } from './article-text.ts'
import { type Mark, type Segment, segmentsOf } from './mark-segments.ts'

/** What screen readers say where a mark begins and ends. */
export type MarkLabels = { start: string; startWithNote: string; end: string }

/** Begins the id by which a mark can be jumped to. No id of a page begins so. */
export const MARK_ID_PREFIX = 'highlight-'

/** A piece of a run that is marked, in UTF-16 units of its text. */
type Piece = { segment: Segment; run: TextRun; start: number; end: number; isLast: boolean }

const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)[ >]/
const UNIT = /&(?:amp|lt|gt|quot);|\r\n|[^]/g

/**
 * Draws marks, the newest last, into an article as it is shown; `runs` are those of its text. It puts `mark` elements
 * around runs of text or parts of them and changes nothing else, so the text stays as it is. What a page itself marks has
 * neither their class nor their ids: both are taken away when an article is made safe. Nothing is drawn within formulas,
 * nor around white space between blocks. Where marks overlap, the text is cut: a piece names all of them and looks like
 * the newest.
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
  for (const piece of piecesOf(html, runs, segmentsOf(marks))) {
    const first = sourceAt(html, piece.run, piece.start)
    const last = sourceAt(html, piece.run, piece.end)
    const tag = startTag(piece, drawn, labels)
    written += `${html.slice(from, first)}${tag}${html.slice(first, last)}</mark>`
    from = last
  }
  return written + html.slice(from)
}

function piecesOf(html: string, runs: TextRun[], segments: Segment[]): Piece[] {
  const pieces: Piece[] = []
  let next = 0
  for (const run of runs) {
    const { text } = run
    while (next < segments.length && segments[next]!.end <= run.start) next++
    for (let index = next; !run.isFormula && index < segments.length; index++) {
      const segment = segments[index]!
      if (segment.start >= run.start + text.length) break
      const start = unitAt(text, Math.max(0, segment.start - run.start))
      const end = unitAt(text, Math.min(text.length, segment.end - run.start))
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

/** A place that does not part a pair of surrogates. */
function unitAt(text: string, at: number): number {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return at > 0 && isLow && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at + 1 : at
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!/\s/.test(text[at]!)) return false
  return true
}

/** Whether a run stands between words of one line. */
function isInline(html: string, { from, to }: TextRun): boolean {
  if (from === 0 || to === html.length) return false
  const before = html.slice(html.lastIndexOf('<', from - 1), from)
  return INLINE.test(before) && INLINE.test(html.slice(to, to + 12))
}

/** Where a place in the text of a run stands in the markup. */
function sourceAt(html: string, { text, from, to }: TextRun, at: number): number {
  if (to - from === text.length) return from + at
  let source = from
  let left = at
  for (const [unit] of html.slice(from, to).matchAll(UNIT)) {
    if (left-- === 0) break
    source += unit.length
  }
  return source
}
