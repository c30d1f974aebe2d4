import { ARTICLE_BODY, MAIN, NOT_ARTICLE_BODY } from './boilerplate-names.ts'
import type { Element } from './dom.ts'
import { elementWords } from './element-names.ts'
import { outermost } from './outermost.ts'
import { measureTree, type TextMeasure, unlinkedLength } from './text-measure.ts'

/** The element that the page marks as its article, or only as its main part. */
export type Container = { element: Element; isArticle: boolean }

const BOX = /^(?:div|section|article|main|td)$/

/** In UTF-16 units of text outside of links. */
const MIN_LENGTH = 200
/** The largest share of its text that may be links. */
const MAX_LINKED_SHARE = 0.4
/** The smallest share of the text of all marked elements: a page of many articles has no main one. */
const MIN_SHARE = 0.6

/** Finds the element that a page marks as its article, else as its main part. */
export function findContainer(body: Element): Container | undefined {
  const measures = measureTree(body)
  const marked = [...measures.keys()].filter(
    (element) => BOX.test(element.localName) && isReadable(measures.get(element)!),
  )
  return (
    largest(marked.filter(isMarkedText), true) ??
    largest(marked.filter(isArticle), true) ??
    largest(marked.filter(isMain), false)
  )

  function largest(elements: Element[], isMarked: boolean): Container | undefined {
    const outer = outermost(elements)
    const sizes = outer.map((element) => unlinkedLength(measures.get(element)!))
    const size = Math.max(...sizes)
    const sum = sizes.reduce((total, length) => total + length, 0)
    if (outer.length === 0 || size < sum * MIN_SHARE) return undefined
    return { element: outer[sizes.indexOf(size)]!, isArticle: isMarked }
  }
}

function isReadable(measure: TextMeasure): boolean {
  return unlinkedLength(measure) >= MIN_LENGTH && measure.linked <= measure.text * MAX_LINKED_SHARE
}

function isMarkedText(element: Element): boolean {
  if (element.getAttribute('itemprop')?.toLowerCase() === 'articlebody') return true
  const names = elementWords(element)
  return ARTICLE_BODY.test(names) && !NOT_ARTICLE_BODY.test(names)
}

function isArticle(element: Element): boolean {
  return element.localName === 'article' || element.getAttribute('role') === 'article'
}

function isMain(element: Element): boolean {
  return (
    element.localName === 'main' ||
    element.getAttribute('role') === 'main' ||
    MAIN.test(elementWords(element))
  )
}
