import { type Element, ELEMENT_NODE } from './dom.ts'
import { measureTree } from './text-measure.ts'

/** In UTF-16 units: a shorter line may occur anywhere. */
const MIN_LINE_LENGTH = 30

const BLOCKS = new Set([
  ...'p div section article main header footer aside ul ol li dl dd dt blockquote pre figure'.split(' '),
  ...'table tbody thead tfoot tr td th figcaption h1 h2 h3 h4 h5 h6 details summary address'.split(' '),
])

/** The lengths of two extractions of a page and of the text that they share, in UTF-16 units. */
export type Comparison = { first: number; second: number; shared: number }

/** Compares two extractions line by line. Short lines, and lines that are mostly links, don't count. */
export function compareExtractions(first: Element, second: Element): Comparison {
  const firstLines = collectLines(first)
  const secondLines = collectLines(second)
  let shared = 0
  for (const line of firstLines) if (secondLines.has(line)) shared += line.length
  return { first: sum(firstLines), second: sum(secondLines), shared }
}

function collectLines(root: Element): Set<string> {
  const measures = measureTree(root)
  const lines = new Set<string>()
  collect(root)
  return lines

  function collect(parent: Element): void {
    let isLine = true
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== ELEMENT_NODE || !BLOCKS.has(node.localName)) continue
      isLine = false
      collect(node)
    }
    const { text, linked } = measures.get(parent)!
    if (!isLine || linked > text / 2) return
    const line = parent.textContent.replace(/\s+/g, ' ').trim()
    if (line.length >= MIN_LINE_LENGTH) lines.add(line)
  }
}

function sum(lines: Set<string>): number {
  let length = 0
  for (const line of lines) length += line.length
  return length
}
