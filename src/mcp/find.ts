import { setImmediate } from 'node:timers/promises'
import { type Span, spansOfWords } from '../queue/search/spans-of-words.ts'
import { caseless } from '../text/caseless.ts'
import { findOccurrences } from '../text/quote/find-occurrences.ts'

/** Passages on a page. */
const PASSAGES = 5
/** The same, where the words do not occur as written: what follows has fewer of them. */
const MAX_INEXACT = 3
/** Matches that are gone through before other requests are served. */
const MATCHES_PER_TURN = 50_000
/** UTF-16 units around a match, on each side. */
const AROUND = 300
/** Words that a link to a passage quotes. */
const QUOTED_WORDS = 6
const MIN_QUOTED = 3

/** A passage of a text around what was looked for. */
export type Passage = {
  text: string
  /** Some words of it as they stand in the text, on one line. */
  quote: string
  /** Where the match begins, in UTF-16 units. */
  start: number
  /** The page of the document it stands on, counted from 1; 1 if the text has no marks of pages. */
  page: number
}

/** What was found: `matches` counts all places, and `pages` the pages of passages. */
export type Found = {
  matches: number
  passages: Passage[]
  pages: number
  /** False if the words do not occur as written, but close together in some form. */
  isExact: boolean
}

/**
 * A page, from 1, of the passages that have some words as they are written, without case; else of those with the most of the
 * words. Takes time that grows with the text, and yields to the event loop within a long one.
 */
export async function findPassages(text: string, words: string, page = 1): Promise<Found> {
  const written = await placesAsWritten(text, words)
  const isExact = written.count > 0
  const inexact = isExact ? [] : await spansOfWords(text, words)
  const matches = isExact ? written.count : inexact.length
  const spanOf = isExact ? written.spanOf : (index: number) => inexact[index]!
  const maxPassages = isExact ? Infinity : MAX_INEXACT
  const passages: Passage[] = []
  let [count, end] = [0, 0]
  for (let index = 0; index < matches && count < maxPassages; index++) {
    if (index > 0 && index % MATCHES_PER_TURN === 0) await setImmediate()
    const span = spanOf(index)
    // It is in the passage before.
    if (span.start < end) continue
    const start = Math.max(end, span.start - AROUND)
    end = Math.min(text.length, span.end + AROUND)
    if (Math.floor(count / PASSAGES) + 1 === page) passages.push(passageAt(text, span, { start, end }))
    count += 1
  }
  return { matches, passages, pages: Math.ceil(count / PASSAGES), isExact }
}

function passageAt(text: string, span: Span, { start, end }: Span): Passage {
  const cut = `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed().trim()}${end < text.length ? '…' : ''}`
  return { text: cut, quote: quoteAt(text, span), start: span.start, page: pageAt(text, span.start) }
}

/** The address of a passage: in a PDF that of its page, else one that browsers highlight it by. */
export function passageLink(
  url: string,
  { quote, page }: Pick<Passage, 'quote' | 'page'>,
  isPdf: boolean,
): string {
  const [address, fragment = ''] = url.split('#', 2)
  if (isPdf) return `${address}#page=${page}`
  // A comma separates the parts of a text directive, and a dash marks its context.
  const text = encodeURIComponent(quote).replaceAll('-', '%2D')
  return `${address}#${fragment.split(':~:')[0]}:~:text=${text}`
}

/** Where a text has some words as they are written, without case; there may be a million places in a long one. */
async function placesAsWritten(
  text: string,
  words: string,
): Promise<{ count: number; spanOf(index: number): Span }> {
  const [{ text: wanted }, { text: within, starts }] = [await caseless(words.trim()), await caseless(text)]
  const places = await findOccurrences(within, wanted, Infinity)
  const spanOf = (index: number) => {
    const at = places[index]!
    return { start: starts[at]!, end: starts[at + wanted.length - 1]! + 1 }
  }
  return { count: places.length, spanOf }
}

/** The words from where a match begins, on its line: enough of them to be found again. */
function quoteAt(text: string, { start }: Span): string {
  const [before] = /[^\n]*$/.exec(text.slice(Math.max(0, start - AROUND), start))!
  const cut = before.length - /\S*$/.exec(before)![0].length
  const [after] = /^[^\n]*/.exec(text.slice(start, start + AROUND))!
  const words = `${before.slice(cut)}${after}`.split(/\s+/).filter(Boolean).slice(0, QUOTED_WORDS)
  const missing = Math.max(0, MIN_QUOTED - words.length)
  const lead = before.slice(0, cut).split(/\s+/).filter(Boolean)
  return [...lead.slice(lead.length - missing), ...words].join(' ').toWellFormed()
}

/** The page by the marks that an article of a PDF has before each page but the first. */
function pageAt(text: string, at: number): number {
  let page = 1
  for (const { 1: number } of text.slice(0, at).matchAll(/^Page (\d{1,5})$/gm)) {
    if (Number(number) > page) page = Number(number)
  }
  return page
}
