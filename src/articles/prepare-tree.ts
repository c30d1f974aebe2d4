import { type Element, type Node, Text, TEXT_NODE } from './dom.ts'
import { LATE_MARK } from './page-element.ts'

const GALLERY =
  /(?:^|[\s_-])(?:galler(?:y|ies)|slideshow|photoset|lightbox|image-?(?:grid|row|group)|blocks-gallery)/i
/** Of the words in the links of a gallery, and of its captions for each image, in UTF-16 units: more is a list of pages. */
const MAX_LINKED = 80
const MAX_CAPTION = 500

/** Lays a page's tree out so that Readability leaves what belongs to an article: galleries, and the lines of code. */
export function prepareTree(body: Element): void {
  for (const image of body.getElementsByTagName('img')) settleLate(image)
  for (const box of body.getElementsByTagName('div', 'ul', 'ol', 'section')) {
    if (isGallery(box)) keepTogether(box)
  }
  for (const pre of body.getElementsByTagName('pre')) keepLines(pre)
}

function settleLate(image: Element): void {
  if (image.getAttribute(LATE_MARK) === null) return
  if (image.parentNode!.getElementsByTagName('img').length > 1) image.remove()
  else image.removeAttribute(LATE_MARK)
}

/** It counts paragraphs for each image of a box, unless that is a figure. */
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
