import { toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { htmlLinks } from '../parsing/html-links.ts'
import type { ReadText } from '../parsing/file-kind.ts'

/** Every web address in a file of any other kind, in running text without the punctuation behind it. */
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

/** What an address can't have; a comma or the like only before another address. */
const BOUNDARY = /[\s<>"'`\\]|[,;|](?=https?:\/\/)/gi
const ADDRESS = /https?:\/\/(?:(?![,;|]https?:\/\/)[^\s<>"'`\\]){1,4096}/gi
/** Read with what came before, as an address may begin in one chunk and end in the next. */
const MAX_ADDRESS = 4096

async function* linksOfText(text: ReadText): AsyncGenerator<Link> {
  const passed = new Set<string>()
  let rest = ''
  for await (const chunk of text()) {
    const whole = rest + chunk
    // What follows the last boundary may go on.
    const end = lastBoundary(whole)
    rest = whole.slice(end)
    yield* newLinks(whole.slice(0, end), passed)
  }
  yield* newLinks(rest, passed)
}

/** The place behind which an address may have begun that goes on in the next chunk. */
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
