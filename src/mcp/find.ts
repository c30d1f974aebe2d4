import { type Span, spansOfWords } from '../queue/search/spans-of-words.ts'
import { caseless } from '../text/caseless.ts'
import { findOccurrences } from '../text/quote/find-occurrences.ts'

/** Passages that are shown of a text. */
const MAX_PASSAGES = 5
/** The same, where the words do not occur as written. */
const MAX_INEXACT = 3
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
  /** The page of the document it stands on, counted from 1; 1 if the text has no marks of pages. */
  page: number
}

/** What was found: `matches` counts all passages. */
export type Found = {
  matches: number
  passages: Passage[]
  /** False if the words do not occur as written, but close together in some form. */
  isExact: boolean
}

/**
 * The first passages that have some words as they are written, without case; else those with the most of the words. Takes
 * time that grows with the text, and yields to the event loop within a long one.
 */
export async function findPassages(text: string, words: string): Promise<Found> {
  const written = await placesAsWritten(text, words)
  const isExact = written.count > 0
  const inexact = isExact ? [] : await spansOfWords(text, words)
  const matches = isExact ? written.count : inexact.length
  const spanOf = isExact ? written.spanOf : (index: number) => inexact[index]!
  const passages: Passage[] = []
  let end = 0
  for (let index = 0; index < matches && passages.length < (isExact ? MAX_PASSAGES : MAX_INEXACT); index++) {
    const span = spanOf(index)
    if (span.start < end) continue
    const start = Math.max(end, span.start - AROUND)
    end = Math.min(text.length, span.end + AROUND)
    const cut = `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed().trim()}${end < text.length ? '…' : ''}`
    passages.push({ text: cut, quote: quoteAt(text, span), page: pageAt(text, span.start) })
  }
  return { matches, passages, isExact }
}

/** The address of a passage: in a PDF that of its page, else one that browsers highlight it by. */
export function passageLink(url: string, { quote, page }: Passage, isPdf: boolean): string {
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
