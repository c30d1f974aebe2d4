import type { Phrase, Term } from '../../database/sql/full-text.ts'
import { Failure } from '../../failure.ts'
import { truncate } from '../../text/truncate.ts'
import { type QueryContext, NO_CONTEXT } from './query-context.ts'
import { withoutPlainGroups } from './groups.ts'
import { queryMistake } from './query-mistake.ts'
import { notesOn } from './query-notes.ts'
import { meantCondition } from './meant-condition.ts'
import {
  type Clause,
  DATE_OPERATORS,
  IS_VALUES,
  NUMBER_FIELDS,
  OPERATORS,
  WORD_CONDITIONS,
} from './query-operator.ts'
import { joinAlternatives, type QueryPart } from './query-parts.ts'
import { todayWords } from '../model/instant-text.ts'
import { parseLink } from '../model/url.ts'
import { wordsOf } from './words.ts'
import { nearestName } from '../../text/nearest-name.ts'

/** UTF-16 units of a part of a query that an error repeats. */
const MAX_SHOWN = 50

/** A parsed search: items must match everything in `wanted` and nothing in `excluded`. */
export type Query = {
  /** As it was written. */
  text: string
  wanted: Term[]
  excluded: Term[]
  conditions: Clause[]
  /** What looks like syntax and is not, in sentences. */
  notes: string[]
}

/** Characters of a query. */
export const MAX_QUERY = 500
const MAX_TERMS = 16
/** Shorter words match only whole words, since too many words begin with them. */
const MIN_PREFIX = 3

/** The syntax of a search, in one line. */
export const GRAMMAR =
  'words (items with all of them come first), "a phrase", pre*, -not, a OR b, #tag, untagged, site:example.org, is:unread|read|favourite|snoozed|removed|failed|pending|broken|asked|answered, has:note|highlight, by:claude, by:me, by:person, before:2026-01-31, after:7d, read-before:, read-after:, under:15m, over:' +
  [...NUMBER_FIELDS.keys()].map((name) => `, ${name}:>1`).join('')

const SPACE = /\s/
/** Also as telephones write them. */
const QUOTE = /["“”„]/
const OPERATOR = /^(\p{L}+(?:-\p{L}+)?):/u
/** Such a word with a colon is meant as a condition, also by `saved:>2026-01-31`: no address, no `std::vector`. */
const UNKNOWN_OPERATOR = /^\p{L}+:(?:[<>]=?)?[\p{L}\p{N}"“”„]/u
/** A tag, unless it is a number. */
const HASHTAG = /^#(?=["“”„]|[^#]*\p{L})/u

/** Parses a search. Throws `invalid_input` that says what is wrong, where, and what would be right. */
export function parseQuery(written: string, queryContext: QueryContext = NO_CONTEXT): Query {
  const text = withoutPlainGroups(written)
  const parts: QueryPart[] = []
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text[at]!)) at++
    else at = readPart(text, at, { parts, queryContext })
    if (parts.filter(({ kind }) => kind !== 'or').length > MAX_TERMS)
      throw queryMistake(`A search takes at most ${MAX_TERMS} words and conditions.`)
  }
  const query: Query = { text: written, wanted: [], excluded: [], conditions: [], notes: [] }
  for (const part of joinAlternatives(parts)) {
    if (part.kind === 'clause') query.conditions.push(part.clause)
    else addTerm(part.isExcluded ? query.excluded : query.wanted, part.term)
  }
  if (query.wanted.length + query.excluded.length + query.conditions.length === 0) {
    throw queryMistake('There is nothing to search for: give words, or a condition such as tag:web.')
  }
  return { ...query, notes: notesOn(text, parts) }
}

