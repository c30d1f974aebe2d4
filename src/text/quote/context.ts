import { setImmediate } from 'node:timers/promises'
import { fewestErrors } from './approximate.ts'
import { normalise } from './normal-text.ts'
import type { Quote, Range } from './quote.ts'

/**
 * A candidate position, and how similar the text before and after it is to the prefix and suffix of the quote, from 0
 * to 1: `before` and `after` allow for changed words, and `exact` compares both character by character.
 */
export type Context = Range & { before: number; after: number; exact: number }

/** UTF-16 units of a prefix or suffix that are compared. */
const MAX_COMPARED = 1000
/** The text around a candidate is read a little further, since white space is removed from it. */
const MARGIN = 200
/** How much better the context of a candidate must match than that of all others. */
const MIN_LEAD = 0.15
/**
 * If several candidates have the same context, the nearest to the former position must be nearer than the next by
 * this factor.
 */
const MIN_NEARER = 0.5

/** Candidates compared between two turns of the event loop. */
const CANDIDATES_PER_TURN = 10

/** The only candidate with the whole context, else the one whose context matches best, else the one nearest to the former position; undefined if none stands out. */
export async function chooseByContext(
  text: string,
  candidates: Range[],
  quote: Quote,
): Promise<Context | undefined> {
  const prefix = normalise((quote.prefix ?? '').slice(-MAX_COMPARED)).text
  const suffix = normalise((quote.suffix ?? '').slice(0, MAX_COMPARED)).text
  const contexts: Context[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (index > 0 && index % CANDIDATES_PER_TURN === 0) await setImmediate()
    const before = text.slice(Math.max(0, candidate.start - MAX_COMPARED - MARGIN), candidate.start)
    const after = text.slice(candidate.end, candidate.end + MAX_COMPARED + MARGIN)
    const [head, tail] = [normalise(before).text, normalise(after).text]
    const [sameBefore, sameAfter] = [measureSharedEnd(prefix, head), measureSharedBeginning(suffix, tail)]
    contexts.push({
      ...candidate,
      before: Math.max(sameBefore, measureSimilarity(prefix, head.slice(-prefix.length * 1.25))),
      after: Math.max(sameAfter, measureSimilarity(suffix, tail.slice(0, suffix.length * 1.25))),
      exact: sameBefore + sameAfter,
    })
  }
  const parts = [prefix, suffix].filter((part) => part !== '').length
  const whole = contexts.filter(({ exact }) => exact === parts)
  if (parts > 0 && whole.length === 1) return whole[0]
  // Similar candidates, such as the items of a list, are compared character by character.
  const [same, next] = contexts.toSorted((one, other) => other.exact - one.exact)
  if (same && next && same.exact - next.exact >= MIN_LEAD) return same
  const [best, second] = contexts.toSorted((one, other) => contextScore(other) - contextScore(one))
  if (!best || !second) return best
  if (contextScore(best) - contextScore(second) >= MIN_LEAD) return best
  if (quote.near === undefined) return undefined
  return findNearest(
    quote.near,
    contexts.filter((place) => contextScore(best) - contextScore(place) < MIN_LEAD),
  )
}

function findNearest(near: number, places: Context[]): Context | undefined {
  const distance = ({ start }: Context) => Math.abs(start - near)
  const [first, next] = places.toSorted((one, other) => distance(one) - distance(other))
  if (!first || !next) return first
  return distance(first) <= distance(next) * MIN_NEARER ? first : undefined
}

function contextScore({ before, after }: Context): number {
  return before + after
}

/** How much of the end of `prefix` is also the end of the text before the candidate. */
function measureSharedEnd(prefix: string, text: string): number {
  if (prefix === '') return 0
  let length = 0
  while (length < prefix.length && length < text.length && prefix.at(-1 - length) === text.at(-1 - length))
    length += 1
  return length / prefix.length
}

function measureSharedBeginning(suffix: string, text: string): number {
  if (suffix === '') return 0
  let length = 0
  while (length < suffix.length && suffix[length] === text[length]) length += 1
  return length / suffix.length
}

/** A shorter context may be similar by chance. */
const MIN_COMPARED = 16
const MAX_ERRORS = 0.4

/** The similarity of a quote's context to the text around a candidate, allowing for changed words. */
function measureSimilarity(wanted: string, text: string): number {
  if (wanted.length < MIN_COMPARED) return 0
  const errors = fewestErrors(text, wanted, MAX_ERRORS)
  return errors === undefined ? 0 : 1 - errors / wanted.length
}
