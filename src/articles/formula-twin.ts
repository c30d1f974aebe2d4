import { Element, type Node } from './dom.ts'
import { TEX_FUNCTIONS } from './tex-commands.ts'
import { lettersOf } from './tex.ts'

const RENDERING = /katex-html|mathjax|mjx|mwe-math/i
/** What a formula says in words: "otherwise", "if" and "for all" are, a sentence is not. */
const MAX_WORDS = 2
const WORD = /\p{L}{4,}/gu
/** Letters of an alphabet, or of another writing, in a row. */
const LONG_RUN = /\p{L}{13}|[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]]{5}/v

/**
 * Whether a formula in an element that isn't shown stands for a rendering beside that element, as MathML for a screen
 * reader does: it says in letters what the rendering says, or no prose at all.
 */
export function hasDrawnTwin(hidden: Element, formula: Element): boolean {
  const twin = [hidden.nextElementSibling, hidden.previousElementSibling].find(isRendering)
  if (!twin) return false
  const said = drawnText(formula)
  return !isProse(said) || lettersOf(said).join('') === lettersOf(twin.textContent).join('')
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
