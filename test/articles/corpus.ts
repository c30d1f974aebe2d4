import { readFileSync } from 'node:fs'
import type { WebPage } from '../../src/articles/page.ts'

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
