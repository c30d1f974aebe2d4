import { Document } from './document.ts'
import type { Element } from './dom.ts'
import { isFormulaScript, prepareFormulas } from './formulas.ts'
import { dropHidden, type Hidden, type Hiding, unwrapNoscripts } from './hidden.ts'
import { createHeadReader, type HtmlHead } from './html-head.ts'
import { createOpenTags, type OpenTags } from './open-tags.ts'
import { createElementMaker, type ElementMaker } from './page-element.ts'
import { createPageStyle } from './page-style.ts'
import { createPicture, type Picture } from './picture.ts'
import { prepareTree } from './prepare-tree.ts'
import { limitMarks } from '../text/combining-marks.ts'
import { readOutline, replay } from './style/outline.ts'

type Attributes = Record<string, string>

/** A page as the extraction needs it: only its visible content, with absolute URLs and no styles. */
export type PageTree = {
  document: Document
  head: HtmlHead
  /** The text of the `<noscript>` elements. */
  scriptlessText: string
  hasPassword: boolean
  isRightToLeft: boolean
  /** The data URIs of images; the `src` of such an image is `DATA_URI_INDEX` and the index here. */
  dataUris: string[]
}

/** Readability's time grows with the depth; deeper content moves into the element at this depth. */
const MAX_DEPTH = 200
/** The sum of the depths of all elements, past which MAX_DEPTH_AFTER applies. */
const MAX_DEPTH_SUM = 600_000
const MAX_DEPTH_AFTER = 40
/** The parser's time grows with the open elements; past this number the rest of the page is dropped. */
const MAX_OPEN = 2000
const MAX_ELEMENTS = 100_000
/** In UTF-16 units. */
const MAX_SCRIPTLESS_LENGTH = 2000

const DROPPED = new Set([
  ...'script style title meta link base svg canvas textarea select option progress meter'.split(' '),
  ...'noembed noframes frameset frame map area param track amp-ad'.split(' '),
])
/** Elements that get no element in the tree; their content moves into the element around them. */
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
/** The element that replaces a transparent one where it hides text. */
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
 * Builds the tree of a page in linear time; it cuts whatever exceeds any real page. `isShownAtOnce` says that the page
 * never reveals its hidden elements, as on sites whose pages are known.
 */
export function buildTree(html: string, pageUrl: string, { isShownAtOnce = false } = {}): PageTree {
  const document = new Document()
  const reader = createHeadReader()
  const outline = readOutline(html)
  const style = createPageStyle(outline)
  const maker = createElementMaker(document, reader.head, pageUrl)
  const state = createBuildState(document, maker)

  replay(outline, {
    open(tag, attributes) {
      reader.open(tag, attributes)
      const name = isFormulaScript(tag, attributes) ? 'math' : (RENAMED[tag] ?? tag)
      state.tags.open(openTag(state, { name, attributes, hiding: style.open(attributes) }))
    },
    text(data) {
      reader.text(data)
      if (!state.tags.isIn('dropped')) state.text += data
    },
    close(tag) {
      reader.close(tag)
      if (!state.tags.isIn('dropped')) flushText(state)
      state.tags.close()
      if (tag === 'picture') state.picture = createPicture()
    },
    isDone: () => state.tags.count > MAX_OPEN || state.elementCount > MAX_ELEMENTS,
  })
  flushText(state)
  finishElements(state, isShownAtOnce)

  const { scriptlessText, hasPassword, isRightToLeft } = state
  return {
    document,
    head: reader.head,
    scriptlessText,
    hasPassword,
    isRightToLeft,
    dataUris: maker.dataUris,
  }
}

/** A tree that is being built. */
type BuildState = {
  document: Document
  maker: ElementMaker
  tags: OpenTags
  /** Text since the last tag. */
  text: string
  /** The open `<picture>`. */
  picture: Picture
  elementCount: number
  depthSum: number
  hidden: Hidden[]
  /** The addresses of images that are visible without the `<noscript>` elements. */
  visibleSources: Set<string>
  elementsToFinish: Record<'noscript' | 'button' | 'iframe', Element[]>
} & Pick<PageTree, 'scriptlessText' | 'hasPassword' | 'isRightToLeft'>

function createBuildState(document: Document, maker: ElementMaker): BuildState {
  return {
    document,
    maker,
    tags: createOpenTags(document.body),
    text: '',
    picture: createPicture(),
    elementCount: 0,
    depthSum: 0,
    hidden: [],
    visibleSources: new Set(),
    elementsToFinish: { noscript: [], button: [], iframe: [] },
    scriptlessText: '',
    hasPassword: false,
    isRightToLeft: false,
  }
}

type Tag = { name: string; attributes: Attributes; hiding: Hiding | undefined }

