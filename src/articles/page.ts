import type { ExtractionChoice, ExtractionMethod } from '../settings/extraction-choice.ts'

/** A page that was fetched, or captured by the person's browser. */
export type WebPage = {
  /** Its address after redirects, which its links are relative to. */
  url: string
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string
  /** From the Content-Type header, in lower case. */
  charset: string | undefined
  body: Uint8Array
  /** Whether a browser captured it as shown. Then only what it shows is read, not data for its scripts. */
  isCaptured?: boolean
  /**
   * The method that finds its article; automatic if missing. A method that finds almost nothing falls back to the
   * automatic one.
   */
  choice?: ExtractionChoice
  /**
   * Whether a person or an agent chose the method for this very page, so that it can't be a block page or a list of
   * links.
   */
  isChosenForPage?: boolean
}

/** The metadata of a page, cleaned and limited; null where it declares nothing. */
export type PageMetadata = {
  title: string | null
  siteName: string | null
  excerpt: string | null
  /** An absolute http or https address. */
  imageUrl: string | null
  /** A canonical BCP 47 tag. */
  language: string | null
  /** One or more names, as a person would read them. */
  author: string | null
  publishedAt: number | null
}

/** The metadata of a page that declares none. */
export const NO_METADATA: PageMetadata = {
  title: null,
  siteName: null,
  excerpt: null,
  imageUrl: null,
  language: null,
  author: null,
  publishedAt: null,
}

/** The outcome of extracting a page. */
export type Extraction = { metadata: PageMetadata } & (
  | { outcome: 'article'; article: Article }
  /** There is nothing to read (an image, an archive): it is saved as a link of this type. */
  | { outcome: 'link'; mediaType: string }
  /** A bot check, a login form, an empty page and the like. The reason is a sentence about it and one of advice. */
  | { outcome: 'unreadable'; reason: string }
)

/** The readable part of a page. */
export type Article = {
  /** As extracted, not sanitised. Links and image sources are absolute. */
  html: string
  markdown: string
  /** Plain text with a blank line between paragraphs. */
  text: string
  wordCount: number
  /** At least 1. */
  readingMinutes: number
  /** Images contained in the page itself; `html` refers to them by `source`. */
  inlineImages: InlineImage[]
  /** The sanitised article, in the format of `parseRendered`. */
  rendered: string
  /** How it was found; missing for types of pages with only one method. */
  method?: ExtractionMethod
}

/** `source` is `inline:` and the SHA-256 of the bytes in base64url. */
export type InlineImage = { source: string; body: Uint8Array }
