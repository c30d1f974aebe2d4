import { BODY, MAIN, NOT_BODY } from './boilerplate-names.ts'
import type { Element } from './dom.ts'
import { namesOf } from './element-names.ts'
import { outermost } from './outermost.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

/** A part of a page that the page itself marks as its article, or only as what is not its frame. */
export type Container = { element: Element; isArticle: boolean }

const BOX = /^(?:div|section|article|main|td)$/

/** In UTF-16 units of text outside of links. */
const MIN_LENGTH = 200
/** Of its text. */
const MAX_LINKED_SHARE = 0.4
/** Of the text of all that is marked: a page of many articles has none. */
const MIN_SHARE = 0.6

/** Finds the part that a page marks as its article, else as its main part. */
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
    const sizes = outer.map((element) => own(measures.get(element)!))
    const size = Math.max(...sizes)
    const sum = sizes.reduce((total, length) => total + length, 0)
    if (outer.length === 0 || size < sum * MIN_SHARE) return undefined
    return { element: outer[sizes.indexOf(size)]!, isArticle: isMarked }
  }
}

function own({ text, linked }: TextMeasure): number {
  return text - linked
}

function isReadable(measure: TextMeasure): boolean {
  return own(measure) >= MIN_LENGTH && measure.linked <= measure.text * MAX_LINKED_SHARE
}

function isMarkedText(element: Element): boolean {
  if (element.getAttribute('itemprop')?.toLowerCase() === 'articlebody') return true
  const names = namesOf(element)
  return BODY.test(names) && !NOT_BODY.test(names)
}

function isArticle(element: Element): boolean {
  return element.localName === 'article' || element.getAttribute('role') === 'article'
}

function isMain(element: Element): boolean {
  return (
    element.localName === 'main' || element.getAttribute('role') === 'main' || MAIN.test(namesOf(element))
  )
}
