import { decodeText } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { type HtmlHead, readHead } from './html-head.ts'
import { type LinkedFacts, readLinkedFacts } from './json-ld.ts'
import { NO_FACTS, type WebPage, type PageFacts } from './page.ts'
import { parseInstant } from './parse-instant.ts'

/** All in UTF-16 units. */
export const MAX_TITLE_LENGTH = 500
const MAX_SITE_NAME_LENGTH = 100
const MAX_EXCERPT_LENGTH = 500
const MAX_IMAGE_URL_LENGTH = 2048
const MAX_AUTHOR_LENGTH = 200

/** Some sites put a megabyte of scripts and styles before their title. */
const MAX_HEAD_BYTES = 2 * 1024 * 1024

/** How much of a plain text is searched for its first line, in bytes. */
const FIRST_LINE_BYTES = 64 * 1024

/** Reads the facts of any page; unreadable, with a sentence why, is only HTML that holds nothing. */
export function readPageFacts(page: WebPage): PageFacts | { unreadable: string } {
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

function readHtmlFacts(page: WebPage): PageFacts | { unreadable: string } {
  const body = page.body.subarray(0, MAX_HEAD_BYTES)
  const html = decodeText(body, { charset: page.charset, isHtml: true })
  if (html.trim() === '') return { unreadable: 'The page is empty.' }
  const head = readHead(html)
  return factsOf(head, readLinkedFacts(head.jsonLd), page.url)
}

/** Puts together what a page says of itself in its metas and, where those are silent, in its JSON-LD. */
export function factsOf(head: HtmlHead, linked: LinkedFacts, pageUrl: string): PageFacts {
  const siteName =
    firstText(head, ['og:site_name', 'application-name'], MAX_SITE_NAME_LENGTH) ??
    cleanText(linked.siteName, MAX_SITE_NAME_LENGTH)
  return {
    title: titleOf(head, linked, siteName),
    siteName,
    excerpt:
      firstText(head, ['description', 'og:description', 'twitter:description'], MAX_EXCERPT_LENGTH) ??
      cleanText(linked.description, MAX_EXCERPT_LENGTH),
    imageUrl: imageOf(head, linked, pageUrl),
    language: languageOf(head, linked),
    author: authorOf(head, linked),
    publishedAt: publishedAtOf(head, linked),
  }
}

/** The one for sharing has no site name behind it; but some sites give their own name for every page. */
function titleOf(head: HtmlHead, linked: LinkedFacts, siteName: string | null): string | null {
  const shared = firstText(head, ['og:title', 'twitter:title'], MAX_TITLE_LENGTH)
  const title =
    cleanText(linked.title, MAX_TITLE_LENGTH) ??
    withoutSite(cleanText(head.title, MAX_TITLE_LENGTH), siteName)
  return shared === siteName ? (title ?? shared) : (shared ?? title)
}

function withoutSite(title: string | null, siteName: string | null): string | null {
  if (title === null || siteName === null || !title.endsWith(siteName)) return title
  return /^(.*\S)\s*[-–—|·•:»]\s*$/.exec(title.slice(0, -siteName.length))?.[1] ?? title
}

const AUTHOR_KEYS = [
  'author',
  'article:author',
  'parsely-author',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
]

function authorOf(head: HtmlHead, linked: LinkedFacts): string | null {
  const said = AUTHOR_KEYS.map((key) => cleanAuthor(head.meta.get(key)))
  return said.find(Boolean) ?? joinAuthors(linked.authors) ?? joinAuthors(head.authors.map(putFirstNameFirst))
}

function joinAuthors(authors: string[]): string | null {
  const names = authors.flatMap((author) => cleanAuthor(author) ?? [])
  return cleanAuthor([...new Set(names)].join(', '))
}

/** Scholarly pages write "Reyes, Lu". */
function putFirstNameFirst(author: string): string {
  return author.replace(/^([^,]+),([^,]+)$/, '$2 $1')
}

/** Takes the name out of what stands where an author belongs; null where that is an address. */
export function cleanAuthor(text: string | undefined): string | null {
  const name = cleanText(text?.slice(0, 2 * MAX_AUTHOR_LENGTH), MAX_AUTHOR_LENGTH)
  if (name === null || /^(?:[a-z]{2,10}:)?\/\/|^www\.|^@|\S@\S/i.test(name)) return null
  return name.replace(/^(?:by|von|par|por|di|door|av|автор:?)\s+/i, '')
}

const PUBLISHED_KEYS =
  'article:published_time og:article:published_time datepublished parsely-pub-date citation_publication_date citation_date citation_online_date dc.date.issued dcterms.issued dc.date dcterms.created pubdate publish-date sailthru.date date'.split(
    ' ',
  )

function publishedAtOf({ meta }: HtmlHead, { published }: LinkedFacts): number | null {
  const [first, ...others] = PUBLISHED_KEYS.map((key) => parseInstant(meta.get(key)))
  return first ?? parseInstant(published) ?? others.find((instant) => instant !== null) ?? null
}

function firstText({ meta }: HtmlHead, keys: string[], maxLength: number): string | null {
  for (const key of keys) {
    const text = cleanText(meta.get(key), maxLength)
    if (text) return text
  }
  return null
}

const IMAGE_KEYS = ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src']

function imageOf({ meta, baseHref }: HtmlHead, linked: LinkedFacts, pageUrl: string): string | null {
  const base = webAddress(baseHref, pageUrl)?.href ?? pageUrl
  for (const image of [...IMAGE_KEYS.map((key) => meta.get(key)), linked.image]) {
    const url = webAddress(image, base)
    if (url && url.href.length <= MAX_IMAGE_URL_LENGTH) return url.href
  }
  return null
}

/** Resolves a reference to an http or https address without credentials. */
export function webAddress(reference: string | undefined, base: string): URL | undefined {
  if (reference === undefined) return undefined
  const url = URL.parse(reference, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.username || url.password ? undefined : url
}

function languageOf({ language, meta }: HtmlHead, linked: LinkedFacts): string | null {
  return (
    languageTag(language) ??
    languageTag(meta.get('content-language')) ??
    languageTag(meta.get('og:locale')) ??
    languageTag(linked.language)
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
function firstLine(page: WebPage): string | null {
  const body = page.body.subarray(0, FIRST_LINE_BYTES)
  const lines = decodeText(body, { charset: page.charset, isHtml: false }).split(/[\r\n]/)
  const line = lines.find((line) => /[\p{L}\p{N}]/u.test(line))
  const text = page.mediaType === 'text/plain' ? line : line?.replace(/^\s{0,3}#{1,6}\s/, '')
  return cleanText(text, MAX_TITLE_LENGTH)
}

/** Whether an untyped page looks like HTML. */
export function isMarkup(page: WebPage): boolean {
  const beginning = page.body.subarray(0, 512)
  return decodeText(beginning, { charset: page.charset, isHtml: false }).trimStart().startsWith('<')
}
