import { cleanText } from './clean-text.ts'
import { chooseAuthor } from './choose-author.ts'
import { choosePublished } from './choose-published.ts'
import { chooseTitle, createSiteTest } from './choose-title.ts'
import { decodeReferences } from './decode-references.ts'
import type { HtmlHead } from './html-head.ts'
import type { JsonLdMetadata } from './json-ld.ts'
import type { PageMetadata } from './page.ts'

/** All in UTF-16 units. */
export const MAX_TITLE_LENGTH = 500
const MAX_SITE_NAME_LENGTH = 100
export const MAX_EXCERPT_LENGTH = 500
const MAX_IMAGE_URL_LENGTH = 2048

const TITLE_KEYS = [
  'og:title',
  'twitter:title',
  'citation_title',
  'dc.title',
  'dcterms.title',
  'parsely-title',
  'sailthru.title',
]
const SITE_KEYS = [
  'og:site_name',
  'application-name',
  'apple-mobile-web-app-title',
  'dc.publisher',
  'citation_journal_title',
  'publisher',
  'twitter:app:name:iphone',
]

/** Combines the metadata of a page: from its meta elements, its JSON-LD and its visible text. */
export function combineMetadata(head: HtmlHead, linked: JsonLdMetadata, pageUrl: string): PageMetadata {
  const siteName =
    findFirstText(head, ['og:site_name', 'application-name'], MAX_SITE_NAME_LENGTH) ??
    cleanText(linked.siteName, MAX_SITE_NAME_LENGTH)
  const siteNames = [...SITE_KEYS.map((key) => head.meta.get(key)), linked.siteName].flatMap(
    (name) => decodeAndClean(name, MAX_SITE_NAME_LENGTH) ?? [],
  )
  const host = URL.parse(pageUrl)?.hostname ?? ''
  const language = findLanguage(head, linked)
  const addresses = [pageUrl, head.meta.get('og:url'), linked.url]
  return {
    title: findTitle(head, linked, { siteNames, host }),
    siteName,
    excerpt:
      findFirstText(head, ['description', 'og:description', 'twitter:description'], MAX_EXCERPT_LENGTH) ??
      decodeAndClean(linked.description, MAX_EXCERPT_LENGTH),
    imageUrl: findImage(head, linked, pageUrl),
    language,
    author: chooseAuthor(head, linked, createSiteTest(siteNames, host)),
    publishedAt: choosePublished(head, linked, { addresses, language }),
  }
}

/** The symbol of an anchor link, in headings of documentation. */
const ANCHOR_MARK = /\s*[¶🔗]\s*$/u

function findTitle(
  head: HtmlHead,
  linked: JsonLdMetadata,
  { siteNames, host }: { siteNames: string[]; host: string },
): string | null {
  const declared = [
    head.meta.get('og:title'),
    linked.title,
    ...TITLE_KEYS.map((key) => head.meta.get(key)),
    head.title,
  ]
  const clean = (title: string | undefined) =>
    decodeAndClean(title, MAX_TITLE_LENGTH)?.replace(ANCHOR_MARK, '') || []
  const headings = head.clues.headings.flatMap((heading) => {
    const [text] = [clean(heading.text)].flat()
    return text ? [{ ...heading, text }] : []
  })
  return chooseTitle({ declared: declared.flatMap(clean), headings, siteNames, host })
}

/** Many pages encode their metadata twice. */
function decodeAndClean(text: string | undefined, maxLength: number): string | null {
  return cleanText(text && decodeReferences(text), maxLength)
}

function findFirstText({ meta }: HtmlHead, keys: string[], maxLength: number): string | null {
  for (const key of keys) {
    const text = decodeAndClean(meta.get(key), maxLength)
    if (text) return text
  }
  return null
}

const IMAGE_KEYS = ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src']

function findImage({ meta, baseHref }: HtmlHead, linked: JsonLdMetadata, pageUrl: string): string | null {
  const base = resolveWebAddress(baseHref, pageUrl)?.href ?? pageUrl
  for (const image of [...IMAGE_KEYS.map((key) => meta.get(key)), linked.image]) {
    const url = resolveWebAddress(image, base)
    if (url && url.href.length <= MAX_IMAGE_URL_LENGTH) return url.href
  }
  return null
}

/** Resolves a reference to an http or https address without credentials. */
function resolveWebAddress(reference: string | undefined, base: string): URL | undefined {
  if (reference === undefined) return undefined
  const url = URL.parse(reference, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.username || url.password ? undefined : url
}

function findLanguage({ language, meta }: HtmlHead, linked: JsonLdMetadata): string | null {
  return (
    parseLanguageTag(language) ??
    parseLanguageTag(meta.get('content-language')) ??
    parseLanguageTag(meta.get('og:locale')) ??
    parseLanguageTag(linked.language)
  )
}

/** Also accepts en_GB, which many sites write. */
function parseLanguageTag(text: string | undefined): string | null {
  const tag = text?.trim().replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag)) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
