import { DROPPED_ELEMENTS } from './allow-list.ts'
import { isHiddenInMarkup } from './hidden.ts'
import { MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'
import { createTextWriter, type TextWriter } from './text-writer.ts'
import { safeTex, matchesRendering } from './tex.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** Ruby annotations would separate the characters that they belong to. */
const DROPPED = new Set([...DROPPED_ELEMENTS, 'rt', 'rp', 'rtc'])
const LISTS = new Set(['ul', 'ol', 'menu', 'dl'])
const LIST_ITEMS = new Set(['li'])
const LINES = new Set(['tr', 'dt', 'dd'])
const CELLS = new Set(['td', 'th'])
const BLOCKS = new Set([
  ...'address article aside blockquote body caption center details div fieldset'.split(' '),
  ...'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr'.split(' '),
  ...'main nav p pre section summary table ul ol menu dl'.split(' '),
])

/**
 * Converts an extracted article to plain text: a blank line between paragraphs, "- " before list items, tabs between the
 * cells of a row, preformatted text unchanged. Takes linear time, and cuts markup nested deeper than on any real page.
 * `html-to-text` isn't used because it aligns columns with spaces, ignores styles that hide text, and has a second HTML
 * parser.
 */
export function toText(markup: Markup): string {
  const state: ReadingState = {
    writer: createTextWriter(),
    depth: 0,
    droppedAtDepth: 0,
    preAtDepth: 0,
    preText: '',
    cellAtDepth: 0,
    listDepth: 0,
    cellCount: 0,
    formula: undefined,
  }
  readMarkup(markup, {
    open(name, attributes) {
      state.depth += 1
      if (state.depth > MAX_OPEN_ELEMENTS) return END
      if (state.droppedAtDepth === 0) openElement(state, name, attributes)
    },
    text(text) {
      if (state.droppedAtDepth > 0) return
      const seen = removeInvisible(text)
      if (state.formula) state.formula.shown += seen
      else if (state.preAtDepth > 0) state.preText += seen
      else state.writer.writeCollapsed(seen)
    },
    close(name) {
      const { formula, depth, droppedAtDepth } = state
      if (formula?.from === depth) {
        state.writer.writeCollapsed(formatFormula(formula))
        state.formula = undefined
      } else if (droppedAtDepth === depth) state.droppedAtDepth = 0
      else if (droppedAtDepth === 0) closeElement(state, name)
      state.depth -= 1
    },
  })
  return state.writer.result()
}

/** The elements around the current position. Those of `AtDepth` are the depths at which such an element began; 0 outside. */
type ReadingState = {
  writer: TextWriter
  depth: number
  droppedAtDepth: number
  preAtDepth: number
  preText: string
  cellAtDepth: number
  listDepth: number
  /** Cells of the current row so far. */
  cellCount: number
  formula: { from: number; tex: string; shown: string } | undefined
}

function openElement(state: ReadingState, name: string, attributes: Record<string, string>): void {
  const { writer, depth } = state
  const isInCell = state.cellAtDepth > 0
  if (DROPPED.has(name) || isHiddenInMarkup(name, attributes)) {
    state.droppedAtDepth = depth
    return
  }
  if (name === 'math' && state.formula === undefined && attributes['alttext']) {
    state.formula = { from: depth, tex: removeInvisible(attributes['alttext']), shown: '' }
  } else if (name === 'br') {
    if (state.preAtDepth > 0) state.preText += '\n'
    else if (isInCell) writer.addSpace()
    else writer.addBreak()
  } else if (LIST_ITEMS.has(name)) {
    breakLines(state, 1)
    if (!isInCell) writer.beginListItem()
  } else if (CELLS.has(name) && !isInCell) {
    writer.dropSpace()
    if (state.cellCount > 0) writer.write('\t')
    state.cellCount += 1
    state.cellAtDepth = depth
  } else if (LINES.has(name)) {
    breakLines(state, 1)
    state.cellCount = 0
  } else if (BLOCKS.has(name)) breakAroundBlock(state, name)
  if (LISTS.has(name)) state.listDepth += 1
  if (name === 'pre' && state.preAtDepth === 0 && state.cellAtDepth === 0) state.preAtDepth = depth
}

function closeElement(state: ReadingState, name: string): void {
  const { writer, depth } = state
  if (LISTS.has(name)) state.listDepth -= 1
  if (state.preAtDepth === depth) {
    const block = state.preText.replace(/^\r?\n/, '').trimEnd()
    if (block !== '') writer.write(block)
    state.preAtDepth = 0
    state.preText = ''
  }
  if (state.cellAtDepth === depth) {
    state.cellAtDepth = 0
    writer.dropSpace()
  }
  if (LIST_ITEMS.has(name) && state.cellAtDepth === 0) writer.endListItem()
  else if (LINES.has(name)) breakLines(state, 1)
  else if (BLOCKS.has(name)) breakAroundBlock(state, name)
}

/** A list in another one has no blank line around it. */
function breakAroundBlock(state: ReadingState, name: string): void {
  breakLines(state, LISTS.has(name) && state.listDepth > 0 ? 1 : 2)
}

/** The lines of a cell become one. */
function breakLines({ writer, cellAtDepth }: ReadingState, count: number): void {
  if (cellAtDepth > 0) writer.addSpace()
  else writer.breakLines(count)
}

/** The TeX of a formula if it hides nothing, else its rendering. */
function formatFormula({ tex, shown }: { tex: string; shown: string }): string {
  const source = safeTex(tex)
  return source && matchesRendering(source, shown) ? source : shown
}