/** Parses the part that begins at `start`, and returns the index after it. */
function readPart(
  text: string,
  start: number,
  { parts, queryContext }: { parts: QueryPart[]; queryContext: QueryContext },
): number {
  // Two dashes are how options of programs are written.
  const isExcluded = text[start] === '-' && text[start + 1] !== '-'
  const at = isExcluded ? start + 1 : start
  const addPhrase = (phrase: Phrase) => {
    if (phrase.words.length > 0) parts.push({ kind: 'term', term: [phrase], isExcluded, at })
  }
  if (at < text.length && QUOTE.test(text[at]!)) {
    const { value, end } = readValue(text, at)
    addPhrase({ words: wordsOf(value), isPrefix: false })
    return end
  }
  const chunk = /^\S*/.exec(text.slice(at))![0]
  const wordCondition = WORD_CONDITIONS.get(chunk.toLowerCase())
  const isHashtag = HASHTAG.test(chunk)
  const name = isHashtag ? 'tag' : operatorOf(chunk, at)
  if (chunk === 'OR' && !isExcluded) parts.push({ kind: 'or', at })
  else if (wordCondition) parts.push({ kind: 'clause', clause: { ...wordCondition, isExcluded }, at })
  else if (name === undefined) addPhrase(phraseOf(chunk, isExcluded))
  else {
    const { value, end } = readValue(text, at + (isHashtag ? 1 : name.length + 1))
    const condition = OPERATORS[name]!.read(value, queryContext)
    if (!condition) throw wrongValue({ name, value, at }, queryContext)
    parts.push({ kind: 'clause', clause: { ...condition, isExcluded }, at })
    return end
  }
  return at + chunk.length
}

/** Removes duplicate terms, since each one costs the database extra work. */
function addTerm(known: Term[], term: Term): void {
  const text = JSON.stringify(term)
  if (!known.some((one) => JSON.stringify(one) === text)) known.push(term)
}

/** What is quoted, or goes on to the next space. */
function readValue(text: string, start: number): { value: string; end: number } {
  if (start < text.length && QUOTE.test(text[start]!)) {
    const length = text.slice(start + 1).search(QUOTE)
    if (length < 0) {
      throw queryMistake(`The quote at character ${start + 1} is not closed: put another " at its end.`)
    }
    return { value: text.slice(start + 1, start + 1 + length), end: start + length + 2 }
  }
  const [value] = /^\S*/.exec(text.slice(start))!
  return { value, end: start + value.length }
}

const BY_AUTHOR =
  'The name of an author is found as words: leave out "author:", and put a full name in quotes.'

/** The operator at the start of a part of the query; undefined if it is plain words. */
function operatorOf(chunk: string, at: number): string | undefined {
  const name = OPERATOR.exec(chunk)?.[1]?.toLowerCase()
  if (name === undefined || Object.hasOwn(OPERATORS, name)) return name
  if (!UNKNOWN_OPERATOR.test(chunk)) return undefined
  const known = [
    ...Object.keys(OPERATORS).map((operator) => `${operator}:`),
    '#tag',
    ...WORD_CONDITIONS.keys(),
  ]
  const meant = meantCondition(name, chunk.slice(name.length + 1))
  const hint = meant === undefined ? '' : ` Did you mean ${truncate(meant, MAX_SHOWN)}?`
  const cure = name === 'author' ? BY_AUTHOR : 'To search for it as words, put it in quotes.'
  throw queryMistake(
    `"${truncate(name, MAX_SHOWN)}:" at character ${at + 1} is not a condition; there are ${known.join(', ')}.${hint} ${cure}`,
  )
}

function phraseOf(chunk: string, isExcluded: boolean): Phrase {
  const words = wordsOf(/^https?:\/\//i.test(chunk) ? normalisedAddress(chunk) : chunk)
  const isWord = words.length === 1 && words[0]!.length >= MIN_PREFIX && !isExcluded
  const isWritten = chunk.endsWith('*')
  return { words, isPrefix: isWritten || isWord, ...(isWord && !isWritten ? { hasForms: true } : {}) }
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

type WrittenCondition = { name: string; value: string; at: number }

function wrongValue({ name, value, at }: WrittenCondition, { now }: QueryContext): Failure {
  const expected = OPERATORS[name]!.takes
  const found = value.trim() === '' ? 'nothing' : `"${truncate(value, MAX_SHOWN)}"`
  const today = DATE_OPERATORS.has(name) ? ` ${todayWords(now)}` : ''
  const hint = name === 'is' ? stateHint(value) : ''
  return queryMistake(
    `"${name}:" at character ${at + 1} is followed by ${found}, but takes ${expected}.${hint}${today}`,
  )
}

/** What to write in place of a state that there is not. */
function stateHint(value: string): string {
  if (value.toLowerCase() === 'all') return ' Without it, everything but the trash is searched.'
  const meant = nearestName(value, IS_VALUES)
  return meant === undefined ? '' : ` Did you mean is:${meant}?`
}
