import type { Document } from './document.ts'
import type { Element } from './dom.ts'
import { embedAddress, isEmbed, scriptedEmbed } from './embed.ts'
import type { HtmlHead } from './html-head.ts'
import { chooseSource, isTiny, lateSource } from './image-source.ts'
import type { Picture } from './picture.ts'

type Attributes = Record<string, string>

/** Makes the elements of one page, with whole addresses and only the attributes that an article or its search needs. */
export type ElementMaker = {
  make(name: string, attributes: Attributes, picture?: Picture): Element | undefined
  /** Gives an embed the address of its first source. */
  setSource(embed: Element, reference: string | undefined): void
  /** Images in the page itself; their elements name them by `inline:` and their place here. */
  dataUris: string[]
}

const MAX_ADDRESS_LENGTH = 8192
/** Of the page's own images, in UTF-16 units: more than any that is kept. */
const MAX_DATA_URI_LENGTH = 1_500_000

const KEPT = ['class', 'id', 'role', 'rel', 'itemprop', 'dir', 'lang']
const KEPT_BY_NAME: Record<string, string[] | undefined> = {
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
/** Their classes and ids say where they stand, for which Readability would take pictures away. */
const UNLIKELY =
  /\b(?:ads?|banner|comment|community|cover|extra|footer|header|legends?|menu|related|remark|rss|sidebar|social|sponsor|popup|promo|media|widget|outbrain|share|tool|meta|com-|contact|foot|hidden|masthead|scroll|shopping)|[a-z](?:header|footer|sidebar|sponsor)/i
const PICTURES = new Set(['figure', 'figcaption'])
/** Keeps the id of a picture meanwhile. */
export const KEPT_ID = 'data-id'
/** Elements of scripts that stand for an image. */
const IMAGE_ELEMENT = /^[a-z]+-(?:[a-z]+-)?(?:img|image|picture|photo)$|^(?:img|image|picture|photo)-[a-z-]+$/
/** They show an image as their background, or take it in, once scripts have run. */
const LATE_BOXES = new Set(['figure', 'div'])
/** Marks the image of such a box, which another in it replaces. */
export const LATE_MARK = 'data-late'
/** Readability takes every aside away. */
const CALLOUT = /footnote|\bnotes?\b|admonition|callout|warning|\btip\b/i

/** `head` may still be growing: its base counts from where it stands. */
export function createElementMaker(document: Document, head: HtmlHead, pageUrl: string): ElementMaker {
  const dataUris: string[] = []
  const ownAddress = pageUrl.split('#', 1)[0]!

  function resolve(reference: string): URL | null {
    const base = head.baseHref === undefined ? null : URL.parse(head.baseHref, pageUrl)
    const url = URL.parse(reference, /^https?:$/.test(base?.protocol ?? '') ? base!.href : pageUrl)
    return url && url.href.length <= MAX_ADDRESS_LENGTH ? url : null
  }

  function webAddress(reference: string | undefined): string | undefined {
    const url = reference === undefined ? null : resolve(reference)
    return url && /^https?:$/.test(url.protocol) ? url.href : undefined
  }

  function linkAddress(reference: string): string | undefined {
    if (reference.startsWith('#')) return reference.length > 1 ? reference : undefined
    const url = resolve(reference)
    if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return undefined
    const isOwn = url.hash.length > 1 && url.href.startsWith(`${ownAddress}#`)
    return isOwn ? url.hash : url.href
  }

  function imageAddress(image: Attributes, picture?: Picture): string | undefined {
    const source = isTiny(image) ? undefined : chooseSource(image, picture?.choose)
    if (!source || !/^data:/i.test(source)) return webAddress(source)
    return source.length <= MAX_DATA_URI_LENGTH ? `inline:${dataUris.push(source) - 1}` : undefined
  }

  function elementOf(name: string, attributes: Attributes): Element {
    const element = document.createElement(name)
    for (const key in attributes) element.setAttribute(key, attributes[key]!)
    return element
  }

  function imageOf(attributes: Attributes, picture?: Picture): Element | undefined {
    const source = imageAddress(attributes, picture)
    if (source === undefined) return undefined
    const { id } = attributes
    const kept = pick(attributes, ['alt', 'title', 'width', 'height'])
    return elementOf('img', { src: source, ...kept, ...(id && { [KEPT_ID]: id }) })
  }

  function lateImage(name: string, attributes: Attributes): Element | undefined {
    if (!LATE_BOXES.has(name) || !isLate(attributes)) return undefined
    const source = webAddress(lateSource(attributes))
    return source === undefined
      ? undefined
      : elementOf('img', { src: source, [LATE_MARK]: '', ...pick(attributes, ['title']) })
  }

  function make(name: string, attributes: Attributes, picture?: Picture): Element | undefined {
    if (name === 'img') return imageOf(attributes, picture)
    if (IMAGE_ELEMENT.test(name) && !isEmbed(name)) {
      const image = imageOf(attributes, picture)
      if (image) return image
    }
    const scripted = isEmbed(name) ? undefined : scriptedEmbed(attributes)
    if (isEmbed(name) || scripted !== undefined) {
      const source = webAddress(scripted ?? embedAddress(name, attributes))
      return elementOf('iframe', {
        ...(source && { src: source }),
        ...pick({ title: attributes['playlabel'] ?? '', ...attributes }, ['title']),
      })
    }
    const kept = pick(attributes, KEPT)
    const others = KEPT_BY_NAME[name]
    if (others) Object.assign(kept, pick(attributes, others))
    const address = name === 'a' && attributes['href'] !== undefined && linkAddress(attributes['href'].trim())
    if (address) kept['href'] = address
    if (PICTURES.has(name)) {
      if (kept['id']) kept[KEPT_ID] = kept['id']
      delete kept['id']
      if (UNLIKELY.test(kept['class'] ?? '')) delete kept['class']
    }
    const isNote = name === 'aside' && CALLOUT.test(`${attributes['class']} ${attributes['role']}`)
    const element = elementOf(isNote ? 'div' : name, kept)
    const image = lateImage(name, attributes)
    if (image) element.append(image)
    return element
  }

  function setSource(embed: Element, reference: string | undefined): void {
    const source = webAddress(reference)
    if (source) embed.setAttribute('src', source)
  }

  return { make, setSource, dataUris }
}

function isLate(attributes: Attributes): boolean {
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
