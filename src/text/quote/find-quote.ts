import { type NearestPassages, nearestPassages } from './approximate.ts'
import { chooseByContext, type Context } from './context.ts'
import { findOccurrences } from './find-occurrences.ts'
import { type NormalText, normalise, normaliseInSteps, originalRange } from './normal-text.ts'
import type { Quote, Range } from './quote.ts'
import { withoutQuotationMarks } from './fold.ts'
import { withoutMarkdown } from './without-markdown.ts'

type QuoteMatch =
  /**
   * `errors` is the number of characters in which the passage differs from the quote, apart from white space and
   * typography.
   */
  | ({ kind: 'found'; errors: number } & Range)
  /** The candidate passages, in the order of the text. */
  | { kind: 'ambiguous'; passages: Range[] }
  /** `nearest` is the most similar passage, if any is similar. */
  | { kind: 'missing'; nearest: (Range & { errors: number }) | null }

/**
 * `anchor`: somebody quotes the text now, so its words must be in the text. `reanchor`: the text may have changed since
 * the quote was made, and a wrong passage is worse than none.
 */
type QuotePurpose = 'anchor' | 'reanchor'

/**
 * Schedules the slow part of a search, which is everything except finding a quote that occurs unchanged and only a
 * few times. `find` rejects if this throws.
 */
export type RunSlow = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Finds quotes in one text, which is normalised once for all of them. Yields to the event loop within a long text.
 * The time is proportional to the length of the text times the errors allowed.
 */
export type QuoteFinder = { find(quote: Quote, purpose?: QuotePurpose): Promise<QuoteMatch> }

/** The most candidates of one quote that are compared, the first ones in the text. */
const MAX_CANDIDATES = 500
/** This many are compared within a few milliseconds. */
const MAX_QUICK_CANDIDATES = 5
/** Shorter quotes must occur unchanged. */
const MIN_APPROXIMATE = 20
/** The share of a quote's length that may be wrong in a changed text. */
const MAX_ERRORS = 0.25
/** With a larger share of errors, the context of a passage must match too. */
const ERRORS_WITHOUT_CONTEXT = 0.1
/** A shorter passage in a changed text counts only if its context matches. */
const MIN_DISTINCTIVE = 40
/** The share of the prefix or suffix that must match. */
const MIN_CONTEXT = 0.5
/** The share of errors up to which a passage is suggested as the nearest. */
const MAX_ERRORS_OF_NEAREST = 0.4

const MISSING: QuoteMatch = { kind: 'missing', nearest: null }

export function createQuoteFinder(text: string, runSlow: RunSlow = (work) => work()): QuoteFinder {
  const searched = createSearchedText(text)
  return {
    async find(quote, purpose = 'anchor') {
      if (quote.exact.trim() === '') return MISSING
      const exact = await findExact(text, quote, { purpose, runSlow })
      return exact ?? runSlow(() => findInexact(searched, quote, purpose))
    },
  }
}

/** A text in its forms, each of which is made when it is first needed. */
type SearchedText = { text: string; normal(): Promise<NormalText>; folded(): Promise<NormalText> }

function createSearchedText(text: string): SearchedText {
  let normal: Promise<NormalText> | undefined
  let folded: Promise<NormalText> | undefined
  return {
    text,
    normal: () => (normal ??= normaliseInSteps(text)),
    folded: () => (folded ??= normaliseInSteps(text, 'folded')),
  }
}

type Candidates = { passages: Range[]; purpose: QuotePurpose; errors?: number }

/** Chooses one of several passages by its context; undefined if there is none, or none that can be trusted. */
async function choose(
  text: string,
  quote: Quote,
  { passages, purpose, errors = 0 }: Candidates,
): Promise<QuoteMatch | undefined> {
  if (passages.length === 0) return undefined
  const chosen = await chooseByContext(text, passages, quote)
  if (chosen === undefined) return { kind: 'ambiguous', passages }
  if (purpose === 'reanchor' && !isTrusted(chosen, quote, errors)) return undefined
  const { start, end } = chosen
  return { kind: 'found', start, end, errors }
}

async function findExact(
  text: string,
  quote: Quote,
  { purpose, runSlow }: { purpose: QuotePurpose; runSlow: RunSlow },
): Promise<QuoteMatch | undefined> {
  const starts = await findOccurrences(text, quote.exact, MAX_CANDIDATES)
  const passages = starts.map((start) => ({ start, end: start + quote.exact.length }))
  const work = () => choose(text, quote, { passages, purpose })
  return passages.length <= MAX_QUICK_CANDIDATES ? work() : runSlow(work)
}

async function findInexact(searched: SearchedText, quote: Quote, purpose: QuotePurpose): Promise<QuoteMatch> {
  const plain = normalise(quote.exact).text
  const unmarked = normalise(withoutMarkdown(quote.exact)).text
  for (const wanted of [plain, unmarked]) {
    const passages = await findOriginalRanges(searched, quote, { in: searched.normal, wanted })
    const match = await choose(searched.text, quote, { passages, purpose })
    if (match) return match
  }
  const wanted = unmarked === '' ? plain : unmarked
  return purpose === 'anchor'
    ? ((await findWords(searched, quote)) ?? suggestNearest(searched, quote, wanted))
    : findSimilar(searched, quote, wanted)
}

