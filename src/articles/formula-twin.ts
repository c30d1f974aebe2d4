import { Element, type Node } from './dom.ts'
import { TEX_FUNCTIONS } from './tex-commands.ts'
import { foldLetters } from './tex.ts'

const RENDERING = /katex-html|mathjax|mjx|mwe-math/i
/** Formulas contain a few words, such as "otherwise", "if" and "for all", but no sentences. */
const MAX_WORDS = 2
const WORD = /\p{L}{4,}/gu
/** A row of letters that is too long for a formula, or in a script that formulas don't use. */
const LONG_RUN = /\p{L}{13}|[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]]{5}/v

/**
 * Whether a formula in a hidden element belongs to a rendering beside that element, as MathML for screen readers
 * does: its letters match the rendering, or it contains no prose at all.
 */
export function hasRenderedTwin(hidden: Element, formula: Element): boolean {
  const twin = [hidden.nextElementSibling, hidden.previousElementSibling].find(isRendering)
  if (!twin) return false
  const formulaText = drawnText(formula)
  return !isProse(formulaText) || foldLetters(formulaText).join('') === foldLetters(twin.textContent).join('')
}

function isRendering(element: Element | null): element is Element {
  if (!element) return false
  if (element.localName === 'img' || RENDERING.test(`${element.localName} ${element.className}`)) return true
  return element.textContent.trim() === '' && element.getElementsByTagName('img').length === 1
}

function isProse(text: string): boolean {
  const words = text.replace(/\\[a-z]+/gi, ' ').match(WORD) ?? []
  return LONG_RUN.test(text) || words.filter((word) => !TEX_FUNCTIONS.has(word)).length > MAX_WORDS
}

function drawnText(node: Node): string {
  if (!(node instanceof Element)) return node.textContent
  if (/^annotation(?:-xml)?$/.test(node.localName)) return ''
  return node.childNodes.map(drawnText).join('')
}
