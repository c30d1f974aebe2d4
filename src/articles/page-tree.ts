import { Document } from './document.ts'
import type { Element } from './dom.ts'
import { isFormulaScript, prepareFormulas } from './formulas.ts'
import { dropHidden, type Hidden, type Hiding, unwrapNoscripts } from './hidden.ts'
import { createHeadReader, type HtmlHead } from './html-head.ts'
import { createElementMaker } from './page-element.ts'
import { createPageStyle } from './page-style.ts'
import { createPicture } from './picture.ts'
import { prepareTree } from './prepare-tree.ts'
import { limitMarks } from '../text/combining-marks.ts'
import { readOutline, replay } from './style/outline.ts'

type Attributes = Record<string, string>

/** A page as the search for its article needs it: only what is seen, with whole addresses and no styles. */
export type PageTree = {
  document: Document
  head: HtmlHead
  /** What the page says to those without scripts. */
  scriptlessText: string
  hasPassword: boolean
  isRightToLeft: boolean
  /** Images in the page itself; the tree names them by `inline:` and their place here. */
  dataUris: string[]
}

/** Readability's time grows with the depth; what lies deeper is put into the last element above it. */
const MAX_DEPTH = 200
/** Of the depths of all elements of a page together; from there on this depth is the largest. */
const MAX_DEPTH_SUM = 600_000
const MAX_DEPTH_AFTER = 40
/** The parser's time grows with the open elements; past these the rest of the page is left out. */
const MAX_OPEN = 2000
const MAX_ELEMENTS = 100_000
/** In UTF-16 units. */
const MAX_SCRIPTLESS_LENGTH = 2000

const DROPPED = new Set([
  ...'script style title meta link base svg canvas textarea select option progress meter'.split(' '),
  ...'noembed noframes frameset frame map area param track amp-ad'.split(' '),
])
/** They stand for nothing of their own here: their content is that of the element around them. */
const TRANSPARENT = new Set([
  'html',
  'head',
  'body',
  'picture',
  'source',
  'template',
  'font',
  'center',
  'nobr',
])
/** As which of those elements one of them stands for itself. */
const WRAPPERS: Record<string, string | undefined> = { font: 'span', nobr: 'span', center: 'div' }
const RENAMED: Record<string, string | undefined> = {
  'amp-img': 'img',
  'amp-anim': 'img',
  listing: 'pre',
  plaintext: 'pre',
  xmp: 'pre',
}
const NAME = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Builds the tree of a page. Time is linear in its length; what no real page has is cut. `isShownAtOnce`: whether
 * what it hides is never revealed, as on sites whose pages are known.
 */
