import type { FetchedPage } from '../ports/outbound.ts'
import { decodeText } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { readHead, type HtmlHead } from './html-head.ts'

/** What a page says of itself, cleaned and within limits; null where it says nothing. */
export type PageFacts = {
  title: string | null
  siteName: string | null
  excerpt: string | null
  /** An absolute http or https address. */
  imageUrl: string | null
  /** A language tag of BCP 47 in its usual case. */
  language: string | null
}

/** In UTF-16 units. */
const MAX_TITLE_LENGTH = 500
const MAX_SITE_NAME_LENGTH = 100
const MAX_EXCERPT_LENGTH = 500
const MAX_IMAGE_URL_LENGTH = 2048

/** Some sites put a megabyte of scripts and styles before their title. */
const MAX_HEAD_BYTES = 2 * 1024 * 1024

/** How much of a plain text is searched for its first line, in bytes. */
const FIRST_LINE_BYTES = 64 * 1024

const NO_FACTS: PageFacts = { title: null, siteName: null, excerpt: null, imageUrl: null, language: null }

/** Reads the facts of any page; unreadable, with a sentence why, is only HTML that holds nothing. */
export function readPageFacts(page: FetchedPage): PageFacts | { unreadable: string } {
  switch (page.mediaType) {
    case 'text/html':
    case 'application/xhtml+xml':
      return readHtmlFacts(page)
    case 'text/plain':
    case 'text/markdown':
    case 'text/x-markdown':
      return { ...NO_FACTS, title: firstLine(page) }
    case '':
      return isMarkup(page) ? readHtmlFacts(page) : NO_FACTS
    default:
      return NO_FACTS
  }
}

function readHtmlFacts(page: FetchedPage): PageFacts | { unreadable: string } {
  const body = page.body.subarray(0, MAX_HEAD_BYTES)
  const html = decodeText(body, { charset: page.charset, isHtml: true })
  if (html.trim() === '') return { unreadable: 'The page is empty.' }
  const head = readHead(html)
  const siteName = firstText(head, ['og:site_name', 'application-name'], MAX_SITE_NAME_LENGTH)
  return {
    title: titleOf(head, siteName),
    siteName,
    excerpt: firstText(head, ['description', 'og:description', 'twitter:description'], MAX_EXCERPT_LENGTH),
    imageUrl: imageOf(head, page.url),
    language: languageOf(head),
  }
}

/** The one for sharing has no site name behind it; but some sites give their own name for every page. */
function titleOf(head: HtmlHead, siteName: string | null): string | null {
  const shared = firstText(head, ['og:title', 'twitter:title'], MAX_TITLE_LENGTH)
  const title = cleanText(head.title, MAX_TITLE_LENGTH)
  return shared === siteName ? (title ?? shared) : (shared ?? title)
}

function firstText({ meta }: HtmlHead, keys: string[], maxLength: number): string | null {
  for (const key of keys) {
    const text = cleanText(meta.get(key), maxLength)
    if (text) return text
  }
  return null
}

const IMAGE_KEYS = ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src']

function imageOf({ meta, baseHref }: HtmlHead, pageUrl: string): string | null {
  const base = webAddress(baseHref, pageUrl)?.href ?? pageUrl
  for (const key of IMAGE_KEYS) {
    const url = webAddress(meta.get(key), base)
    if (url && url.href.length <= MAX_IMAGE_URL_LENGTH) return url.href
  }
  return null
}

function webAddress(reference: string | undefined, base: string): URL | undefined {
  if (reference === undefined) return undefined
  const url = URL.parse(reference, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.username || url.password ? undefined : url
}

function languageOf({ language, meta }: HtmlHead): string | null {
  return (
    languageTag(language) ?? languageTag(meta.get('content-language')) ?? languageTag(meta.get('og:locale'))
  )
}

/** Takes en_GB as well, which many sites write. */
function languageTag(text: string | undefined): string | null {
  const tag = text?.trim().replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag)) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The first line with a letter or digit in it, without heading marks. */
function firstLine(page: FetchedPage): string | null {
  const body = page.body.subarray(0, FIRST_LINE_BYTES)
  const lines = decodeText(body, { charset: page.charset, isHtml: false }).split(/[\r\n]/)
  const line = lines.find((line) => /[\p{L}\p{N}]/u.test(line))
  const text = page.mediaType === 'text/plain' ? line : line?.replace(/^\s{0,3}#{1,6}\s/, '')
  return cleanText(text, MAX_TITLE_LENGTH)
}

function isMarkup(page: FetchedPage): boolean {
  const beginning = page.body.subarray(0, 512)
  return decodeText(beginning, { charset: page.charset, isHtml: false }).trimStart().startsWith('<')
}
