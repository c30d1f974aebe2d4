import { type Element, TEXT_NODE } from './dom.ts'

/** Lengths of an element's text, in UTF-16 units without the white space between its parts. */
export type TextMeasure = {
  text: number
  /** The part of `text` that is in links to other pages. */
  linked: number
  links: number
}

/** The length of the text outside links to other pages. */
export function unlinkedLength({ text, linked }: TextMeasure): number {
  return text - linked
}

/** Measures each element of a tree once. */
export function measureTree(root: Element): Map<Element, TextMeasure> {
  const measures = new Map<Element, TextMeasure>()
  measure(root, false, measures)
  return measures
}

function measure(element: Element, isInLink: boolean, measures: Map<Element, TextMeasure>): TextMeasure {
  const sum = { text: 0, linked: 0, links: 0 }
  measures.set(element, sum)
  const isLink = isInLink || (element.localName === 'a' && isElsewhere(element))
  if (isLink && !isInLink) sum.links = 1
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) {
      const length = node.textContent.trim().length
      sum.text += length
      if (isLink) sum.linked += length
      continue
    }
    const part = measure(node, isLink, measures)
    sum.text += part.text
    sum.linked += part.linked
    sum.links += part.links
  }
  return sum
}

function isElsewhere(link: Element): boolean {
  const href = link.getAttribute('href')
  return href !== null && !href.startsWith('#')
}
