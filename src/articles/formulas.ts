import { Element, Text } from './dom.ts'
import { safeTex, matchesRendering } from './tex.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 2000

const RENDERING =
  /(?:^|\s)(?:MathJax(?:_(?:Display|Preview|SVG|SVG_Display|CHTML))?|mjx-chtml|mjx-chtml-block|katex-html)(?=\s|$)/
const FORMULA_IMAGE = /latex|codecogs|mathtex|mimetex|math\/render|texrender|[?&](?:tex|chl)=/i

/** Whether a script is a formula for MathJax. */
export function isFormulaScript(name: string, { type }: Record<string, string>): boolean {
  return name === 'script' && type !== undefined && /^math\/tex(?:;|$)/i.test(type.trim())
}

/**
 * Reduces each formula of a page to one MathML element, with its LaTeX in `alttext` if the page has it: in an annotation, a
 * script, or the alternative text of an image.
 */
export function prepareFormulas(body: Element): void {
  for (const formula of body.getElementsByTagName('math')) nameFormula(formula)
  for (const image of body.getElementsByTagName('img')) {
    if (!FORMULA_IMAGE.test(image.getAttribute('src') ?? '')) continue
    const source = safeTex(plainTex(image.getAttribute('alt') ?? ''))
    if (source) image.replaceWith(formulaOf(source))
  }
  const known = new Set<Element>()
  for (const box of body.getElementsByTagName('span', 'div', 'mjx-chtml')) {
    if (RENDERING.test(box.className) || box.localName === 'mjx-chtml') replaceRendering(box, known)
  }
}

function nameFormula(formula: Element): void {
  const annotations = formula.getElementsByTagName('annotation', 'annotation-xml')
  const tex = annotations.find((annotation) =>
    /tex/i.test(annotation.getAttribute('encoding') ?? ''),
  )?.textContent
  for (const unseen of [...annotations, ...formula.getElementsByTagName('mphantom')]) unseen.remove()
  const isBare = formula.firstElementChild === null
  const original = tex ?? formula.getAttribute('alttext') ?? (isBare ? formula.textContent : '')
  formula.removeAttribute('alttext')
  const source = safeTex(plainTex(original))
  // People don't see the source, so it must not tell a program anything that isn't rendered.
  if (!source || !matchesRendering(source, formula.textContent)) return
  formula.setAttribute('alttext', source)
  if (isBare) showSource(formula, source)
}

function formulaOf(source: string): Element {
  const formula = new Element('math')
  formula.setAttribute('alttext', source)
  showSource(formula, source)
  return formula
}

function showSource(formula: Element, source: string): void {
  const text = new Element('mtext')
  text.append(new Text(source))
  while (formula.firstChild) formula.firstChild.remove()
  formula.append(text)
}

/** TeX without its delimiters and style commands. */
function plainTex(tex: string): string {
  const line = tex
    .replace(/\\label\{[^{}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
  return line
    .replace(/^\{?\\(?:displaystyle|textstyle)\b\s*(.*?)\}?$/, (whole, inner: string) =>
      whole.startsWith('{') || !whole.endsWith('}') ? inner : `${inner}}`,
    )
    .replace(/^(\${1,2}|\\\(|\\\[)(.*?)(\1|\\\)|\\\])$/, '$2')
    .trim()
}

/**
 * Replaces the rendering of a script by the formula in it, or removes it if the formula is next to it. `known` are elements
 * already found to be a formula, because many renderings may have the same neighbour.
 */
function replaceRendering(rendering: Element, known: Set<Element>): void {
  const [formula] = rendering.getElementsByTagName('math')
  if (formula) rendering.replaceWith(formula)
  else if (
    isFormula(rendering.nextElementSibling, known) ||
    isFormula(rendering.previousElementSibling, known)
  )
    rendering.remove()
}

function isFormula(element: Element | null, known: Set<Element>): boolean {
  if (element === null) return false
  const isOne =
    element.localName === 'math' || known.has(element) || element.getElementsByTagName('math').length === 1
  if (isOne) known.add(element)
  return isOne
}
