import { setImmediate } from 'node:timers/promises'
import { type CompiledPattern, compilePattern, type PatternSearch } from './approximate-pattern.ts'
import type { Range } from './quote.ts'

/** The passages with the fewest errors, and that number. `isCut`: there may be more passages. */
export type NearestPassages = { passages: Range[]; errors: number; isCut: boolean }

/** The most errors allowed, which limits the time for a long quote. */
const MAX_ERRORS = 256

/** Steps between two turns of the event loop, a few milliseconds. */
const STEPS_PER_TURN = 100_000

/** The most turns for finding where passages begin: a repetitive text has a candidate at each character. */
const MAX_TURNS = 1000

/** More candidates make the quote no more ambiguous. */
const MAX_PASSAGES = 500

/** The passages most similar to a quote, with at most this share of errors. Yields to the event loop. */
export async function nearestPassages(text: string, quote: string, rate: number): Promise<NearestPassages> {
  const search = compilePattern(quote)(text, countAllowedErrors(quote, rate))
  await runToEnd(search)
  const { ends, errors } = search
  const passages: Range[] = []
  const findStart = createStartFinder(text, quote, errors)
  let from = 0
  while (passages.length < MAX_PASSAGES) {
    const after = passages.at(-1)?.end ?? 0
    // Ends that differ by a character also match, but belong to the same passage.
    while (from < ends.length && ends[from]! - quote.length + errors < after) from += 1
    let first: Range | undefined
    // A passage that ends later also begins later.
    for (
      let index = from;
      index < ends.length && !(first && ends[index]! > first.end + 2 * errors);
      index++
    ) {
      const end = ends[index]!
      const start = await findStart(end)
      if (start === undefined) return { passages, errors, isCut: true }
      if (start >= after && start < (first?.start ?? Infinity)) first = { start, end }
    }
    if (!first) break
    passages.push(first)
  }
  return { passages, errors, isCut: false }
}

/**
 * The smallest number of characters in which a passage of a text differs from these words; undefined if it exceeds
 * this share.
 */
export function fewestErrors(text: string, words: string, rate: number): number | undefined {
  const search = compilePattern(words)(text, countAllowedErrors(words, rate))
  search.read(Infinity)
  return search.ends.length === 0 ? undefined : search.errors
}

function countAllowedErrors(quote: string, rate: number): number {
  return Math.min(MAX_ERRORS, Math.floor(quote.length * rate))
}

async function runToEnd(search: PatternSearch): Promise<void> {
  while (!search.read(STEPS_PER_TURN)) await setImmediate()
}

/** The beginning of the longest passage that ends here and has this many errors; undefined if the search takes too long. */
function createStartFinder(text: string, quote: string, errors: number) {
  const cachedStarts = new Map<number, number>()
  let pattern: CompiledPattern | undefined
  let steps = 0
  return async (end: number): Promise<number | undefined> => {
    const cached = cachedStarts.get(end)
    if (cached !== undefined) return cached
    if (steps > MAX_TURNS * STEPS_PER_TURN) return undefined
    pattern ??= compilePattern(reverse(quote))
    const before = reverse(text.slice(Math.max(0, end - quote.length - errors), end))
    const search = pattern(before, errors)
    const turns = Math.floor(steps / STEPS_PER_TURN)
    await runToEnd(search)
    // Each unit of the text takes up to one step for each block of the quote.
    steps += before.length * Math.ceil(quote.length / 32)
    if (Math.floor(steps / STEPS_PER_TURN) > turns) await setImmediate()
    const start = end - (search.ends.at(-1) ?? 0)
    cachedStarts.set(end, start)
    return start
  }
}

function reverse(text: string): string {
  return text.split('').reverse().join('')
}
