import { type ApproximateSearch, nearestPassages } from './approximate.ts'
import { chooseByContext, type Context } from './context.ts'
import { findOccurrences } from './find-occurrences.ts'
import { type NormalText, normalise, normaliseInSteps, originOf } from './normal-text.ts'
import type { Quote, Range } from './quote.ts'
import { withoutQuotationMarks } from './same-words.ts'
import { withoutMarkdown } from './without-markdown.ts'

type QuoteMatch =
  /** `errors`: by how many characters the passage differs from the quote, apart from white space and typography. */
  | ({ kind: 'found'; errors: number } & Range)
  /** The places that it may be, in their order. */
  | { kind: 'ambiguous'; places: Range[] }
  /** `nearest`: the passage most like the quote, if any is like it. */
  | { kind: 'missing'; nearest: (Range & { errors: number }) | null }

/**
 * `new`: somebody quotes the text now, so that its words have to be there. `again`: the text has changed since, and a
 * wrong passage is worse than none.
 */
type QuotePurpose = 'new' | 'again'

/**
 * Runs what takes long: all but the search for a quote that is in the text letter by letter, and there in few places. May
 * throw, as `find` does then.
 */
export type RunSlow = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Finds quotes in one text, which is read once for all of them. Yields to the event loop within a long text, and takes
 * time that grows with the text times the errors allowed, whatever is in it.
 */
export type QuoteFinder = { find(quote: Quote, purpose?: QuotePurpose): Promise<QuoteMatch> }

/** Places of one quote that are compared; more are cut off, which leaves it ambiguous. */
const MAX_PLACES = 500
/** So few are compared in a few milliseconds. */
const MAX_QUICK_PLACES = 5
/** Shorter quotes must be in the text as they are. */
const MIN_APPROXIMATE = 20
/** Of the length of a quote that is looked for again. */
const MAX_ERRORS = 0.25
/** Beyond this many errors in a hundred, what stands around a passage must be as it was too. */
const ERRORS_WITHOUT_CONTEXT = 0.1
/** A shorter passage of a changed text is the one that was meant only where its surroundings say so. */
const MIN_DISTINCTIVE = 40
/** How much of the prefix or of the suffix has to be as it was. */
const MIN_CONTEXT = 0.5
/** How far a quote that is not in the text may be from the passage that is named as the nearest. */
const MAX_ERRORS_OF_NEAREST = 0.4

const MISSING: QuoteMatch = { kind: 'missing', nearest: null }

