import type { ExtractionChoice, ExtractionMethod } from '../settings/extraction-choice.ts'

/** A page as it came from the network or from the person's browser. */
export type WebPage = {
  /** Where it was found, after redirects: what its links are relative to. */
  url: string
  /** In lower case, without parameters; empty where none was sent. */
  mediaType: string
  /** From the Content-Type header, lower case. */
  charset: string | undefined
  body: Uint8Array
  /** Where it came from a browser, as it was shown there: what it brings along beside that is not read. */
  isCaptured?: boolean
  /** How to find its article; automatic if missing. A way that finds next to nothing gives way to the automatic one. */
  choice?: ExtractionChoice
  /** A person or an agent chose how to read this very page, so it is no wall and no menu. */
  isChosenForPage?: boolean
}

/** What a page says of itself, cleaned and within limits; null where it says nothing. */
export type PageMetadata = {
  title: string | null
  siteName: string | null
  excerpt: string | null
  /** An absolute http or https address. */
  imageUrl: string | null
  /** A language tag of BCP 47 in its usual case. */
  language: string | null
  /** One name or several, as a person would read them. */
  author: string | null
  publishedAt: number | null
}

/** Of a page that says nothing of itself. */
export const NO_METADATA: PageMetadata = {
  title: null,
  siteName: null,
  excerpt: null,
  imageUrl: null,
  language: null,
  author: null,
  publishedAt: null,
}

/** What came of reading a page. */
export type Extraction = { metadata: PageMetadata } & (
  | { outcome: 'article'; article: Article }
  /** Nothing to read in it (an image, an archive): it is kept as a link of this type. */
  | { outcome: 'link'; mediaType: string }
  /** A bot wall, a login, an empty shell …: a sentence what it is, and one what to do. */
  | { outcome: 'unreadable'; reason: string }
)

/** The readable part of a page. */
export type Article = {
  /** As extracted, not safe to show. Links and image sources are absolute. */
  html: string
  markdown: string
  /** Plain text, a blank line between paragraphs. */
  text: string
  wordCount: number
  /** At least 1. */
  readingMinutes: number
  /** Images that lay in the page itself; `html` names them by `source`. */
  inlineImages: InlineImage[]
  /** Safe to show, as `parseRendered` reads it. */
  rendered: string
  /** How it was found; missing where a page of its kind is read in one way only. */
  method?: ExtractionMethod
}

/** `source` is `inline:` and the SHA-256 of the bytes in base64url. */
export type InlineImage = { source: string; body: Uint8Array }
