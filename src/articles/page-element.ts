import type { Document } from './document.ts'
import type { Element } from './dom.ts'
import { embedAddress, isEmbed, scriptedEmbed } from './embed.ts'
import type { HtmlHead } from './html-head.ts'
import { chooseSource, isTrackingPixel, findLazySource } from './image-source.ts'
import type { Picture } from './picture.ts'

type Attributes = Record<string, string>

/**
 * Creates the elements of one page, with absolute URLs and only those attributes that an article or its extraction
 * needs.
 */
export type ElementMaker = {
  make(name: string, attributes: Attributes, picture?: Picture): Element | undefined
  /** Sets the address of an embed to its first source. */
  setSource(embed: Element, reference: string | undefined): void
  /** The data URIs of images; the `src` of such an image is `DATA_URI_INDEX` and the index here. */
  dataUris: string[]
}

const MAX_ADDRESS_LENGTH = 8192
/** In UTF-16 units; longer than any image that is saved. */
const MAX_DATA_URI_LENGTH = 1_500_000

const KEPT_ATTRIBUTES = ['class', 'id', 'role', 'rel', 'itemprop', 'dir', 'lang']
const KEPT_ATTRIBUTES_BY_NAME: Record<string, string[] | undefined> = {
  a: ['title'],
  abbr: ['title'],
  td: ['colspan', 'rowspan', 'indent'],
  th: ['colspan', 'rowspan', 'scope'],
  table: ['summary', 'datatable'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  'relative-time': ['datetime'],
  'shreddit-post': ['post-title', 'author', 'created-timestamp', 'content-href'],
  'shreddit-comment': ['author', 'depth'],
  details: ['open'],
  math: ['display', 'alttext'],
  annotation: ['encoding'],
  'annotation-xml': ['encoding'],
}
/** Classes of pictures that describe their position on the page; Readability would remove the pictures because of them. */
const POSITION_CLASS =
  /\b(?:ads?|banner|comment|community|cover|extra|footer|header|legends?|menu|related|remark|rss|sidebar|social|sponsor|popup|promo|media|widget|outbrain|share|tool|meta|com-|contact|foot|hidden|masthead|scroll|shopping)|[a-z](?:header|footer|sidebar|sponsor)/i
const PICTURES = new Set(['figure', 'figcaption'])
/** Precedes the index of a data URI in the `src` of an image, until the image is saved under its hash. */
export const DATA_URI_INDEX = 'data-uri:'
/** Hides the id of a picture from Readability, which scores pictures by it. */
export const KEPT_ID = 'data-id'
/** Custom elements that show an image. */
const IMAGE_ELEMENT = /^[a-z]+-(?:[a-z]+-)?(?:img|image|picture|photo)$|^(?:img|image|picture|photo)-[a-z-]+$/
/** Elements that show an image as their background, or get an `img`, once scripts have run. */
const LAZY_CONTAINERS = new Set(['figure', 'div'])
/** Marks the image made for such an element; another image inside it replaces the marked one. */
export const LAZY_MARK = 'data-late'
/** Readability removes every `aside`, so those that are part of the text become a `div`. */
const CALLOUT = /footnote|\bnotes?\b|admonition|callout|warning|\btip\b/i

/** `head` may still be growing: a `<base>` applies only to elements after it. */
export function createElementMaker(document: Document, head: HtmlHead, pageUrl: string): ElementMaker {
  const dataUris: string[] = []
  const ownAddress = pageUrl.split('#', 1)[0]!

  function resolve(reference: string): URL | null {
    const base = head.baseHref === undefined ? null : URL.parse(head.baseHref, pageUrl)
    const url = URL.parse(reference, /^https?:$/.test(base?.protocol ?? '') ? base!.href : pageUrl)
    return url && url.href.length <= MAX_ADDRESS_LENGTH ? url : null
  }

  function resolveWebAddress(reference: string | undefined): string | undefined {
    const url = reference === undefined ? null : resolve(reference)
    return url && /^https?:$/.test(url.protocol) ? url.href : undefined
  }

  function resolveLink(reference: string): string | undefined {
    if (reference.startsWith('#')) return reference.length > 1 ? reference : undefined
    const url = resolve(reference)
    if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return undefined
    const isSamePage = url.hash.length > 1 && url.href.startsWith(`${ownAddress}#`)
    return isSamePage ? url.hash : url.href
  }

  function resolveImage(image: Attributes, picture?: Picture): string | undefined {
    const source = isTrackingPixel(image) ? undefined : chooseSource(image, picture?.choose)
    if (!source || !/^data:/i.test(source)) return resolveWebAddress(source)
    return source.length <= MAX_DATA_URI_LENGTH ? `${DATA_URI_INDEX}${dataUris.push(source) - 1}` : undefined
  }

  function createElement(name: string, attributes: Attributes): Element {
    const element = document.createElement(name)
    for (const key in attributes) element.setAttribute(key, attributes[key]!)
    return element
  }

  function createImage(attributes: Attributes, picture?: Picture): Element | undefined {
    const source = resolveImage(attributes, picture)
    if (source === undefined) return undefined
    const { id } = attributes
    const kept = pick(attributes, ['alt', 'title', 'width', 'height'])
    return createElement('img', { src: source, ...kept, ...(id && { [KEPT_ID]: id }) })
  }

  function createLazyImage(name: string, attributes: Attributes): Element | undefined {
    if (!LAZY_CONTAINERS.has(name) || !isLazy(attributes)) return undefined
    const source = resolveWebAddress(findLazySource(attributes))
    return source === undefined
      ? undefined
      : createElement('img', { src: source, [LAZY_MARK]: '', ...pick(attributes, ['title']) })
  }

  function make(name: string, attributes: Attributes, picture?: Picture): Element | undefined {
    if (name === 'img') return createImage(attributes, picture)
    if (IMAGE_ELEMENT.test(name) && !isEmbed(name)) {
      const image = createImage(attributes, picture)
      if (image) return image
    }
    const scripted = isEmbed(name) ? undefined : scriptedEmbed(attributes)
    if (isEmbed(name) || scripted !== undefined) {
      const source = resolveWebAddress(scripted ?? embedAddress(name, attributes))
      return createElement('iframe', {
        ...(source && { src: source }),
        ...pick({ title: attributes['playlabel'] ?? '', ...attributes }, ['title']),
      })
    }
    const kept = pick(attributes, KEPT_ATTRIBUTES)
    const others = KEPT_ATTRIBUTES_BY_NAME[name]
    if (others) Object.assign(kept, pick(attributes, others))
    const address = name === 'a' && attributes['href'] !== undefined && resolveLink(attributes['href'].trim())
    if (address) kept['href'] = address
    if (PICTURES.has(name)) {
      if (kept['id']) kept[KEPT_ID] = kept['id']
      delete kept['id']
      if (POSITION_CLASS.test(kept['class'] ?? '')) delete kept['class']
    }
    const isNote = name === 'aside' && CALLOUT.test(`${attributes['class']} ${attributes['role']}`)
    const element = createElement(isNote ? 'div' : name, kept)
    const image = createLazyImage(name, attributes)
    if (image) element.append(image)
    return element
  }

  function setSource(embed: Element, reference: string | undefined): void {
    const source = resolveWebAddress(reference)
    if (source) embed.setAttribute('src', source)
  }

  return { make, setSource, dataUris }
}

function isLazy(attributes: Attributes): boolean {
  for (const name in attributes)
    if (/^data-.*(?:src|original|bg|background|image)|^itemid$/.test(name)) return true
  return false
}

function pick(attributes: Attributes, names: string[]): Attributes {
  const picked: Attributes = {}
  for (const name of names) {
    const value = attributes[name]
    if (value !== undefined && value !== '') picked[name] = value
  }
  return picked
}
