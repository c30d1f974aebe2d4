import { DROPPED_ELEMENTS } from './allow-list.ts'
import { isUnseen } from './hidden.ts'
import { MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'
import { safeTex, saysWhatIsShown } from './tex.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** A reading beside its characters would part them. */
const DROPPED = new Set([...DROPPED_ELEMENTS, 'rt', 'rp', 'rtc'])
const LISTS = new Set(['ul', 'ol', 'menu', 'dl'])
const ITEMS = new Set(['li'])
const LINES = new Set(['tr', 'dt', 'dd'])
const CELLS = new Set(['td', 'th'])
const BLOCKS = new Set([
  ...'address article aside blockquote body caption center details div fieldset'.split(' '),
  ...'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr'.split(' '),
  ...'main nav p pre section summary table ul ol menu dl'.split(' '),
])

/**
 * Makes plain text of an extracted article: a blank line between paragraphs, "- " before list items, tabs
 * between the cells of a row, preformatted text as it is. Time is linear in the markup; what is nested deeper
 * than any real page is cut. `html-to-text` sets columns with spaces, does not know what a style hides, and brings a
 * second parser of HTML.
 */
export function toText(markup: Markup): string {
  const pieces: string[] = []
  let breaks = 0
  let space = false
  let marker = ''
  let depth = 0
  let droppedFrom = 0
  let preFrom = 0
  let pre = ''
  let cellFrom = 0
  let listDepth = 0
  let cells = 0
  let formula: { from: number; tex: string; shown: string } | undefined

  function breakLines(count: number): void {
    if (cellFrom > 0) space = true
    else if (marker === '') breaks = Math.max(breaks, count)
  }

  function write(text: string): void {
    if (pieces.length > 0 && breaks > 0) pieces.push('\n'.repeat(breaks))
    else if (pieces.length > 0 && space) pieces.push(' ')
    pieces.push(marker + text)
    breaks = 0
    space = false
    marker = ''
  }

  function writeCollapsed(text: string): void {
    const line = text.replace(/\s+/g, ' ')
    if (line.startsWith(' ')) space = true
    if (line.trim() === '') return
    if (breaks > 0 || marker !== '') space = false
    write(line.trim())
    space = line.endsWith(' ')
  }

  readMarkup(markup, {
    open(name, attributes) {
      depth += 1
      if (depth > MAX_OPEN_ELEMENTS) return END
      if (droppedFrom > 0) return
      if (DROPPED.has(name) || isUnseen(name, attributes)) droppedFrom = depth
      else if (name === 'math' && formula === undefined && attributes['alttext']) {
        formula = { from: depth, tex: removeInvisible(attributes['alttext']), shown: '' }
      } else if (name === 'br') {
        if (preFrom > 0) pre += '\n'
        else if (cellFrom > 0) space = true
        else breaks = Math.min(breaks + 1, 2)
      } else if (ITEMS.has(name)) {
        breakLines(1)
        if (cellFrom === 0) marker = '- '
      } else if (CELLS.has(name) && cellFrom === 0) {
        space = false
        if (cells > 0) write('\t')
        cells += 1
        cellFrom = depth
      } else if (LINES.has(name)) {
        breakLines(1)
        cells = 0
      } else if (BLOCKS.has(name)) breakLines(LISTS.has(name) && listDepth > 0 ? 1 : 2)
      if (LISTS.has(name)) listDepth += 1
      if (name === 'pre' && preFrom === 0 && cellFrom === 0) preFrom = depth
    },
    text(text) {
      if (droppedFrom > 0) return
      const seen = removeInvisible(text)
      if (formula) formula.shown += seen
      else if (preFrom > 0) pre += seen
      else writeCollapsed(seen)
    },
    close(name) {
      if (formula?.from === depth) {
        writeCollapsed(textOfFormula(formula))
        formula = undefined
      } else if (droppedFrom === depth) droppedFrom = 0
      else if (droppedFrom === 0) {
        if (LISTS.has(name)) listDepth -= 1
        if (preFrom === depth) {
          const block = pre.replace(/^\r?\n/, '').trimEnd()
          if (block !== '') write(block)
          preFrom = 0
          pre = ''
        }
        if (cellFrom === depth) {
          cellFrom = 0
          space = false
        }
        if (ITEMS.has(name) && cellFrom === 0) {
          marker = ''
          breaks = 1
        } else if (LINES.has(name)) breakLines(1)
        else if (BLOCKS.has(name)) breakLines(LISTS.has(name) && listDepth > 0 ? 1 : 2)
      }
      depth -= 1
    },
  })
  return pieces.join('')
}

/** Its TeX where that says no more than what is shown. */
function textOfFormula({ tex, shown }: { tex: string; shown: string }): string {
  const source = safeTex(tex)
  return source && saysWhatIsShown(source, shown) ? source : shown
}