/** Handles an opening tag; returns its element, if it gets one. */
function openTag(state: BuildState, { name, attributes, hiding }: Tag): Element | undefined {
  const { tags, document, maker } = state
  if (tags.isIn('dropped')) {
    // A video has its URLs in child elements.
    const isSource = name === 'source' && tags.isAtStartOf('dropped')
    if (isSource && tags.parent.localName === 'iframe' && !tags.parent.getAttribute('src'))
      maker.setSource(tags.parent, attributes['src'])
    return undefined
  }
  flushText(state)
  readPageFacts(state, name, attributes)
  if (isDropped(name, attributes)) {
    tags.begin('dropped')
    return undefined
  }
  if (name === 'body' && hiding === 'text-hidden') {
    recordHidden(state, document.body, hiding)
    return undefined
  }
  // Hidden text can be dropped only as an element.
  const treeName = hiding && WRAPPERS[name] ? WRAPPERS[name] : name
  const maxDepth = state.depthSum < MAX_DEPTH_SUM ? MAX_DEPTH : MAX_DEPTH_AFTER
  const isAllowed = tags.depth < maxDepth && NAME.test(treeName)
  if (!isAllowed && hiding && hiding !== 'text-visible') tags.begin('dropped')
  if (!isAllowed || TRANSPARENT.has(treeName)) return undefined
  return addElement(state, { name: treeName, attributes, hiding })
}

function addElement(state: BuildState, { name, attributes, hiding }: Tag): Element | undefined {
  const { tags, elementsToFinish } = state
  const element = state.maker.make(name, attributes, state.picture)
  if (!element) return undefined
  state.elementCount += 1
  state.depthSum += tags.depth
  tags.parent.appendChild(element)
  if (hiding) recordHidden(state, element, hiding)
  if (name === 'img') {
    if (!tags.isIn('noscript') && !tags.isIn('hidden')) state.visibleSources.add(element.getAttribute('src')!)
  } else if (name === 'noscript' && !tags.isIn('noscript')) {
    elementsToFinish.noscript.push(element)
    tags.begin('noscript')
  } else if (name === 'button') elementsToFinish.button.push(element)
  else if (element.localName === 'iframe') {
    elementsToFinish.iframe.push(element)
    tags.begin('dropped')
  }
  return element
}

function recordHidden({ tags, hidden }: BuildState, element: Element, hiding: Hiding): void {
  const isInTransparent = hiding === 'transparent' && tags.isIn('transparent')
  if (hiding === 'text-visible' || tags.isIn('hidden') || isInTransparent) return
  hidden.push({ element, hiding })
  if (hiding === 'transparent') tags.begin('transparent')
  else if (hiding !== 'text-hidden') tags.begin('hidden')
}

/** Reads what a tag says about the page, or about the images that follow. */
function readPageFacts(state: BuildState, name: string, attributes: Attributes): void {
  if (name === 'picture') state.picture = createPicture()
  else if (name === 'source') addPictureSource(state.picture, attributes)
  else if (name === 'input' && attributes['type']?.toLowerCase() === 'password') state.hasPassword = true
  else if (name === 'html' || name === 'body')
    state.isRightToLeft ||= attributes['dir']?.toLowerCase() === 'rtl'
}

function addPictureSource(picture: Picture, { srcset, type, 'data-srcset': lazySet }: Attributes): void {
  if ((srcset || lazySet) && !type?.includes('svg')) picture.add((srcset || lazySet)!)
}

function flushText(state: BuildState): void {
  const { tags, document, text } = state
  if (text === '') return
  if (tags.isIn('noscript'))
    state.scriptlessText = (state.scriptlessText + text).slice(0, MAX_SCRIPTLESS_LENGTH)
  else if (tags.parent !== document.body || text.trim() !== '')
    tags.parent.appendChild(document.createTextNode(cleanCharacters(text)))
  state.text = ''
}

/** Does what has to wait until the whole tree is there. */
function finishElements(
  { document: { body }, elementsToFinish, hidden, visibleSources }: BuildState,
  isShownAtOnce: boolean,
): void {
  for (const embed of elementsToFinish.iframe) if (!embed.getAttribute('src')) embed.remove()
  for (const button of elementsToFinish.button) button.replaceWith(...button.getElementsByTagName('img'))
  dropHidden(body, hidden, isShownAtOnce)
  unwrapNoscripts(elementsToFinish.noscript, (source) => visibleSources.has(source))
  prepareFormulas(body)
  prepareTree(body)
}

/** Soft hyphens and composed letters in two parts hide words from a search. */
function cleanCharacters(text: string): string {
  return limitMarks(text.replaceAll('\u00ad', '')).normalize('NFC')
}

/** A template is dropped unless it is the shadow tree of an element. */
function isDropped(name: string, attributes: Attributes): boolean {
  return DROPPED.has(name) || (name === 'template' && attributes['shadowrootmode'] === undefined)
}
