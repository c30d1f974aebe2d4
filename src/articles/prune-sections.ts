import { RELATED_HEADING, SEE_ALSO } from './boilerplate-phrases.ts'
import type { Element } from './dom.ts'
import { isLine, textOnOneLine } from './text-line.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

const HEADING = /^h[1-6]$/
const HEADING_LIKE = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'strong', 'div', 'span']

/** In UTF-16 units. */
const MAX_HEADING_LENGTH = 80
/** The share of links below a heading for other articles; with less it belongs to the article. */
const LINKED_SHARE = 0.4
/** The most elements after a line that only looks like a heading. */
const MAX_PARTS = 7

/** The most headings for other articles in one article, and elements below one of them, that are checked. */
const MAX_SECTIONS = 50
const MAX_ELEMENTS = 300

/** Removes headings above links to other articles, with those links. */
export function pruneSections(article: Element): void {
  const measures = measureTree(article)
  const whole = measures.get(article)!.text
  let looked = 0
  for (const heading of article.getElementsByTagName(...HEADING_LIKE)) {
    if (looked === MAX_SECTIONS) return
    if (!heading.parentNode || measures.get(heading)!.text > MAX_HEADING_LENGTH || !isLine(heading)) continue
    const text = textOnOneLine(heading)
    if (!RELATED_HEADING.test(text) && !(text.endsWith(':') && SEE_ALSO.test(text))) continue
    looked += 1
    const top = outermostWrapper(heading, article, measures)
    const part = followingPart(top, HEADING.test(heading.localName) ? heading.localName : undefined)
    const length = part.reduce((sum, element) => sum + measures.get(element)!.text, 0)
    const linked = part.reduce((sum, element) => sum + measures.get(element)!.linked, 0)
    if (length > 0 && (linked < length * LINKED_SHARE || length > whole / 2)) continue
    for (const element of [top, ...part]) element.remove()
  }
}

/** The largest element that contains no text but the heading. */
function outermostWrapper(heading: Element, article: Element, measures: Map<Element, TextMeasure>): Element {
  const { text } = measures.get(heading)!
  let top = heading
  for (let { parentNode } = top; parentNode && parentNode !== article; parentNode = top.parentNode) {
    if (measures.get(parentNode)!.text !== text) break
    top = parentNode
  }
  return top
}

/**
 * The elements from a heading to the next one of its kind; after a line that only looks like a heading, a list or a
 * few lines.
 */
function followingPart(top: Element, name: string | undefined): Element[] {
  const part: Element[] = []
  for (
    let next = top.nextElementSibling;
    next && part.length < MAX_ELEMENTS;
    next = next.nextElementSibling
  ) {
    if (HEADING.test(next.localName) && (name === undefined || next.localName <= name)) break
    part.push(next)
    if (name === undefined && (/^[uo]l$/.test(next.localName) || part.length === MAX_PARTS)) break
  }
  return part
}
