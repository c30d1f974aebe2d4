import { ARTICLE_INFO, NOT_ARTICLE, COMMENTS, LINK_LIST } from './boilerplate-names.ts'
import { type Element, ELEMENT_NODE } from './dom.ts'
import { elementWords } from './element-names.ts'
import { outermost } from './outermost.ts'
import { measureTree, type TextMeasure, unlinkedLength } from './text-measure.ts'

const FRAME_ROLES = new Set([
  ...'navigation complementary contentinfo search menu menubar toolbar'.split(' '),
  ...'alert alertdialog dialog banner tablist'.split(' '),
])
const FRAME_ELEMENTS = new Set(['nav', 'menu', 'aside', 'footer'])
const CONTAINERS = new Set(['div', 'section', 'ul', 'ol', 'table', 'header', 'form', 'article', 'dl'])
/** Nothing is removed inside these elements. */
const KEPT_WHOLE = new Set(['pre', 'code', 'math', 'figure', 'a'])
/** Parts of tables stay, since a table would be broken without them. */
const TABLE_PARTS = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot'])
const HEADING = /^h[1-6]$/
const BYLINE = /byline|author|dateline|writtenby/

/**
 * The largest share of the text, without links, that a removed element may have; one with more is the page itself,
 * whatever its name.
 */
const MAX_SHARE = 0.35
/** The share of links from which on an element lists other pages, if its name is also used for articles. */
const MIN_LINKED_SHARE = 0.4
/** In UTF-16 units. */
const MAX_ARTICLE_INFO_LENGTH = 250
/** In UTF-16 units. If less than this is left without comments and the like, those are what the page is about. */
const MIN_ARTICLE_LENGTH = 250

/** Removes elements that don't belong to the article, by their types, roles and names. */
export function pruneByNames(root: Element): void {
  pruneWhere(root, isPageFrame, ({ text }) => text)
  pruneWhere(root, hasBoilerplateName, unlinkedLength)
}

/** Removes only what never belongs to an article. Bylines stay, since they are needed to find the author. */
export function pruneByClearNames(root: Element): void {
  const isClear: PruneRule = (element, measure) => {
    const names = elementWords(element)
    return NOT_ARTICLE.test(names) || (isArticleInfo(element, measure) && !BYLINE.test(names))
  }
  pruneWhere(root, isClear, unlinkedLength)
}

type PruneRule = (element: Element, measure: TextMeasure) => boolean

function pruneWhere(root: Element, isBoilerplate: PruneRule, sizeOf: (measure: TextMeasure) => number): void {
  const measures = measureTree(root)
  const whole = measures.get(root)!
  const boilerplate: Element[] = []
  prune(root)
  const left = boilerplate.reduce((length, element) => length - measures.get(element)!.text, whole.text)
  // Otherwise these elements are the content: the page is a list of links.
  if (left >= MIN_ARTICLE_LENGTH || left > whole.text / 2) for (const element of boilerplate) element.remove()

  function prune(parent: Element): void {
    for (const child of parent.children) {
      if (KEPT_WHOLE.has(child.localName)) continue
      const measure = measures.get(child)!
      const isSmall = sizeOf(measure) <= sizeOf(whole) * MAX_SHARE
      if (isSmall && !TABLE_PARTS.has(child.localName) && isBoilerplate(child, measure))
        boilerplate.push(child)
      else prune(child)
    }
  }
}

function isPageFrame(element: Element): boolean {
  // The footer of a quotation names its author.
  if (element.localName === 'footer' && element.parentNode?.localName === 'blockquote') return false
  return FRAME_ELEMENTS.has(element.localName) || FRAME_ROLES.has(element.getAttribute('role') ?? '')
}

function hasBoilerplateName(element: Element, measure: TextMeasure): boolean {
  const { text, linked } = measure
  const names = elementWords(element)
  if (names === '') return false
  if (NOT_ARTICLE.test(names)) return true
  if (linked > text * MIN_LINKED_SHARE && CONTAINERS.has(element.localName) && LINK_LIST.test(names))
    return true
  return isArticleInfo(element, measure)
}

function isArticleInfo(element: Element, { text }: TextMeasure): boolean {
  return (
    text <= MAX_ARTICLE_INFO_LENGTH &&
    ARTICLE_INFO.test(elementWords(element)) &&
    !HEADING.test(element.localName)
  )
}

/** Removes comments, unless they are what the page is about. */
export function pruneComments(body: Element): void {
  const comments: Element[] = []
  collect(body)
  if (comments.length === 0) return
  const measures = measureTree(body)
  let remaining = unlinkedLength(measures.get(body)!)
  for (const element of comments) remaining -= unlinkedLength(measures.get(element)!)
  if (remaining >= MIN_ARTICLE_LENGTH) for (const element of comments) element.remove()

  function collect(parent: Element): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== ELEMENT_NODE || node.localName === 'a') continue
      if (COMMENTS.test(elementWords(node))) comments.push(node)
      else collect(node)
    }
  }
}

/** Removes other articles from an article: those inside it, or those after it if it is by far the largest. */
export function pruneOtherArticles(root: Element): void {
  const articles = outermost(root.getElementsByTagName('article'))
  if (articles.length === 0) return
  const measures = measureTree(root)
  const lengths = articles.map((article) => unlinkedLength(measures.get(article)!))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const largest = Math.max(...lengths)
  const rest = unlinkedLength(measures.get(root)!) - sum
  if (rest >= MIN_ARTICLE_LENGTH && rest > largest) for (const article of articles) article.remove()
  else if (articles.length > 1 && largest > sum * 0.6) {
    for (const article of articles.slice(lengths.indexOf(largest) + 1)) article.remove()
  } else if (articles.length === 1) pruneOtherArticles(articles[0]!)
}