export function createQuoteFinder(text: string, runSlow: RunSlow = (work) => work()): QuoteFinder {
  let normal: Promise<NormalText> | undefined
  const normalText = () => (normal ??= normaliseInSteps(text))
  let folded: Promise<NormalText> | undefined
  const foldedText = () => (folded ??= normaliseInSteps(text, 'folded'))

  async function choose(
    places: Range[],
    quote: Quote,
    { purpose, errors = 0 }: { purpose: QuotePurpose; errors?: number },
  ): Promise<QuoteMatch | undefined> {
    if (places.length === 0) return undefined
    const chosen = await chooseByContext(text, places, quote)
    if (chosen === undefined) return { kind: 'ambiguous', places }
    if (purpose === 'again' && !isTrusted(chosen, quote, errors)) return undefined
    const { start, end } = chosen
    return { kind: 'found', start, end, errors }
  }

  async function findAsItIs(quote: Quote, purpose: QuotePurpose): Promise<QuoteMatch | undefined> {
    const starts = await findOccurrences(text, quote.exact, MAX_PLACES)
    const places = starts.map((start) => ({ start, end: start + quote.exact.length }))
    if (places.length <= MAX_QUICK_PLACES) return choose(places, quote, { purpose })
    return runSlow(() => choose(places, quote, { purpose }))
  }

  async function findNormal(
    wanted: string,
    quote: Quote,
    purpose: QuotePurpose,
  ): Promise<QuoteMatch | undefined> {
    return choose(await normalPlaces(normalText, wanted, quote), quote, { purpose })
  }

  /** Places with the same words, which is what a new quote needs. */
  async function findWords(quote: Quote): Promise<QuoteMatch | undefined> {
    const wanted = withoutQuotationMarks(normalise(withoutMarkdown(quote.exact), 'folded').text)
    const places = await normalPlaces(foldedText, wanted, quote)
    const isShort = wanted.length < MIN_APPROXIMATE
    return choose(isShort ? places.filter(isOfWholeWords) : places, quote, { purpose: 'new' })
  }

  async function normalPlaces(
    read: () => Promise<NormalText>,
    wanted: string,
    quote: Quote,
  ): Promise<Range[]> {
    if (wanted === '') return []
    const whole = await read()
    const starts = await findOccurrences(whole.text, wanted, MAX_PLACES)
    const places = starts.map((start) => originOf(whole, start, start + wanted.length))
    const isShort = wanted.length < MIN_APPROXIMATE
    return isShort ? places.filter((place) => hasSameSpaces(text, place, quote.exact)) : places
  }

  function isOfWholeWords(place: Range): boolean {
    const { start, end } = toWholeWords(text, place)
    return start === place.start && end === place.end
  }

  async function nearest(wanted: string, rate: number): Promise<ApproximateSearch> {
    const whole = await normalText()
    const found = await nearestPassages(whole.text, wanted, rate)
    const places = found.places.map(({ start, end }) => originOf(whole, start, end))
    return { ...found, places: places.map((place) => toWholeWords(text, place)) }
  }

  async function findLike(quote: Quote, purpose: QuotePurpose): Promise<QuoteMatch> {
    const plain = normalise(quote.exact).text
    const unmarked = normalise(withoutMarkdown(quote.exact)).text
    const found = (await findNormal(plain, quote, purpose)) ?? (await findNormal(unmarked, quote, purpose))
    const same = found ?? (purpose === 'new' ? await findWords(quote) : undefined)
    if (same) return same
    const wanted = unmarked === '' ? plain : unmarked
    if (wanted.length < MIN_APPROXIMATE) return MISSING
    const isNew = purpose === 'new'
    const { places, errors, isCut } = await nearest(wanted, isNew ? MAX_ERRORS_OF_NEAREST : MAX_ERRORS)
    const [first] = places
    if (!first) return MISSING
    const chosen = isNew || isCut ? undefined : await choose(places, quote, { purpose, errors })
    if (chosen) return chosen
    const { start, end } = (isNew ? await chooseByContext(text, places, quote) : undefined) ?? first
    return { kind: 'missing', nearest: { start, end, errors } }
  }

  return {
    async find(quote, purpose = 'new') {
      if (quote.exact.trim() === '') return MISSING
      return (await findAsItIs(quote, purpose)) ?? runSlow(() => findLike(quote, purpose))
    },
  }

  function isTrusted(place: Context, { exact, prefix = '', suffix = '' }: Quote, errors: number): boolean {
    if (prefix + suffix === '') return errors === 0 && exact.length >= MIN_DISTINCTIVE
    const isLike = errors <= exact.length * ERRORS_WITHOUT_CONTEXT
    if (isLike && exact.length >= MIN_DISTINCTIVE) return errors === 0 || place.before + place.after > 0
    if (isLike) return Math.max(place.before, place.after) >= MIN_CONTEXT
    // Of passages that are like each other, the one that is gone has its neighbours on one side at most.
    return (prefix === '' || place.before >= MIN_CONTEXT) && (suffix === '' || place.after >= MIN_CONTEXT)
  }
}

/** Whether a short passage has words where the quote has them: "now here" is not "nowhere". */
function hasSameSpaces(text: string, { start, end }: Range, exact: string): boolean {
  const [found, wanted] = [wordsIn(text.slice(start, end)), wordsIn(withoutMarkdown(exact))]
  // Cells and lines meet in the text of an article without any white space.
  return found === wanted || (found < wanted && /[\n|]/.test(exact.trim()))
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0
}

/** UTF-16 units of a word that is completed at an end of a passage. */
const MAX_COMPLETED = 30
const IN_WORD = /^[\p{L}\p{N}\p{M}]$/u

/** Of a passage that is only like the quote, the ends may be within a word. */
function toWholeWords(text: string, { start, end }: Range): Range {
  let [from, to] = [start, end]
  const isWord = (at: number) => IN_WORD.test(text.charAt(at))
  while (from > 0 && start - from < MAX_COMPLETED && isWord(from) && isWord(from - 1)) from -= 1
  while (to < text.length && to - end < MAX_COMPLETED && isWord(to - 1) && isWord(to)) to += 1
  return { start: start - from === MAX_COMPLETED ? start : from, end: to - end === MAX_COMPLETED ? end : to }
}