export function buildTree(html: string, pageUrl: string, { isShownAtOnce = false } = {}): PageTree {
  const document = new Document()
  const { body } = document
  const reader = createHeadReader()
  const maker = createElementMaker(document, reader.head, pageUrl)
  const outline = readOutline(html)
  const look = createPageStyle(outline)
  const tree: PageTree = {
    document,
    head: reader.head,
    scriptlessText: '',
    hasPassword: false,
    isRightToLeft: false,
    dataUris: maker.dataUris,
  }
  const hidden: Hidden[] = []
  const special: Record<'noscript' | 'button' | 'iframe', Element[]> = {
    noscript: [],
    button: [],
    iframe: [],
  }
  const sources = new Set<string>()
  /** For each open tag the element it made, if any. */
  const open: (Element | undefined)[] = []
  const parents = [body]
  let parent = body
  let elements = 0
  let depthSum = 0
  let text = ''
  /** How many tags were open where these began; 0 while they are not. */
  let droppedFrom = 0
  let hiddenFrom = 0
  let faintFrom = 0
  let noscriptFrom = 0
  let picture = createPicture()

  function flushText(): void {
    if (text === '') return
    if (noscriptFrom > 0) tree.scriptlessText = (tree.scriptlessText + text).slice(0, MAX_SCRIPTLESS_LENGTH)
    else if (parent !== body || text.trim() !== '')
      parent.appendChild(document.createTextNode(cleanCharacters(text)))
    text = ''
  }

  function begin(name: string, attributes: Attributes, hiding: Hiding | undefined): Element | undefined {
    const element = maker.make(name, attributes, picture)
    if (!element) return undefined
    elements += 1
    depthSum += parents.length
    parent.appendChild(element)
    if (hiding) hide(element, hiding)
    if (name === 'img') {
      if (noscriptFrom === 0 && hiddenFrom === 0) sources.add(element.getAttribute('src')!)
    } else if (name === 'noscript' && noscriptFrom === 0) {
      special.noscript.push(element)
      noscriptFrom = open.length + 1
    } else if (name === 'button') special.button.push(element)
    else if (element.localName === 'iframe') {
      special.iframe.push(element)
      droppedFrom = open.length + 1
    }
    return element
  }

  function maxDepth(): number {
    return depthSum < MAX_DEPTH_SUM ? MAX_DEPTH : MAX_DEPTH_AFTER
  }

  function hide(element: Element, hiding: Hiding): void {
    if (hiding === 'shown' || hiddenFrom > 0 || (hiding === 'faint' && faintFrom > 0)) return
    hidden.push({ element, hiding })
    if (hiding === 'faint') faintFrom = open.length + 1
    else if (hiding !== 'blank') hiddenFrom = open.length + 1
  }

  function note(name: string, attributes: Attributes): void {
    if (name === 'picture') picture = createPicture()
    else if (name === 'source') noteSource(attributes)
    else if (name === 'input' && attributes['type']?.toLowerCase() === 'password') tree.hasPassword = true
    else if (name === 'html' || name === 'body')
      tree.isRightToLeft ||= attributes['dir']?.toLowerCase() === 'rtl'
  }

  function noteSource({ srcset, type, 'data-srcset': lateSet }: Attributes): void {
    if ((srcset || lateSet) && !type?.includes('svg')) picture.add((srcset || lateSet)!)
  }

  replay(outline, {
    open(tag, attributes) {
      reader.open(tag, attributes)
      const name = isFormulaScript(tag, attributes) ? 'math' : (RENAMED[tag] ?? tag)
      let element: Element | undefined
      const hiding = look.open(attributes)
      if (droppedFrom === 0) {
        flushText()
        note(name, attributes)
        if (isDropped(name, attributes)) droppedFrom = open.length + 1
        else if (name === 'body' && hiding === 'blank') hide(body, hiding)
        else {
          // What holds hidden text has to be an element to be dropped.
          const made = hiding && WRAPPERS[name] ? WRAPPERS[name] : name
          const isPossible = parents.length < maxDepth() && NAME.test(made)
          if (isPossible && !TRANSPARENT.has(made)) element = begin(made, attributes, hiding)
          else if (!isPossible && hiding && hiding !== 'shown') droppedFrom = open.length + 1
        }
      } else if (name === 'source' && droppedFrom === open.length) {
        // The addresses of a video lie within it.
        const source = parent.localName === 'iframe' && !parent.getAttribute('src')
        if (source) maker.setSource(parent, attributes['src'])
      }
      open.push(element)
      if (element) parents.push((parent = element))
    },
    text(data) {
      reader.text(data)
      if (droppedFrom === 0) text += data
    },
    close(tag) {
      reader.close(tag)
      if (droppedFrom === 0) flushText()
      if (droppedFrom === open.length) droppedFrom = 0
      if (hiddenFrom === open.length) hiddenFrom = 0
      if (faintFrom === open.length) faintFrom = 0
      if (noscriptFrom === open.length) noscriptFrom = 0
      if (open.pop()) {
        parents.pop()
        parent = parents.at(-1)!
      }
      if (tag === 'picture') picture = createPicture()
    },
    isDone: () => open.length > MAX_OPEN || elements > MAX_ELEMENTS,
  })
  flushText()

  for (const embed of special.iframe) if (!embed.getAttribute('src')) embed.remove()
  for (const button of special.button) button.replaceWith(...button.getElementsByTagName('img'))
  dropHidden(body, hidden, isShownAtOnce)
  unwrapNoscripts(special.noscript, (source) => sources.has(source))
  prepareFormulas(body)
  prepareTree(body)
  return tree
}

/** Soft hyphens and composed letters in two parts hide words from a search. */
function cleanCharacters(text: string): string {
  return limitMarks(text.replaceAll('\u00ad', '')).normalize('NFC')
}

/** What lies in a template is seen only as the shadow of an element. */
function isDropped(name: string, attributes: Attributes): boolean {
  return DROPPED.has(name) || (name === 'template' && attributes['shadowrootmode'] === undefined)
}
