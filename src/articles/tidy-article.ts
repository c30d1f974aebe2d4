import { Element, ELEMENT_NODE, type Node, Text, TEXT_NODE } from './dom.ts'
import { embedLabel } from './embed-label.ts'
import { saveInlineImage } from './inline-image.ts'
import { KEPT_ID } from './page-element.ts'
import type { InlineImage } from './page.ts'

/** What only the search for the article needed. */
const SPENT = ['role', 'rel', 'itemprop', 'summary', 'datatable', 'type']
const LANGUAGE = /(?:^|[\s:])(?:language-|lang-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/i
const ANCHOR_MARKS = /^(?:[\s#¶§\u{1f517}\u2693\u200b]|\ufe0e|\ufe0f)*$/u
const TABLE_PARENTS: Record<string, string[] | undefined> = {
  tbody: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
}

/**
 * Makes the article ready to be written: plain links for embeds, images of the page by their hash, no anchors
 * in headings, no title repeated at the top. Gives the images.
 */
export function tidyArticle(article: Element, title: string | null, dataUris: string[]): InlineImage[] {
  const images: InlineImage[] = []
  tidyChildren(article, dataUris, images)
  const top = firstBlock(article)
  // A page that has nothing but its title keeps it.
  const isTitle = top && /^h[12]$/.test(top.localName) && isSame(top.textContent, title)
  if (isTitle && !isSame(top.textContent, article.textContent)) top.remove()
  return images
}

function tidyChildren(parent: Element, dataUris: string[], images: InlineImage[]): void {
  let next: Node | null
  for (let node = parent.firstChild; node; node = next) {
    next = node.nextSibling
    if (node.nodeType !== ELEMENT_NODE) continue
    if (node.localName === 'iframe') node.replaceWith(linkTo(node))
    else if (node.localName === 'img') tidyImage(node, dataUris, images)
    else {
      if (isLooseCell(node)) node.rename('div')
      tidyChildren(node, dataUris, images)
      tidyAttributes(node)
      if (/^h[1-6]$/.test(node.localName)) tidyHeading(node)
    }
  }
}

/** Readability takes the article out of a table that holds the whole page. */
function isLooseCell({ localName, parentNode }: Element): boolean {
  const parents = TABLE_PARENTS[localName]
  return parents !== undefined && !parents.includes(parentNode?.localName ?? '')
}

function tidyImage(image: Element, dataUris: string[], images: InlineImage[]): void {
  giveBackId(image)
  if (dropRepeated(image)) return
  const source = image.getAttribute('src') ?? ''
  if (!source.startsWith('inline:')) return
  const kept = saveInlineImage(images, dataUris[Number(source.slice('inline:'.length))] ?? '')
  if (kept === undefined) image.remove()
  else image.setAttribute('src', kept)
}

function giveBackId(element: Element): void {
  const id = element.getAttribute(KEPT_ID)
  if (id === null) return
  element.removeAttribute(KEPT_ID)
  element.id = id
}

/** A box and what stands in it for those without scripts may both show it. Gives whether it was dropped. */
function dropRepeated(image: Element): boolean {
  const spaces: Node[] = []
  let before = image.previousSibling
  for (; before?.nodeType === TEXT_NODE && before.textContent.trim() === ''; before = before.previousSibling)
    spaces.push(before)
  const isRepeated =
    before?.nodeType === ELEMENT_NODE &&
    before.localName === 'img' &&
    before.getAttribute('src') === image.getAttribute('src')
  // Those before it go too, or each image of many alike would look past them all.
  if (isRepeated) for (const node of [...spaces, image]) node.remove()
  return isRepeated
}

function tidyAttributes(element: Element): void {
  giveBackId(element)
  for (const name of SPENT) if (name !== 'type' || element.localName !== 'ol') element.removeAttribute(name)
  const isCode = element.localName === 'pre' || element.localName === 'code'
  if (element.className === '' && !isCode) return
  // Some sites name the language on the box around the code.
  const classes = `${element.className} ${element.parentNode?.className}`
  const language = isCode ? LANGUAGE.exec(classes)?.[1]?.toLowerCase() : undefined
  if (language) element.className = `language-${language}`
  else element.removeAttribute('class')
}

/** Anchors are signs to click on, beside the words of a heading. */
function tidyHeading(heading: Element): void {
  for (const anchor of heading.getElementsByTagName('a')) {
    const isBare = ANCHOR_MARKS.test(anchor.textContent) && anchor.getElementsByTagName('img').length === 0
    if (!isBare) continue
    const id = anchor.id
    if (id !== '' && heading.id === '') heading.id = id
    anchor.remove()
  }
  if (heading.textContent.trim() === '' && heading.getElementsByTagName('img').length === 0) heading.remove()
}

function linkTo(embed: Element): Element {
  const address = embed.getAttribute('src') ?? ''
  const link = new Element('a')
  link.setAttribute('href', address)
  link.append(new Text(embedLabel(address, embed.getAttribute('title'))))
  if (embed.parentNode?.localName === 'p') return link
  const paragraph = new Element('p')
  paragraph.append(link)
  return paragraph
}

/** The first element that holds more than the one next to begin. */
function firstBlock(article: Element): Element | undefined {
  let block: Element | null = article
  while (
    block &&
    ['body', 'div', 'section', 'article', 'header', 'main', 'hgroup'].includes(block.localName)
  ) {
    const first: Node | null = firstSeen(block)
    block = first?.nodeType === ELEMENT_NODE ? first : null
  }
  return block ?? undefined
}

function firstSeen(element: Element): Node | null {
  let node = element.firstChild
  while (node && node.nodeType !== ELEMENT_NODE && node.textContent.trim() === '') node = node.nextSibling
  return node
}

function isSame(heading: string, title: string | null): boolean {
  return title !== null && plain(heading) === plain(title)
}

function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
