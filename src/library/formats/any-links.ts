import { toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { htmlLinks } from '../parsing/html-links.ts'
import type { ReadText } from '../parsing/file-kind.ts'

/** All web addresses in any other file, in running text without the punctuation after them. */
export const anyLinks: Format = {
  name: 'links',
  title: 'Any file with links',
  matches: () => true,
  read(input) {
    const links = input.file.kind === 'html' ? linksOfHtml(input.text) : linksOfText(input.text)
    return rowsOf(links, ({ url, title }, row) => toRow(row, { url, title }))
  },
}

type Link = { url: string; title?: string }

async function* linksOfHtml(text: ReadText): AsyncGenerator<Link> {
  const passed = new Set<string>()
  for await (const { attributes, text: title } of htmlLinks(text())) {
    const url = attributes['href']?.trim() ?? ''
    if (!/^https?:/i.test(url) || passed.has(url)) continue
    passed.add(url)
    yield { url, title }
  }
}

/** What ends an address. A comma and the like end it only if another address follows. */
const BOUNDARY = /[\s<>"'`\\]|[,;|](?=https?:\/\/)/gi
const ADDRESS = /https?:\/\/(?:(?![,;|]https?:\/\/)[^\s<>"'`\\]){1,4096}/gi
/** Joined with the end of the previous chunk, since an address may be split between chunks. */
const MAX_ADDRESS = 4096

async function* linksOfText(text: ReadText): AsyncGenerator<Link> {
  const passed = new Set<string>()
  let rest = ''
  for await (const chunk of text()) {
    const whole = rest + chunk
    // An address after the last boundary may continue in the next chunk.
    const end = lastBoundary(whole)
    rest = whole.slice(end)
    yield* newLinks(whole.slice(0, end), passed)
  }
  yield* newLinks(rest, passed)
}

/** The index after which an address may continue in the next chunk. */
function lastBoundary(text: string): number {
  const earliest = Math.max(0, text.length - MAX_ADDRESS)
  let last = earliest
  for (const { index } of text.slice(earliest).matchAll(BOUNDARY)) last = earliest + index
  return last
}

function* newLinks(text: string, passed: Set<string>): Generator<Link> {
  for (const [found] of text.matchAll(ADDRESS)) {
    const url = withoutPunctuation(found)
    if (passed.has(url)) continue
    passed.add(url)
    yield { url }
  }
}

function withoutPunctuation(address: string): string {
  let url = address
  for (;;) {
    const last = url.at(-1)!
    const isBracket = last === ')' && url.includes('(')
    if (isBracket || !/[)\]}.,;:!?"'*_]/.test(last)) return url
    url = url.slice(0, -1)
  }
}
