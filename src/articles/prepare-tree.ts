import { type Element, type Node, Text, TEXT_NODE } from './dom.ts'
import { LATE_MARK } from './page-element.ts'

const GALLERY =
  /(?:^|[\s_-])(?:galler(?:y|ies)|slideshow|photoset|lightbox|image-?(?:grid|row|group)|blocks-gallery)/i
/** Of the words in the links of a gallery, and of its captions for each image, in UTF-16 units: more is a list of pages. */
const MAX_LINKED = 80
const MAX_CAPTION = 500
/** Of a cell of data on average, in UTF-16 units, and how many rows are looked at. */
const MAX_CELL = 120
const MAX_ROWS = 50

/** Lays a page's tree out so that Readability keeps what belongs to an article: late images, galleries, tables of data, lines of code. */
export function prepareTree(body: Element): void {
  for (const image of body.getElementsByTagName('img')) resolveLate(image)
  for (const box of body.getElementsByTagName('div', 'ul', 'ol', 'section')) {
    if (isGallery(box)) keepTogether(box)
  }
  const whole = lengthOf(body)
  for (const table of body.getElementsByTagName('table')) {
    if (isData(table, whole)) table.setAttribute('summary', 'data')
  }
  for (const pre of body.getElementsByTagName('pre')) keepLines(pre)
}

/** An image that scripts load late: kept where no other image stands in its place. */
function resolveLate(image: Element): void {
  if (image.getAttribute(LATE_MARK) === null) return
  if (image.parentNode!.getElementsByTagName('img').length > 1) image.remove()
  else image.removeAttribute(LATE_MARK)
}

/** Readability counts the paragraphs for each image of a box, unless the box is a figure. */
function isGallery(box: Element): boolean {
  if (box.parentNode?.localName === 'figure') return false
  const images = box.getElementsByTagName('img').length
  if (images < 2) return false
  const isNamed = GALLERY.test(`${box.className} ${box.id}`)
  const text = lengthOf(box)
  if (!isNamed && (text > 0 || images > 12)) return false
  const linked = box.getElementsByTagName('a').reduce((sum, link) => sum + lengthOf(link), 0)
  const isPlain = box.getElementsByTagName('p', 'h1', 'h2', 'h3', 'h4').length <= images
  return isPlain && linked <= MAX_LINKED && text <= images * MAX_CAPTION
}

function keepTogether(box: Element): void {
  box.rename('figure')
  box.removeAttribute('class')
  for (const item of box.getElementsByTagName('li')) item.rename('div')
}

function lengthOf(element: Element): number {
  return element.textContent.trim().length
}

/** Small ones without a head look to Readability as if they laid the page out. */
function isData(table: Element, whole: number): boolean {
  if (table.getAttribute('role') === 'presentation' || table.getElementsByTagName('table').length > 0)
    return false
  const rows = table.getElementsByTagName('tr').map(({ children }) => children.length)
  if (rows.length < 2 || Math.min(...rows.slice(0, MAX_ROWS)) < 2) return false
  const text = lengthOf(table)
  const cells = rows.reduce((sum, count) => sum + count, 0)
  const linked = table.getElementsByTagName('a').reduce((sum, link) => sum + lengthOf(link), 0)
  const isEven = rows.slice(0, MAX_ROWS).every((count) => count === rows[0])
  return isEven && text > 0 && text < whole / 2 && text / cells <= MAX_CELL && linked < text / 2
}

/** Readability makes paragraphs of breaks, also within code; and some lay each line into a box of its own. */
function keepLines(pre: Element): void {
  for (const gutter of pre.getElementsByTagName('span', 'td', 'div')) if (isGutter(gutter)) gutter.remove()
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

/** The numbers of lines are no part of the code. */
function isGutter(element: Element): boolean {
  return (
    /(?:^|\s)(?:lineno|linenos|line-?numbers?(?:-rows)?|gutter|ln-num|blob-num|hljs-ln-numbers)(?:\s|$)/i.test(
      element.className,
    ) && /^[\d\s]*$/.test(element.textContent)
  )
}
