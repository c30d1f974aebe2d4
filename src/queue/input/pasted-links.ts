import { Failure } from '../../failure.ts'
import { shorten } from '../../text/shorten.ts'
import { MAX_TITLE_LENGTH } from '../model/item.ts'
import { parseLink } from '../model/url.ts'
import { addressesIn, withScheme } from './address-in-text.ts'

/** A link as a person typed or pasted it, with the title that stood beside it. */
type PastedLink = { url: string; title?: string }

/** The links of a text in their order, each once, and the lines in which there is none that can be saved. */
export type PastedLinks = { links: PastedLink[]; otherLines: string[] }

/** Before an entry of a list. */
const BULLET = /^(?:[-*+•–]|\d{1,3}[.)])\s+/
/** Brackets in its title or round ones in its address are left to the other rules. */
const MARKDOWN_LINK = /\[([^[\]]*)\]\(\s*<?(https?:\/\/[^\s<>()]+)(?:[\s>][^()]*)?\)/gi
/** At the end of a title, white space aside. */
const SEPARATOR = /[:|–—-]$/

/**
 * Reads links out of a text, line by line: bare addresses (`example.org/x` is meant as https), `Title: https://…`, Markdown,
 * lists, and links within sentences.
 */
export function readPastedLinks(text: string): PastedLinks {
  const links = new Map<string, PastedLink>()
  const otherLines: string[] = []
  for (const given of text.split(/\r\n?|\n/)) {
    const line = given.trim()
    if (line === '') continue
    const found = linksOfLine(line.replace(BULLET, '')).filter(({ url }) => isLink(url))
    if (found.length === 0) otherLines.push(line)
    for (const link of found) if (!links.has(link.url)) links.set(link.url, link)
  }
  return { links: [...links.values()], otherLines }
}

function linksOfLine(line: string): PastedLink[] {
  const marked = [...line.matchAll(MARKDOWN_LINK)].map(([, title = '', url = '']) => named(url, title))
  if (marked.length > 0) return marked
  const addresses = addressesIn(line)
  const [first] = addresses
  if (first === undefined) return bareLink(line)
  if (addresses.length > 1) return addresses.map((url) => ({ url }))
  const at = line.indexOf(first)
  const isTitled = line.slice(at + first.length).trim() === '' && SEPARATOR.test(line.slice(0, at).trimEnd())
  return [named(first, isTitled ? line.slice(0, at) : '')]
}

/** `example.org/x`, alone or after a title. */
function bareLink(line: string): PastedLink[] {
  const last = line.split(/\s+/).at(-1) ?? ''
  const before = line.slice(0, line.length - last.length)
  const url = withScheme(last)
  if (url === last || (before !== '' && !SEPARATOR.test(before.trimEnd()))) return []
  return [named(url, before)]
}

function named(url: string, title: string): PastedLink {
  const name = title.trimEnd().replace(SEPARATOR, '').trim()
  return name === '' ? { url } : { url, title: shorten(name, MAX_TITLE_LENGTH) }
}

function isLink(url: string): boolean {
  try {
    parseLink(url)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
