import { ABOUT, BESIDE, COMMENTS, LINKED } from './boilerplate-names.ts'
import { type Element, ELEMENT_NODE } from './dom.ts'
import { namesOf } from './element-names.ts'
import { outermost } from './outermost.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

const ROLES = new Set([
  ...'navigation complementary contentinfo search menu menubar toolbar'.split(' '),
  ...'alert alertdialog dialog banner tablist'.split(' '),
])
const FRAME = new Set(['nav', 'menu', 'aside', 'footer'])
const BOXES = new Set(['div', 'section', 'ul', 'ol', 'table', 'header', 'form', 'article', 'dl'])
/** Nothing is taken out of them. */
const WHOLE = new Set(['pre', 'code', 'math', 'figure', 'a'])
/** They stay, as else their table would fall apart. */
const PARTS = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot'])
const HEADING = /^h[1-6]$/
const BYLINE = /byline|author|dateline|writtenby/

/** Of the text around it, links apart: a part with more is the page itself, whatever its name. */
const MAX_SHARE = 0.35
/** Of the text of a part whose name some sites give to articles as well: with more links it lists other pages. */
const LINKED_SHARE = 0.4
/** In UTF-16 units. */
const MAX_ABOUT_LENGTH = 250
/** In UTF-16 units: what must be left of a page without its comments and the like, else they are what it is about. */
const MIN_ARTICLE_LENGTH = 250

/** Takes out of a part of a page what is beside its article, by the kinds, roles and names of its elements. */
export function pruneByNames(root: Element): void {
  pruneWhere(root, isFrame, ({ text }) => text)
  pruneWhere(root, isNamed, own)
}

/** Takes out only what is beside an article on every page; who wrote it is left for the search to find. */
export function pruneByClearNames(root: Element): void {
  const isClear: Rule = (element, measure) => {
    const names = namesOf(element)
    return BESIDE.test(names) || (isAbout(element, measure) && !BYLINE.test(names))
  }
  pruneWhere(root, isClear, own)
}

type Rule = (element: Element, measure: TextMeasure) => boolean

function pruneWhere(root: Element, isBeside: Rule, sizeOf: (measure: TextMeasure) => number): void {
  const measures = measureTree(root)
  const whole = measures.get(root)!
  const beside: Element[] = []
  prune(root)
  const left = beside.reduce((length, element) => length - measures.get(element)!.text, whole.text)
  // Else these are the page: a list of links.
  if (left >= MIN_ARTICLE_LENGTH || left > whole.text / 2) for (const element of beside) element.remove()

  function prune(parent: Element): void {
    for (const child of parent.children) {
      if (WHOLE.has(child.localName)) continue
      const measure = measures.get(child)!
      const isSmall = sizeOf(measure) <= sizeOf(whole) * MAX_SHARE
      if (isSmall && !PARTS.has(child.localName) && isBeside(child, measure)) beside.push(child)
      else prune(child)
    }
  }
}

function isFrame(element: Element): boolean {
  // Who is quoted.
  if (element.localName === 'footer' && element.parentNode?.localName === 'blockquote') return false
  return FRAME.has(element.localName) || ROLES.has(element.getAttribute('role') ?? '')
}

function isNamed(element: Element, measure: TextMeasure): boolean {
  const { text, linked } = measure
  const names = namesOf(element)
  if (names === '') return false
  if (BESIDE.test(names)) return true
  if (linked > text * LINKED_SHARE && BOXES.has(element.localName) && LINKED.test(names)) return true
  return isAbout(element, measure)
}

function isAbout(element: Element, { text }: TextMeasure): boolean {
  return text <= MAX_ABOUT_LENGTH && ABOUT.test(namesOf(element)) && !HEADING.test(element.localName)
}

/** Takes out what readers say, unless it is what the page is about. */
export function pruneComments(body: Element): void {
  const comments: Element[] = []
  collect(body)
  if (comments.length === 0) return
  const measures = measureTree(body)
  let left = own(measures.get(body)!)
  for (const element of comments) left -= own(measures.get(element)!)
  if (left >= MIN_ARTICLE_LENGTH) for (const element of comments) element.remove()

  function collect(parent: Element): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== ELEMENT_NODE || node.localName === 'a') continue
      if (COMMENTS.test(namesOf(node))) comments.push(node)
      else collect(node)
    }
  }
}

/** Takes other articles out of one: those that stand in it, or behind it where it is by far the largest. */
export function pruneOtherArticles(root: Element): void {
  const articles = outermost(root.getElementsByTagName('article'))
  if (articles.length === 0) return
  const measures = measureTree(root)
  const lengths = articles.map((article) => own(measures.get(article)!))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const largest = Math.max(...lengths)
  const rest = own(measures.get(root)!) - sum
  if (rest >= MIN_ARTICLE_LENGTH && rest > largest) for (const article of articles) article.remove()
  else if (articles.length > 1 && largest > sum * 0.6) {
    for (const article of articles.slice(lengths.indexOf(largest) + 1)) article.remove()
  } else if (articles.length === 1) pruneOtherArticles(articles[0]!)
}

function own({ text, linked }: TextMeasure): number {
  return text - linked
}
