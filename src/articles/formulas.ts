import { Element, Text } from './dom.ts'
import { safeTex, saysWhatIsShown } from './tex.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 2000

const RENDERING =
  /(?:^|\s)(?:MathJax(?:_(?:Display|Preview|SVG|SVG_Display|CHTML))?|mjx-chtml|mjx-chtml-block|katex-html)(?=\s|$)/
const FORMULA_IMAGE = /latex|codecogs|mathtex|mimetex|math\/render|texrender|[?&](?:tex|chl)=/i

/** Whether a script holds a formula, as MathJax reads it. */
export function isFormulaScript(name: string, { type }: Record<string, string>): boolean {
  return name === 'script' && type !== undefined && /^math\/tex(?:;|$)/i.test(type.trim())
}

/**
 * Leaves each formula of a page once, as MathML that carries its LaTeX (`alttext`) where the page has that: from an
 * annotation, a script, or the words of a rendering.
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
  const given = tex ?? formula.getAttribute('alttext') ?? (isBare ? formula.textContent : '')
  formula.removeAttribute('alttext')
  const source = safeTex(plainTex(given))
  // The source is not seen, so it must not say to a machine what a person does not read.
  if (!source || !saysWhatIsShown(source, formula.textContent)) return
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

/** Without what chooses how it is set, and the marks around it. */
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
 * What scripts have rendered goes where the formula is there as well. `known` are elements that were found to be a formula:
 * one of them is beside each of many renderings in turn.
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
  const is =
    element.localName === 'math' || known.has(element) || element.getElementsByTagName('math').length === 1
  if (is) known.add(element)
  return is
}
