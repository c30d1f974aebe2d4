import { Element, type Node, Text } from './dom.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 2000
/** Of the letters that are shown, more in the source of a formula say something else. */
const MAX_SURPLUS = 0.2

const DRAWING =
  /(?:^|\s)(?:MathJax(?:_(?:Display|Preview|SVG|SVG_Display|CHTML))?|mjx-chtml|mjx-chtml-block|katex-html)(?=\s|$)/
const DRAWN = /latex|codecogs|mathtex|mimetex|math\/render|texrender|[?&](?:tex|chl)=/i

/** Whether a script holds a formula, as MathJax reads it. */
export function isFormulaScript(name: string, { type }: Record<string, string>): boolean {
  return name === 'script' && type !== undefined && /^math\/tex(?:;|$)/i.test(type.trim())
}

/**
 * Leaves each formula of a page once, as MathML that carries its LaTeX (`alttext`) where the page has that: from an
 * annotation, a script, or the words of a drawing.
 */
export function prepareFormulas(body: Element): void {
  for (const formula of body.getElementsByTagName('math')) nameFormula(formula)
  for (const image of body.getElementsByTagName('img')) {
    const source = image.getAttribute('alt')?.trim() ?? ''
    if (DRAWN.test(image.getAttribute('src') ?? '') && source !== '') image.replaceWith(formulaOf(source))
  }
  for (const box of body.getElementsByTagName('span', 'div', 'mjx-chtml')) {
    if (DRAWING.test(box.className) || box.localName === 'mjx-chtml') replaceDrawing(box)
  }
}

function nameFormula(formula: Element): void {
  const annotations = formula.getElementsByTagName('annotation', 'annotation-xml')
  const tex = annotations.find((annotation) =>
    /tex/i.test(annotation.getAttribute('encoding') ?? ''),
  )?.textContent
  for (const annotation of annotations) annotation.remove()
  const isBare = formula.firstElementChild === null
  const source = plainTex(tex ?? formula.getAttribute('alttext') ?? (isBare ? formula.textContent : ''))
  formula.removeAttribute('alttext')
  if (source === '' || !saysWhatIsShown(source, formula.textContent)) return
  formula.setAttribute('alttext', source)
  if (isBare) showSource(formula, source)
}

function formulaOf(text: string): Element {
  const source = plainTex(text)
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
  const line = tex.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
  return line
    .replace(/^\{?\\(?:displaystyle|textstyle)\b\s*(.*?)\}?$/, (whole, inner: string) =>
      whole.startsWith('{') || !whole.endsWith('}') ? inner : `${inner}}`,
    )
    .replace(/^(\${1,2}|\\\(|\\\[)(.*?)(\1|\\\)|\\\])$/, '$2')
    .trim()
}

/** The source is not seen, so it must not say to a machine what a person does not read. */
function saysWhatIsShown(source: string, shown: string): boolean {
  const left = new Map<string, number>()
  for (const letter of lettersOf(shown)) left.set(letter, (left.get(letter) ?? 0) + 1)
  const said = lettersOf(source.replace(/\\(?:begin|end)\{\w+\*?\}(?:\{[lcr|]*\})?|\\[a-z]{1,20}/gi, ' '))
  let surplus = 0
  for (const letter of said) {
    const count = left.get(letter) ?? 0
    if (count === 0) surplus += 1
    else left.set(letter, count - 1)
  }
  const commands = source.match(/\\[a-z]+/gi)?.length ?? 0
  return surplus <= Math.max(2, said.length * MAX_SURPLUS) && commands <= 4 * [...shown].length + 8
}

function lettersOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  )
}

/** What scripts have drawn goes where the formula is there as well. */
function replaceDrawing(drawing: Element): void {
  const [formula] = drawing.getElementsByTagName('math')
  if (formula) drawing.replaceWith(formula)
  else if (isFormula(drawing.nextElementSibling) || isFormula(drawing.previousElementSibling))
    drawing.remove()
}

function isFormula(node: Node | null): boolean {
  if (!(node instanceof Element)) return false
  return node.localName === 'math' || node.getElementsByTagName('math').length === 1
}
