import { Failure } from '../../failure.ts'
import { truncate } from '../../text/truncate.ts'
import { MAX_TITLE_LENGTH } from '../model/item.ts'
import { parseLink } from '../model/url.ts'
import { urlsIn, withScheme } from './url-in-text.ts'

/** A link as a person typed or pasted it, with the title that stood beside it. */
type PastedLink = { url: string; title?: string }

/** The links of a text in their order, each once, and the lines in which there is none that can be saved; headings aside. */
export type PastedLinks = { links: PastedLink[]; otherLines: string[] }

/** Before an entry of a list. */
const BULLET = /^(?:[-*+•–]|\d{1,3}[.)])\s+/
const HEADING = /^#{1,6}\s/
/** Its title and its address may hold brackets in pairs. */
const MARKDOWN_LINK =
  /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)(?:[\s>][^()]*)?\)/gi
/** Emphasis and code in a title. */
const MARKDOWN_MARKS = /(\*{1,2}|`)([^*`]+)\1/g
/** At the end of a title, white space aside. */
const SEPARATOR = /[:|–—-]$/
/** What separates a title from the address before it, or ends a sentence. */
const TITLE_START = /^[:|–—.,;>-]+\s*/

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
    const found = linksOfLine(line.replace(BULLET, '')).flatMap((link) => {
      const identity = parseIdentity(link.url)
      return identity === undefined ? [] : [{ link, identity }]
    })
    if (found.length === 0 && !HEADING.test(line)) otherLines.push(line)
    for (const { link, identity } of found) if (!links.has(identity)) links.set(identity, link)
  }
  return { links: [...links.values()], otherLines }
}

function linksOfLine(line: string): PastedLink[] {
  const marked = [...line.matchAll(MARKDOWN_LINK)].map(([, title = '', url = '']) =>
    named(url, title.replace(MARKDOWN_MARKS, '$2')),
  )
  if (marked.length > 0) return marked
  const urls = urlsIn(line)
  const [first] = urls
  if (first === undefined) return bareLink(line)
  if (urls.length > 1) return urls.map((url) => ({ url }))
  const at = line.indexOf(first)
  const [before, after] = [line.slice(0, at).trimEnd(), line.slice(at + first.length).trim()]
  if (after === '') return [named(first, SEPARATOR.test(before) ? before : '')]
  return [named(first, before === '' ? after.replace(TITLE_START, '') : '')]
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
  return name === '' ? { url } : { url, title: truncate(name, MAX_TITLE_LENGTH) }
}

/** By which two links are the same item; undefined for what can't be saved. */
function parseIdentity(url: string): string | undefined {
  try {
    return parseLink(url).identity
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
