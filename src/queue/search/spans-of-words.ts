import { setImmediate } from 'node:timers/promises'
import { isSmallWord } from './content-terms.ts'
import { englishForms } from './english-forms.ts'
import { readWords, wordsOf } from './words.ts'

/** A part of a text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** Words within this many UTF-16 units are close together. */
const CLOSE = 400
/** How much of a text is read. */
const MAX_READ = 400_000
/** Words that are looked for. */
const MAX_WORDS = 16
/** A shorter word doesn't match longer words by their beginning. */
const MIN_PREFIX = 3

/** Words read between two turns of the event loop, which takes a few milliseconds. */
const WORDS_PER_TURN = 1000
/** Matches that are looked at: the first of a text that hardly has other words. */
const MAX_MATCHES = 20_000

/**
 * The parts of a text in which the most of some words stand close together, in any form; in the text's order. Yields to
 * the event loop within a long text.
 */
export async function spansOfWords(text: string, words: string): Promise<Span[]> {
  const all = wordsOf(words)
  const contentWords = all.filter((word) => !isSmallWord(word))
  const wanted = [...new Set(contentWords.length > 0 ? contentWords : all)].slice(0, MAX_WORDS)
  const forms = wanted.map((word) => new Set(englishForms(word)).add(word))
  const matches: (Span & { term: number })[] = []
  let read = 0
  for (const { word, start, end } of readWords(text.slice(0, MAX_READ))) {
    if (++read % WORDS_PER_TURN === 0) await setImmediate()
    const term = wanted.findIndex((one, index) => isFormOf(word, one, forms[index]!))
    if (term >= 0 && matches.push({ term, start, end }) === MAX_MATCHES) break
  }
  let most = 1
  const spans: (Span & { count: number })[] = []
  const seen = Array.from({ length: wanted.length }, () => 0)
  let count = 0
  for (let left = 0, right = 0; left < matches.length; left++) {
    const first = matches[left]!
    while (right < matches.length && matches[right]!.end - first.start <= CLOSE) {
      if (seen[matches[right++]!.term]!++ === 0) count++
    }
    most = Math.max(most, count)
    const last = matches[Math.max(left, right - 1)]!
    spans.push({ start: first.start, end: last.end, count })
    if (left < right && --seen[first.term]! === 0) count--
    right = Math.max(right, left + 1)
  }
  return withoutOverlaps(spans.filter((span) => span.count === most))
}

/** Without spans that overlap an earlier one. */
function withoutOverlaps(spans: Span[]): Span[] {
  const kept: Span[] = []
  for (const { start, end } of spans) if (start >= (kept.at(-1)?.end ?? 0)) kept.push({ start, end })
  return kept
}

function isFormOf(word: string, wanted: string, forms: Set<string>): boolean {
  return forms.has(word) || (wanted.length >= MIN_PREFIX && word.startsWith(wanted))
}
