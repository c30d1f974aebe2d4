import { type Element, ELEMENT_NODE, type Node } from './dom.ts'
import { measureTree } from './text-measure.ts'

const QUOTED =
  /twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post|reddit-(?:card|embed)/i
const CONTROLS = ['form', 'fieldset', 'button', 'input', 'label']
const BOX = /^(?:div|section|ul|ol|header|article|aside|dl)$/
const WHOLE = /^(?:pre|table|figure|p|blockquote|h[1-6])$/

/** Of the text around a form; with more it holds the page. */
const MAX_CONTROL_SHARE = 0.3
/** Of the text around a box of links, and of its own text. */
const MAX_BOX_SHARE = 0.2
const LINKED_SHARE = 0.6

/** What an article quotes from elsewhere stands in boxes that are called like those for sharing; it takes their place. */
export function unboxQuotes(body: Element): void {
  const quotes = body.getElementsByTagName('blockquote').filter(({ className }) => QUOTED.test(className))
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

/** Takes out forms and what belongs to them. */
export function pruneControls(container: Element): void {
  const measures = measureTree(container)
  const whole = measures.get(container)!.text
  for (const control of container.getElementsByTagName(...CONTROLS)) {
    if (measures.get(control)!.text < whole * MAX_CONTROL_SHARE) control.remove()
  }
}

/** Takes out small boxes that are links for the most part. */
export function pruneLinkBoxes(container: Element): void {
  const measures = measureTree(container)
  const whole = measures.get(container)!.text
  prune(container)

  function prune(parent: Element): void {
    for (const child of parent.children) {
      if (WHOLE.test(child.localName)) continue
      const { text, linked, links } = measures.get(child)!
      const isLinks = links > 1 && linked > text * LINKED_SHARE && text < whole * MAX_BOX_SHARE
      if (isLinks && BOX.test(child.localName)) child.remove()
      else prune(child)
    }
  }
}

/** In UTF-16 units: what stands before the title is a section's name and the like. */
const MAX_BEFORE_TITLE = 150
/** Of the text: a title stands at its begin. */
const TITLE_SHARE = 0.1

/** Takes the page's title out of its article, with what little stands before it. */
export function cutTitle(article: Element, title: string | null): void {
  if (title === null) return
  const whole = article.textContent.length
  const words = plainWords(title)
  const heading = article
    .getElementsByTagName('h1', 'h2')
    .find(({ textContent }) => plainWords(textContent) === words)
  // A page that has nothing but its title keeps it.
  if (!heading || heading.textContent.length > whole * 0.8) return
  const before = nodesBefore(heading, article)
  const length = before.reduce((sum, { textContent }) => sum + textContent.trim().length, 0)
  if (length > Math.max(MAX_BEFORE_TITLE, whole * TITLE_SHARE)) return
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

/** A text without its signs, in lower case. */
function plainWords(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
