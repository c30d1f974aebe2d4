import type { Phrase, Term } from '../../database/sql/full-text.ts'
import { readWords, type Word } from './words.ts'

/** An excerpt of an article around the matches, split into matching and other parts. */
export type Snippet = { text: string; isFound: boolean }[]

/** Characters shown, and how many of them before the match. */
const LENGTH = 200
const LEAD = 60
/** Matches within this many characters count as close to each other. */
const WINDOW = LENGTH - LEAD
/** How many characters of a text are searched. */
const MAX_LOOKED_AT = 65_536

type Match = { term: number; start: number; end: number }

/** How many more words may be compared with search terms; reading a text ends when there are none left. */
export type SnippetBudget = { comparisons: number }
/** Enough for the texts of a page with usual searches. */
const MAX_COMPARISONS = 5_000_000

export function snippetBudget(): SnippetBudget {
  return { comparisons: MAX_COMPARISONS }
}

/** The excerpt of a text with the most search terms; null if there is no match within the budget, which it uses. */
export function snippetOf(text: string, wanted: Term[], budget = snippetBudget()): Snippet | null {
  const looked = text.slice(0, MAX_LOOKED_AT)
  const { words, matches } = read(looked, wanted, budget)
  const best = bestOf(matches, wanted.length)
  if (!best) return null

  const from = best.start - LEAD
  const start = from <= 0 ? 0 : words.find((word) => word.start >= from)!.start
  const until = start + LENGTH
  const isWhole = until >= text.length
  const lastWhole = words.findLast((word) => word.end <= until)?.end ?? 0
  const end = isWhole ? text.length : Math.max(lastWhole, Math.min(best.end, until))
  const pieces = piecesOf(looked, matches, { start, end })
  if (start > 0) pieces.unshift({ text: '…', isFound: false })
  if (!isWhole) pieces.push({ text: '…', isFound: false })
  return pieces
}

/** The whole of a short text, split where the search terms are; null if there is none. */
export function markMatches(text: string, wanted: Term[]): Snippet | null {
  const { matches } = read(text, wanted, snippetBudget())
  return matches.length === 0 ? null : piecesOf(text, matches, { start: 0, end: text.length })
}

/** A snippet as plain text. */
export function snippetText(snippet: Snippet): string {
  return snippet.map(({ text }) => text).join('')
}

/** The matches in a text, read only until all terms are found close together, or the budget is used up. */
function read(text: string, wanted: Term[], budget: SnippetBudget): { words: Word[]; matches: Match[] } {
  const words: Word[] = []
  const matches: Match[] = []
  const nearby = countNearby(matches, wanted.length)
  let enough = Infinity
  for (const word of readWords(text)) {
    if (word.start > enough || budget.comparisons <= 0) break
    const last = words.push(word) - 1
    for (const [index, term] of wanted.entries()) {
      const phrase = term.find((one) => one.words.length <= last + 1 && endsWith(words, one, budget))
      if (!phrase) continue
      matches.push({ term: index, start: words[last - phrase.words.length + 1]!.start, end: word.end })
      if (nearby() === wanted.length) enough = Math.min(enough, word.end + LENGTH)
    }
  }
  return { words, matches }
}

/** Returns a function, called after each match, that counts the terms among the matches close to it. */
function countNearby(matches: Match[], count: number): () => number {
  const inside = Array.from({ length: count }, () => 0)
  let distinct = 0
  let left = 0
  return () => {
    const entering = matches.at(-1)!
    if (inside[entering.term]!++ === 0) distinct++
    while (entering.end - matches[left]!.start > WINDOW && left < matches.length - 1) {
      if (--inside[matches[left++]!.term]! === 0) distinct--
    }
    return distinct
  }
}

/** Whether the words that were read end with a phrase. */
function endsWith(words: Word[], { words: wanted, isPrefix }: Phrase, budget: SnippetBudget): boolean {
  budget.comparisons -= 1
  const last = words.length - 1
  const { word } = words[last]!
  const final = wanted.at(-1)!
  if (isPrefix ? !word.startsWith(final) : word !== final) return false
  budget.comparisons -= wanted.length
  const first = last - wanted.length + 1
  return wanted.every((one, index) => index === wanted.length - 1 || words[first + index]!.word === one)
}

/** The first place where the most terms are close together. Matches are ordered by their ends. */
function bestOf(matches: Match[], count: number): Match | undefined {
  const inside = Array.from({ length: count }, () => 0)
  let distinct = 0
  let best: { match: Match; distinct: number } | undefined
  for (let left = 0, right = 0; right < matches.length; right++) {
    const entering = matches[right]!
    if (inside[entering.term]!++ === 0) distinct++
    while (entering.end - matches[left]!.start > WINDOW && left < right) {
      if (--inside[matches[left++]!.term]! === 0) distinct--
    }
    if (distinct > (best?.distinct ?? 0)) best = { match: matches[left]!, distinct }
    if (distinct === count) break
  }
  return best?.match
}

function piecesOf(text: string, matches: Match[], { start, end }: { start: number; end: number }): Snippet {
  const pieces: Snippet = []
  const add = (from: number, to: number, isFound: boolean) => {
    if (from < to) pieces.push({ text: text.slice(from, to).replace(/\s+/g, ' '), isFound })
  }
  let at = start
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(match.start, at)
    const to = Math.min(match.end, end)
    if (from >= to) continue
    add(at, from, false)
    add(from, to, true)
    at = to
  }
  add(at, end, false)
  return pieces
}