/** Finds a new quote by its words, apart from case, quotation marks and dashes. */
async function findWords(searched: SearchedText, quote: Quote): Promise<QuoteMatch | undefined> {
  const { text, folded } = searched
  const wanted = withoutQuotationMarks(normalise(withoutMarkdown(quote.exact), 'folded').text)
  const passages = await findOriginalRanges(searched, quote, { in: folded, wanted })
  const isShort = wanted.length < MIN_APPROXIMATE
  return choose(text, quote, {
    passages: isShort ? passages.filter((passage) => coversWholeWords(text, passage)) : passages,
    purpose: 'anchor',
  })
}

/** The most similar passage to a new quote, whose words are nowhere in the text. */
async function suggestNearest(searched: SearchedText, quote: Quote, wanted: string): Promise<QuoteMatch> {
  const { passages, errors } = await findNearest(searched, wanted, MAX_ERRORS_OF_NEAREST)
  const [first] = passages
  if (!first) return MISSING
  const { start, end } = (await chooseByContext(searched.text, passages, quote)) ?? first
  return { kind: 'missing', nearest: { start, end, errors } }
}

/** Finds the passage that a changed text has in place of a quote. */
async function findSimilar(searched: SearchedText, quote: Quote, wanted: string): Promise<QuoteMatch> {
  const { passages, errors, isCut } = await findNearest(searched, wanted, MAX_ERRORS)
  const [first] = passages
  if (!first) return MISSING
  const chosen = isCut
    ? undefined
    : await choose(searched.text, quote, { passages, purpose: 'reanchor', errors })
  return chosen ?? { kind: 'missing', nearest: { start: first.start, end: first.end, errors } }
}

/** The passages whose normalised or folded form is `wanted`. */
async function findOriginalRanges(
  { text }: SearchedText,
  { exact }: Quote,
  { in: read, wanted }: { in: () => Promise<NormalText>; wanted: string },
): Promise<Range[]> {
  if (wanted === '') return []
  const whole = await read()
  const starts = await findOccurrences(whole.text, wanted, MAX_CANDIDATES)
  const passages = starts.map((start) => originalRange(whole, start, start + wanted.length))
  if (wanted.length >= MIN_APPROXIMATE) return passages
  const hasSameSpaces = compareSpaces(exact)
  return passages.filter(({ start, end }) => hasSameSpaces(text.slice(start, end)))
}

async function findNearest(
  { text, normal }: SearchedText,
  wanted: string,
  rate: number,
): Promise<NearestPassages> {
  if (wanted.length < MIN_APPROXIMATE) return { passages: [], errors: 0, isCut: false }
  const whole = await normal()
  const found = await nearestPassages(whole.text, wanted, rate)
  const passages = found.passages.map(({ start, end }) => originalRange(whole, start, end))
  return { ...found, passages: passages.map((passage) => extendToWholeWords(text, passage)) }
}

function isTrusted(passage: Context, { exact, prefix = '', suffix = '' }: Quote, errors: number): boolean {
  if (prefix + suffix === '') return errors === 0 && exact.length >= MIN_DISTINCTIVE
  const isSimilar = errors <= exact.length * ERRORS_WITHOUT_CONTEXT
  if (isSimilar && exact.length >= MIN_DISTINCTIVE) return errors === 0 || passage.before + passage.after > 0
  if (isSimilar) return Math.max(passage.before, passage.after) >= MIN_CONTEXT
  // If one of several similar passages was deleted, its context matches another on one side at most.
  return (prefix === '' || passage.before >= MIN_CONTEXT) && (suffix === '' || passage.after >= MIN_CONTEXT)
}

function coversWholeWords(text: string, passage: Range): boolean {
  const { start, end } = extendToWholeWords(text, passage)
  return start === passage.start && end === passage.end
}

/** Tells whether a short passage has its word breaks where the quote has them: "now here" is not "nowhere". */
function compareSpaces(exact: string): (passage: string) => boolean {
  const wanted = countWords(withoutMarkdown(exact))
  // Cells and lines are adjacent in the text of an article, without white space between them.
  const mayBeJoined = /[\n|]/.test(exact.trim())
  return (passage) => {
    const found = countWords(passage)
    return found === wanted || (mayBeJoined && found < wanted)
  }
}

const WORD_CHARACTERS = /[\p{L}\p{N}\p{M}]+/gu
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u
/**
 * Finds the words in a run of word characters, of which there are several in languages without spaces. It is given no
 * punctuation: it would take the end of a paragraph and the beginning of the next, `one.Two`, for one word.
 */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })

function countWords(text: string): number {
  return (text.match(WORD_CHARACTERS) ?? []).reduce((sum, run) => sum + [...SEGMENTER.segment(run)].length, 0)
}

/** The most UTF-16 units of a word on either side of a passage's end to which the passage is extended. */
const MAX_EXTENSION = 30

/** Extends a passage that is only similar to the quote to whole words. */
function extendToWholeWords(text: string, { start, end }: Range): Range {
  return { start: wordAround(text, start)?.start ?? start, end: wordAround(text, end)?.end ?? end }
}

/** The word that a position is inside of; undefined at the edge of a word, outside words and in a long word. */
function wordAround(text: string, at: number): Range | undefined {
  let [from, to] = [at, at]
  while (at - from <= MAX_EXTENSION && WORD_CHARACTER.test(text.charAt(from - 1))) from -= 1
  while (to - at <= MAX_EXTENSION && WORD_CHARACTER.test(text.charAt(to))) to += 1
  const word = SEGMENTER.segment(text.slice(from, to)).containing(at - from)
  if (!word || word.index === at - from) return undefined
  const [start, end] = [from + word.index, from + word.index + word.segment.length]
  return at - start > MAX_EXTENSION || end - at > MAX_EXTENSION ? undefined : { start, end }
}
