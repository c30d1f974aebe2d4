import { OTHERS_HEADING, SEE_ALSO } from './boilerplate-phrases.ts'
import type { Element } from './dom.ts'
import { isLine, lineOf } from './text-line.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

const HEADING = /^h[1-6]$/
const HEADING_LIKE = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'strong', 'div', 'span']

/** In UTF-16 units. */
const MAX_HEADING_LENGTH = 80
/** Of what a heading for other articles stands over: with fewer links it is of the article. */
const LINKED_SHARE = 0.4
/** Of what follows a line that only looks like a heading. */
const MAX_PARTS = 7

/** Of one article: no more headings for other articles, and no more elements under one of them, are looked at. */
const MAX_SECTIONS = 50
const MAX_ELEMENTS = 300

/** Takes out headings over links to other articles, with these. */
export function pruneSections(article: Element): void {
  const measures = measureTree(article)
  const whole = measures.get(article)!.text
  let looked = 0
  for (const heading of article.getElementsByTagName(...HEADING_LIKE)) {
    if (looked === MAX_SECTIONS) return
    if (!heading.parentNode || measures.get(heading)!.text > MAX_HEADING_LENGTH || !isLine(heading)) continue
    const text = lineOf(heading)
    if (!OTHERS_HEADING.test(text) && !(text.endsWith(':') && SEE_ALSO.test(text))) continue
    looked += 1
    const top = topOf(heading, article, measures)
    const part = followingPart(top, HEADING.test(heading.localName) ? heading.localName : undefined)
    const length = part.reduce((sum, element) => sum + measures.get(element)!.text, 0)
    const linked = part.reduce((sum, element) => sum + measures.get(element)!.linked, 0)
    if (length > 0 && (linked < length * LINKED_SHARE || length > whole / 2)) continue
    for (const element of [top, ...part]) element.remove()
  }
}

/** The largest element that holds the heading alone. */
function topOf(heading: Element, article: Element, measures: Map<Element, TextMeasure>): Element {
  const { text } = measures.get(heading)!
  let top = heading
  for (let { parentNode } = top; parentNode && parentNode !== article; parentNode = top.parentNode) {
    if (measures.get(parentNode)!.text !== text) break
    top = parentNode
  }
  return top
}

/** What follows a heading up to the next of its kind; after a line that only looks like one, its list or a few lines. */
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
