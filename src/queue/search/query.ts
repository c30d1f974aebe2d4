import type { Term } from '../../database/sql/full-text.ts'
import { Failure, invalidField } from '../../failure.ts'
import { type Condition, OPERATORS } from './query-operator.ts'
import { parseLink } from '../model/url.ts'
import { wordsOf } from './words.ts'

/** A parsed search: items must match everything in `wanted` and nothing in `excluded`. */
export type Query = {
  /** As it was written. */
  text: string
  wanted: Term[]
  excluded: Term[]
  conditions: (Condition & { isExcluded: boolean })[]
}

/** Characters of a query. */
export const MAX_QUERY = 500
const MAX_TERMS = 16
/** Shorter words match only whole words, since too many words begin with them. */
const MIN_PREFIX = 3

/** The syntax of a search, in one line. */
export const GRAMMAR =
  'words that must all occur, "a phrase", pre*, -not, tag:x, site:example.org, is:unread|read|favourite|snoozed|removed, by:claude, by:me, before:2026-01-31, after:2026-01, under:15m'

const SPACE = /\s/
/** Also as telephones write them. */
const QUOTE = /["“”„]/
const OPERATOR = /^(\p{L}+):/u
/** Such a word with a colon is meant as a condition: no address, no `std::vector`. */
const UNKNOWN_OPERATOR = /^\p{L}+:[\p{L}\p{N}"“”„]/u

/** Parses a search. Throws `invalid_input` that says what is wrong, where, and what would be right. */
export function parseQuery(text: string): Query {
  const query: Query = { text, wanted: [], excluded: [], conditions: [] }
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text[at]!)) at++
    else at = readTerm(text, at, query)
    const terms = query.wanted.length + query.excluded.length + query.conditions.length
    if (terms > MAX_TERMS) throw mistake(`A search takes at most ${MAX_TERMS} words and conditions.`)
  }
  if (query.wanted.length + query.excluded.length + query.conditions.length === 0) {
    throw mistake('There is nothing to search for: give words, or a condition such as tag:web.')
  }
  return query
}

/** Parses the term that begins at `start` into the query, and returns the index after it. */
function readTerm(text: string, start: number, query: Query): number {
  // Two dashes are how options of programs are written.
  const isExcluded = text[start] === '-' && text[start + 1] !== '-'
  const at = isExcluded ? start + 1 : start
  if (at < text.length && QUOTE.test(text[at]!)) {
    const { value, end } = readValue(text, at)
    addTerm(query, { words: wordsOf(value), isPrefix: false }, isExcluded)
    return end
  }
  const chunk = /^\S*/.exec(text.slice(at))![0]
  const name = operatorOf(chunk, at)
  if (name === undefined) {
    addTerm(query, termOf(chunk, isExcluded), isExcluded)
    return at + chunk.length
  }
  const { value, end } = readValue(text, at + name.length + 1)
  const condition = OPERATORS[name]!.read(value)
  if (!condition) throw wrongValue(name, value, at)
  query.conditions.push({ ...condition, isExcluded })
  return end
}

/** Removes duplicate terms, since each one costs the database extra work. */
function addTerm(query: Query, term: Term, isExcluded: boolean): void {
  const known = query[isExcluded ? 'excluded' : 'wanted']
  const text = JSON.stringify(term)
  if (term.words.length > 0 && !known.some((one) => JSON.stringify(one) === text)) known.push(term)
}

/** What is quoted, or goes on to the next space. */
function readValue(text: string, start: number): { value: string; end: number } {
  if (start < text.length && QUOTE.test(text[start]!)) {
    const length = text.slice(start + 1).search(QUOTE)
    if (length < 0) {
      throw mistake(`The quote at character ${start + 1} is not closed: put another " at its end.`)
    }
    return { value: text.slice(start + 1, start + 1 + length), end: start + length + 2 }
  }
  const [value] = /^\S*/.exec(text.slice(start))!
  return { value, end: start + value.length }
}

/** The operator at the start of a part of the query; undefined if it is plain words. */
function operatorOf(chunk: string, at: number): string | undefined {
  const name = OPERATOR.exec(chunk)?.[1]?.toLowerCase()
  if (name === undefined || Object.hasOwn(OPERATORS, name)) return name
  if (!UNKNOWN_OPERATOR.test(chunk)) return undefined
  const known = Object.keys(OPERATORS).map((operator) => `${operator}:`)
  throw mistake(
    `"${shorten(name)}:" at character ${at + 1} is no condition; there are ${known.join(', ')}. To search for it as words, put it in quotes.`,
  )
}

function termOf(chunk: string, isExcluded: boolean): Term {
  const words = wordsOf(/^https?:\/\//i.test(chunk) ? normalisedAddress(chunk) : chunk)
  const isLong = words.length === 1 && words[0]!.length >= MIN_PREFIX
  return { words, isPrefix: chunk.endsWith('*') || (isLong && !isExcluded) }
}

/** An address without the parts in which links to the same page may differ. */
function normalisedAddress(address: string): string {
  let normalised = address
  try {
    normalised = parseLink(address).url
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return textOfAddress(normalised.split('#')[0]!)
}

/** The readable part of an address: without its scheme, and unescaped. */
export function textOfAddress(address: string): string {
  const text = address.replace(/^https?:\/\/(www\.)?/i, '')
  return text.replace(/(%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )
}

function wrongValue(name: string, value: string, at: number): Failure {
  const takes = OPERATORS[name]!.takes
  const found = value.trim() === '' ? 'nothing' : `"${shorten(value)}"`
  return mistake(`"${name}:" at character ${at + 1} is followed by ${found}, but takes ${takes}.`)
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 50).toWellFormed()}…` : text
}

function mistake(detail: string): Failure {
  return invalidField('q', detail)
}
