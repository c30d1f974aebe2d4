import { readdirSync, readFileSync } from 'node:fs'
import { decodeText } from '../../src/articles/charset.ts'
import { readJsonLdMetadata } from '../../src/articles/json-ld.ts'
import { combineMetadata } from '../../src/articles/page-metadata.ts'
import { buildTree } from '../../src/articles/page-tree.ts'
import type { PageMetadata, WebPage } from '../../src/articles/page.ts'

/** Of all pages of the corpus. */
export function corpusNames(): string[] {
  const files = readdirSync(new URL('corpus', import.meta.url))
  return files.filter((name) => name.endsWith('.html')).map((name) => name.replace(/\.html$/, ''))
}

/** A page of the corpus, as if it came from https://example.org/notes?page=1. */
export function corpusPage(name: string): WebPage {
  return pageOf(readFileSync(new URL(`corpus/${name}.html`, import.meta.url)))
}

/** A page with a body, of HTML unless `about` says otherwise. */
export function pageOf(body: string | Uint8Array, about: Partial<WebPage> = {}): WebPage {
  const url = 'https://example.org/notes?page=1'
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { url, mediaType: 'text/html', charset: undefined, body: bytes, ...about }
}

/** What a page of HTML says of itself and shows, without its article. */
export function readMetadata({ url, charset, body }: WebPage): PageMetadata {
  const { head } = buildTree(decodeText(body, { charset, isHtml: true }), url)
  return combineMetadata(head, readJsonLdMetadata(head.jsonLd), url)
}
