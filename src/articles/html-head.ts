import { createClueReader, type PageClues } from './page-clues.ts'

/** What a page declares about itself, unchanged. */
export type HtmlHead = {
  /** Text of the first title element that is not empty. */
  title: string | undefined
  /** First content of each meta element by its property, name or http-equiv in lower case. */
  meta: Map<string, string>
  /** The authors, whom scholarly pages list in separate meta elements. */
  authors: string[]
  /** The lang of the html element. */
  language: string | undefined
  /** The href of the first base element that has one. */
  baseHref: string | undefined
  /** Blocks of JSON-LD. */
  jsonLd: string[]
  /** Clues in the visible part of the page. */
  clues: PageClues
}

/** Handles the events of a parser, and fills in `head`. */
export type HeadReader = {
  head: HtmlHead
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

const MAX_AUTHORS = 20
const MAX_JSON_LD_BLOCKS = 20
/** In UTF-16 units. */
const MAX_JSON_LD_LENGTH = 512 * 1024

/** Creates a reader for the events of one page. */
export function createHeadReader(): HeadReader {
  const clueReader = createClueReader()
  const head: HtmlHead = {
    title: undefined,
    meta: new Map(),
    authors: [],
    language: undefined,
    baseHref: undefined,
    jsonLd: [],
    clues: clueReader.clues,
  }
  let svgDepth = 0
  let isPastHead = false
  let openTitle: string | undefined
  let openBlock: string | undefined

  return {
    head,
    open(name, attributes) {
      clueReader.open(name, attributes)
      if (name === 'svg' || svgDepth > 0) svgDepth += 1
      if (name === 'script') openBlock = isJsonLd(attributes) ? '' : undefined
      if (name === 'body' && head.title !== undefined) isPastHead = true
      if (isPastHead) return
      openTitle = name === 'title' && svgDepth === 0 ? '' : undefined
      if (name === 'meta') readMeta(attributes, head)
      else if (name === 'html') head.language ??= attributes['lang'] ?? attributes['xml:lang']
      else if (name === 'base') head.baseHref ??= attributes['href']
    },
    text(text) {
      clueReader.text(text)
      if (openTitle !== undefined) openTitle += text
      else if (openBlock !== undefined && openBlock.length < MAX_JSON_LD_LENGTH) openBlock += text
    },
    close(name) {
      clueReader.close(name)
      if (svgDepth > 0) svgDepth -= 1
      if (name === 'title' && openTitle?.trim()) head.title ??= openTitle
      if (name === 'script' && openBlock && head.jsonLd.length < MAX_JSON_LD_BLOCKS)
        head.jsonLd.push(openBlock)
      openTitle = undefined
      openBlock = undefined
    },
  }
}

function isJsonLd({ type }: Record<string, string>): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json'
}

function readMeta(attributes: Record<string, string>, { meta, authors }: HtmlHead): void {
  const { property, name, 'http-equiv': header, content } = attributes
  const key = (property || name || header)?.trim().toLowerCase()
  if (!key || !content?.trim()) return
  if (!meta.has(key)) meta.set(key, content)
  if (key === 'citation_author' && authors.length < MAX_AUTHORS) authors.push(content)
}
