import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { WebPage } from '../src/articles/page.ts'
import { toText } from '../src/articles/plain-text.ts'

/** What is expected of a page, as far as a folder says. */
type Expectation = {
  /** The whole text of the article. */
  text?: string
  /** Parts of the text that must appear, and that must not. */
  with?: string[]
  without?: string[]
  /** Parts that must appear a single time. */
  once?: string[]
  /** Whether there is no article on it. */
  isUnreadable?: boolean
  title?: string
  author?: string
  /** A date or an instant in ISO 8601; only its day counts. */
  published?: string
  siteName?: string
  language?: string
}

export type ExpectedPage = { name: string; page: WebPage; expected: Expectation }

/** Our own layout; `url`, `charset` and `mediaType` are of the page. */
type Entry = Expectation & { url?: string; charset?: string; mediaType?: string }

const NOWHERE = 'https://example.org/notes?page=1'

/** Reads a folder in any of the layouts that docs/benchmarks.md describes. Throws for any other. */
export function readFolder(folder: string): ExpectedPage[] {
  if (existsSync(join(folder, 'pages.json'))) return readOwnLayout(folder)
  if (existsSync(join(folder, 'ground-truth.json'))) return readGroundTruth(folder)
  const pages = [join(folder, 'test/test-pages'), folder].find((path) => existsSync(path)) ?? folder
  const names = readdirSync(pages).filter((name) => existsSync(join(pages, name, 'source.html')))
  if (names.length === 0) throw new Error(`${folder} has no pages.json, ground-truth.json or */source.html.`)
  return names.map((name) => readTestPage(join(pages, name), name))
}

function readOwnLayout(folder: string): ExpectedPage[] {
  const entries = readJson<Record<string, Entry>>(join(folder, 'pages.json'))
  return Object.entries(entries).map(([name, { url = NOWHERE, charset, mediaType, ...expected }]) => ({
    name,
    expected,
    page: {
      url,
      charset,
      mediaType: mediaType ?? 'text/html',
      body: readPageFile(join(folder, `${name}.html`)),
    },
  }))
}

function readGroundTruth(folder: string): ExpectedPage[] {
  const entries = readJson<Record<string, { articleBody: string; url: string }>>(
    join(folder, 'ground-truth.json'),
  )
  return Object.entries(entries).map(([name, { articleBody, url }]) => ({
    name,
    expected: { text: articleBody },
    page: htmlPage(url, readPageFile(join(folder, 'html', `${name}.html`))),
  }))
}

function readTestPage(folder: string, name: string): ExpectedPage {
  const html = readFileSync(join(folder, 'expected.html'), 'utf8')
  return {
    name,
    expected: { text: toText(html) },
    page: {
      ...htmlPage('http://fakehost/test/page.html', readPageFile(join(folder, 'source.html'))),
      // Whatever the page says: they were all stored so.
      charset: 'utf-8',
    },
  }
}

function htmlPage(url: string, body: Uint8Array): WebPage {
  return { url, mediaType: 'text/html', charset: undefined, body }
}

function readPageFile(path: string): Uint8Array {
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`))
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
