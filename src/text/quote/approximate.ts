import { setImmediate } from 'node:timers/promises'
import { type LikePattern, likePattern, type LikeSearch } from './like-ends.ts'
import type { Range } from './quote.ts'

/** The passages with the fewest errors, and how many these are; `isCut` where there may be more of them. */
export type ApproximateSearch = { places: Range[]; errors: number; isCut: boolean }

/** Most errors looked for, which bounds the time for a long quote. */
const MAX_ERRORS = 256

/** Steps between two turns of the event loop, which take a few milliseconds. */
const STEPS_PER_TURN = 100_000

/** Most turns in which the beginnings of passages are looked for: a text of repeats has one at each of its letters. */
const MAX_TURNS = 1000

/** More passages are as ambiguous. */
const MAX_PLACES = 500

/** The passages most like a quote, with at most this share of errors. Yields to the event loop in between. */
export async function nearestPassages(text: string, quote: string, rate: number): Promise<ApproximateSearch> {
  const search = likePattern(quote)(text, mostErrors(quote, rate))
  await finish(search)
  const { ends, errors } = search
  const places: Range[] = []
  const startOf = createStarts(text, quote, errors)
  let from = 0
  while (places.length < MAX_PLACES) {
    const after = places.at(-1)?.end ?? 0
    // Of the same passage, ends that differ by a character are found as well.
    while (from < ends.length && ends[from]! - quote.length + errors < after) from += 1
    let first: Range | undefined
    // What ends further on begins further on as well.
    for (
      let index = from;
      index < ends.length && !(first && ends[index]! > first.end + 2 * errors);
      index++
    ) {
      const end = ends[index]!
      const start = await startOf(end)
      if (start === undefined) return { places, errors, isCut: true }
      if (start >= after && start < (first?.start ?? Infinity)) first = { start, end }
    }
    if (!first) break
    places.push(first)
  }
  return { places, errors, isCut: false }
}

/** By how many characters a text differs at least from one with these words; undefined if by more than this share. */
export function fewestErrors(text: string, words: string, rate: number): number | undefined {
  const search = likePattern(words)(text, mostErrors(words, rate))
  search.read(Infinity)
  return search.ends.length === 0 ? undefined : search.errors
}

function mostErrors(quote: string, rate: number): number {
  return Math.min(MAX_ERRORS, Math.floor(quote.length * rate))
}

async function finish(search: LikeSearch): Promise<void> {
  while (!search.read(STEPS_PER_TURN)) await setImmediate()
}

/** Where the longest passage with so many errors begins that ends there; undefined once that has taken too long. */
function createStarts(text: string, quote: string, errors: number) {
  const known = new Map<number, number>()
  let pattern: LikePattern | undefined
  let steps = 0
  return async (end: number): Promise<number | undefined> => {
    const same = known.get(end)
    if (same !== undefined) return same
    if (steps > MAX_TURNS * STEPS_PER_TURN) return undefined
    pattern ??= likePattern(reverse(quote))
    const before = reverse(text.slice(Math.max(0, end - quote.length - errors), end))
    const search = pattern(before, errors)
    const turns = Math.floor(steps / STEPS_PER_TURN)
    await finish(search)
    // Each unit of the text takes up to a step for each block of the quote.
    steps += before.length * Math.ceil(quote.length / 32)
    if (Math.floor(steps / STEPS_PER_TURN) > turns) await setImmediate()
    const start = end - (search.ends.at(-1) ?? 0)
    known.set(end, start)
    return start
  }
}

function reverse(text: string): string {
  return text.split('').reverse().join('')
}
