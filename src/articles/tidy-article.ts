import { normaliseWords } from './normalise-words.ts'
import { Element, ELEMENT_NODE, type Node, Text, TEXT_NODE } from './dom.ts'
import { embedLabel } from './embed-label.ts'
import { saveInlineImage } from './inline-image.ts'
import { DATA_URI_INDEX, KEPT_ID } from './page-element.ts'
import type { InlineImage } from './page.ts'

/** Attributes that only the extraction of the article needed. */
const EXTRACTION_ATTRIBUTES = ['role', 'rel', 'itemprop', 'summary', 'datatable', 'type']
const LANGUAGE = /(?:^|[\s:])(?:language-|lang-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/i
const ANCHOR_MARKS = /^(?:[\s#¶§\u{1f517}\u2693\u200b]|\ufe0e|\ufe0f)*$/u
const TABLE_PARENTS: Record<string, string[] | undefined> = {
  tbody: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
}

/**
 * Prepares an article for writing: replaces embeds by plain links and the data URIs of images by hashes, and removes the
 * anchors of headings and a title repeated at the top. Returns the images of the data URIs.
 */
export function tidyArticle(article: Element, title: string | null, dataUris: string[]): InlineImage[] {
  const images: InlineImage[] = []
  tidyChildren(article, dataUris, images)
  const top = findFirstBlock(article)
  // A page keeps its title if it has nothing else.
  const isTitle = top && /^h[12]$/.test(top.localName) && isSameTitle(top.textContent, title)
  if (isTitle && !isSameTitle(top.textContent, article.textContent)) top.remove()
  return images
}

function tidyChildren(parent: Element, dataUris: string[], images: InlineImage[]): void {
  let next: Node | null
  for (let node = parent.firstChild; node; node = next) {
    next = node.nextSibling
    if (node.nodeType !== ELEMENT_NODE) continue
    if (node.localName === 'iframe') node.replaceWith(createEmbedLink(node))
    else if (node.localName === 'img') tidyImage(node, dataUris, images)
    else {
      if (isLooseCell(node)) node.rename('div')
      tidyChildren(node, dataUris, images)
      tidyAttributes(node)
      if (/^h[1-6]$/.test(node.localName)) tidyHeading(node)
    }
  }
}

/** Whether an element is a cell or row outside of a table: Readability removes the layout table around an article. */
function isLooseCell({ localName, parentNode }: Element): boolean {
  const parents = TABLE_PARENTS[localName]
  return parents !== undefined && !parents.includes(parentNode?.localName ?? '')
}

function tidyImage(image: Element, dataUris: string[], images: InlineImage[]): void {
  restoreId(image)
  if (removeIfRepeated(image)) return
  const source = image.getAttribute('src') ?? ''
  if (!source.startsWith(DATA_URI_INDEX)) return
  const saved = saveInlineImage(images, dataUris[Number(source.slice(DATA_URI_INDEX.length))] ?? '')
  if (saved === undefined) image.remove()
  else image.setAttribute('src', saved)
}

function restoreId(element: Element): void {
  const id = element.getAttribute(KEPT_ID)
  if (id === null) return
  element.removeAttribute(KEPT_ID)
  element.id = id
}

/**
 * Removes an image that repeats the one before it: a lazy-load placeholder and its `<noscript>` fallback both become one.
 * Returns whether it was removed.
 */
function removeIfRepeated(image: Element): boolean {
  const spaces: Node[] = []
  let previous = image.previousSibling
  for (
    ;
    previous?.nodeType === TEXT_NODE && previous.textContent.trim() === '';
    previous = previous.previousSibling
  )
    spaces.push(previous)
  const isRepeated =
    previous?.nodeType === ELEMENT_NODE &&
    previous.localName === 'img' &&
    previous.getAttribute('src') === image.getAttribute('src')
  // Removes the white space too, else many repeats would take quadratic time.
  if (isRepeated) for (const node of [...spaces, image]) node.remove()
  return isRepeated
}

function tidyAttributes(element: Element): void {
  restoreId(element)
  for (const name of EXTRACTION_ATTRIBUTES)
    if (name !== 'type' || element.localName !== 'ol') element.removeAttribute(name)
  const isCode = element.localName === 'pre' || element.localName === 'code'
  if (element.className === '' && !isCode) return
  // Some sites put the language on the element around the code.
  const classes = `${element.className} ${element.parentNode?.className}`
  const language = isCode ? LANGUAGE.exec(classes)?.[1]?.toLowerCase() : undefined
  if (language) element.className = `language-${language}`
  else element.removeAttribute('class')
}

/** Removes the anchors of a heading, which show only a symbol or nothing, and moves their id to the heading. */
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

function createEmbedLink(embed: Element): Element {
  const address = embed.getAttribute('src') ?? ''
  const link = new Element('a')
  link.setAttribute('href', address)
  link.append(new Text(embedLabel(address, embed.getAttribute('title'))))
  if (embed.parentNode?.localName === 'p') return link
  const paragraph = new Element('p')
  paragraph.append(link)
  return paragraph
}

/** Descends through wrappers to the first content block; undefined if the article begins with text. */
function findFirstBlock(article: Element): Element | undefined {
  let block: Element | null = article
  while (
    block &&
    ['body', 'div', 'section', 'article', 'header', 'main', 'hgroup'].includes(block.localName)
  ) {
    const first: Node | null = findFirstVisible(block)
    block = first?.nodeType === ELEMENT_NODE ? first : null
  }
  return block ?? undefined
}

function findFirstVisible(element: Element): Node | null {
  let node = element.firstChild
  while (node && node.nodeType !== ELEMENT_NODE && node.textContent.trim() === '') node = node.nextSibling
  return node
}

function isSameTitle(heading: string, title: string | null): boolean {
  return title !== null && normaliseWords(heading) === normaliseWords(title)
}
