import { type Element, type Node, Text, TEXT_NODE } from './dom.ts'
import { LAZY_MARK } from './page-element.ts'

const GALLERY =
  /(?:^|[\s_-])(?:galler(?:y|ies)|slideshow|photoset|lightbox|image-?(?:grid|row|group)|blocks-gallery)/i
/**
 * The longest text in the links of a gallery, and of captions for each image, in UTF-16 units; with more text it is a
 * list of pages.
 */
const MAX_LINKED = 80
const MAX_CAPTION = 500
/** The longest average text of a data cell, in UTF-16 units, and how many rows are checked. */
const MAX_CELL = 120
const MAX_ROWS = 50

/** Prepares the tree of a page so that Readability keeps lazy-loaded images, galleries, data tables and lines of code. */
export function prepareTree(body: Element): void {
  for (const image of body.getElementsByTagName('img')) resolveLazy(image)
  for (const box of body.getElementsByTagName('div', 'ul', 'ol', 'section')) {
    if (isGallery(box)) turnIntoFigure(box)
  }
  const whole = textLength(body)
  for (const table of body.getElementsByTagName('table')) {
    if (isDataTable(table, whole)) table.setAttribute('summary', 'data')
  }
  for (const pre of body.getElementsByTagName('pre')) keepLines(pre)
}

/** Keeps a lazy-loaded image, unless another image is there in its place. */
function resolveLazy(image: Element): void {
  if (image.getAttribute(LAZY_MARK) === null) return
  if (image.parentNode!.getElementsByTagName('img').length > 1) image.remove()
  else image.removeAttribute(LAZY_MARK)
}

/** Readability compares the number of paragraphs with that of images, except in figures. */
function isGallery(box: Element): boolean {
  if (box.parentNode?.localName === 'figure') return false
  const images = box.getElementsByTagName('img').length
  if (images < 2) return false
  const isNamed = GALLERY.test(`${box.className} ${box.id}`)
  const text = textLength(box)
  if (!isNamed && (text > 0 || images > 12)) return false
  const linked = box.getElementsByTagName('a').reduce((sum, link) => sum + textLength(link), 0)
  const isPlain = box.getElementsByTagName('p', 'h1', 'h2', 'h3', 'h4').length <= images
  return isPlain && linked <= MAX_LINKED && text <= images * MAX_CAPTION
}

function turnIntoFigure(box: Element): void {
  box.rename('figure')
  box.removeAttribute('class')
  for (const item of box.getElementsByTagName('li')) item.rename('div')
}

function textLength(element: Element): number {
  return element.textContent.trim().length
}

/** Readability takes small tables without a header for layout tables. */
function isDataTable(table: Element, whole: number): boolean {
  if (table.getAttribute('role') === 'presentation' || table.getElementsByTagName('table').length > 0)
    return false
  const rows = table.getElementsByTagName('tr').map(({ children }) => children.length)
  if (rows.length < 2 || Math.min(...rows.slice(0, MAX_ROWS)) < 2) return false
  const text = textLength(table)
  const cells = rows.reduce((sum, count) => sum + count, 0)
  const linked = table.getElementsByTagName('a').reduce((sum, link) => sum + textLength(link), 0)
  const isEven = rows.slice(0, MAX_ROWS).every((count) => count === rows[0])
  return isEven && text > 0 && text < whole / 2 && text / cells <= MAX_CELL && linked < text / 2
}

/** Readability turns line breaks into paragraphs, even within code; and some sites put each line into an element. */
function keepLines(pre: Element): void {
  for (const gutter of pre.getElementsByTagName('span', 'td', 'div'))
    if (isLineNumber(gutter)) gutter.remove()
  for (const line of pre.getElementsByTagName('div', 'p', 'li', 'tr')) {
    if (line.nextSibling && !endsLine(line)) line.append(new Text('\n'))
    if (line.localName !== 'tr') line.rename('span')
  }
  for (const mark of pre.getElementsByTagName('br')) mark.replaceWith(new Text('\n'))
  for (const list of pre.getElementsByTagName('table', 'tbody', 'tr', 'td', 'ol', 'ul')) list.rename('span')
}

function endsLine(line: Element): boolean {
  return line.textContent.endsWith('\n') || startsLine(line.nextSibling)
}

function startsLine(node: Node | null): boolean {
  return node?.nodeType === TEXT_NODE && node.textContent.startsWith('\n')
}

/** Line numbers are not part of the code. */
function isLineNumber(element: Element): boolean {
  return (
    /(?:^|\s)(?:lineno|linenos|line-?numbers?(?:-rows)?|gutter|ln-num|blob-num|hljs-ln-numbers)(?:\s|$)/i.test(
      element.className,
    ) && /^[\d\s]*$/.test(element.textContent)
  )
}
