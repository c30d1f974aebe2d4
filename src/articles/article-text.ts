/** A piece of an article's text between two tags. */
export type TextRun = {
  /** As a browser shows it. */
  text: string
  /** Where the text begins in the text of the article, in UTF-16 units. */
  start: number
  /** The offsets in the markup. */
  from: number
  to: number
  /** Whether it belongs to a formula, which may not contain other elements. */
  isFormula: boolean
}

const REFERENCE = /&(?:amp|lt|gt|quot);/g
const REFERENCES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const LINE_BREAK = /\r\n?/g
const FIRST_LINE_BREAK = /^\r?\n|^\r/

/**
 * The text of an article as it is shown (the output of `presentArticle`): its text nodes joined, in UTF-16 units,
 * exactly as the page's script reads them from the document. Offsets in an article refer to this text.
 */
export function articleText(html: string): string {
  return textOfRuns(textRunsOf(html))
}

/** Elements that a browser shows on separate lines or in table cells. */
const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)[\s/>]/

/** The offsets at which the blocks of an article begin in its text, except the first block. */
export function blockStartsOf(html: string, runs: TextRun[]): number[] {
  const starts: number[] = []
  for (const [index, { start, from }] of runs.entries()) {
    const before = runs[index - 1]
    if (before && BLOCK_TAG.test(html.slice(before.to, from))) starts.push(start)
  }
  return starts
}

export function textOfRuns(runs: TextRun[]): string {
  return runs.map(({ text }) => text).join('')
}

/**
 * The text runs of an article as it is shown. Finding the tags is enough: sanitising rewrote each tag and escaped
 * each `<` and `>` in texts and values. As in a browser, the first line break in `pre` is ignored, and a carriage
 * return counts as a line break.
 */
export function textRunsOf(html: string): TextRun[] {
  const runs: TextRun[] = []
  let start = 0
  let formulas = 0
  let end = 0
  let isPre = false
  while (end < html.length) {
    const open = html.indexOf('<', end)
    const to = open < 0 ? html.length : open
    if (to > end) {
      const from = isPre ? afterLineBreak(html, end, to) : end
      const text = decodeText(html.slice(from, to))
      if (text !== '') runs.push({ text, start, from, to, isFormula: formulas > 0 })
      start += text.length
    }
    if (open < 0) break
    end = html.indexOf('>', open) + 1
    isPre = html.startsWith('<pre', open)
    if (html.startsWith('<math', open)) formulas++
    else if (html.startsWith('</math', open)) formulas--
  }
  return runs
}

/** The text of a run of markup without tags. */
function decodeText(markup: string): string {
  const text = markup.includes('\r') ? markup.replace(LINE_BREAK, '\n') : markup
  return text.includes('&') ? text.replace(REFERENCE, (reference) => REFERENCES[reference]!) : text
}

function afterLineBreak(html: string, from: number, to: number): number {
  return from + (FIRST_LINE_BREAK.exec(html.slice(from, to))?.[0].length ?? 0)
}
