import { normaliseWords } from './normalise-words.ts'
import { type Element, ELEMENT_NODE, type Node } from './dom.ts'
import { measureTree } from './text-measure.ts'

const QUOTED_POST =
  /twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post|reddit-(?:card|embed)/i
const CONTROLS = ['form', 'fieldset', 'button', 'input', 'label']
const CONTAINER = /^(?:div|section|ul|ol|header|article|aside|dl)$/
const KEPT_WHOLE = /^(?:pre|table|figure|p|blockquote|h[1-6])$/

/** The largest share of the text that a form may contain; one with more contains the page. */
const MAX_CONTROL_SHARE = 0.3
/** The largest share of the text that an element of links may contain, and the share of its own text in links. */
const MAX_BOX_SHARE = 0.2
const MIN_LINKED_SHARE = 0.6

/** Unwraps quoted posts from the elements around them, whose names are those of share buttons. */
export function unwrapQuotes(body: Element): void {
  const quotes = body
    .getElementsByTagName('blockquote')
    .filter(({ className }) => QUOTED_POST.test(className))
  if (quotes.length === 0) return
  const measures = measureTree(body)
  for (const quote of quotes) {
    quote.removeAttribute('class')
    const { text } = measures.get(quote)!
    let box = quote
    for (let { parentNode } = box; parentNode && parentNode !== body; parentNode = box.parentNode) {
      if (measures.get(parentNode)!.text !== text) break
      box = parentNode
    }
    if (box !== quote) box.replaceWith(quote)
  }
}

/** Removes forms and controls. */
export function pruneControls(container: Element): void {
  const measures = measureTree(container)
  const totalLength = measures.get(container)!.text
  for (const control of container.getElementsByTagName(...CONTROLS)) {
    if (measures.get(control)!.text < totalLength * MAX_CONTROL_SHARE) control.remove()
  }
}

/** Removes small elements that consist mostly of links. */
export function pruneLinkBoxes(container: Element): void {
  const measures = measureTree(container)
  const totalLength = measures.get(container)!.text
  prune(container)

  function prune(parent: Element): void {
    for (const child of parent.children) {
      if (KEPT_WHOLE.test(child.localName)) continue
      const { text, linked, links } = measures.get(child)!
      const isLinks = links > 1 && linked > text * MIN_LINKED_SHARE && text < totalLength * MAX_BOX_SHARE
      if (isLinks && CONTAINER.test(child.localName)) child.remove()
      else prune(child)
    }
  }
}

/** In UTF-16 units. Before a title there is only the name of a section and the like. */
const MAX_BEFORE_TITLE = 150
/** A title is within this share of the text, from its beginning. */
const TITLE_SHARE = 0.1

/** Removes the page's title from its article, and the short text before it. */
export function cutTitle(article: Element, title: string | null): void {
  if (title === null) return
  const totalLength = article.textContent.length
  const words = normaliseWords(title)
  const heading = article
    .getElementsByTagName('h1', 'h2')
    .find(({ textContent }) => normaliseWords(textContent) === words)
  // A title that is almost the whole article stays.
  if (!heading || heading.textContent.length > totalLength * 0.8) return
  const before = nodesBefore(heading, article)
  const length = before.reduce((sum, { textContent }) => sum + textContent.trim().length, 0)
  if (length > Math.max(MAX_BEFORE_TITLE, totalLength * TITLE_SHARE)) return
  if (length <= MAX_BEFORE_TITLE) for (const node of before) if (!hasImage(node)) node.remove()
  heading.remove()
}

function nodesBefore(element: Element, root: Element): Node[] {
  const nodes: Node[] = []
  for (let at: Element | null = element; at && at !== root; at = at.parentNode) {
    for (let node = at.previousSibling; node; node = node.previousSibling) nodes.push(node)
  }
  return nodes
}

function hasImage(node: Node): boolean {
  return (
    node.nodeType === ELEMENT_NODE &&
    (node.localName === 'img' || node.getElementsByTagName('img').length > 0)
  )
}
