import { setImmediate } from 'node:timers/promises'
import { fewestErrors } from './approximate.ts'
import { normalise } from './normal-text.ts'
import type { Quote, Range } from './quote.ts'

/**
 * A place, and how much of the prefix and of the suffix of a quote stands around it, from 0 to 1: also where words of it
 * have changed, and `exact` as far as it is the same letter by letter, of both together.
 */
export type Context = Range & { before: number; after: number; exact: number }

/** UTF-16 units of a prefix or suffix that are compared. */
const MAX_COMPARED = 1000
/** What stands around a place is read a little further, for the white space in it. */
const MARGIN = 200
/** By how much the surroundings of one place must fit better than those of all others. */
const MIN_LEAD = 0.15
/** Of several places with the same surroundings, the nearest to where it was is this much nearer than the next. */
const MIN_NEARER = 0.5

/** Places compared between two turns of the event loop. */
const PLACES_PER_TURN = 10

/** The place whose surroundings fit, else the one nearest to where the quote was; undefined if none stands out. */
export async function chooseByContext(
  text: string,
  places: Range[],
  quote: Quote,
): Promise<Context | undefined> {
  const prefix = normalise((quote.prefix ?? '').slice(-MAX_COMPARED)).text
  const suffix = normalise((quote.suffix ?? '').slice(0, MAX_COMPARED)).text
  const known: Context[] = []
  for (const [index, place] of places.entries()) {
    if (index > 0 && index % PLACES_PER_TURN === 0) await setImmediate()
    const before = text.slice(Math.max(0, place.start - MAX_COMPARED - MARGIN), place.start)
    const after = text.slice(place.end, place.end + MAX_COMPARED + MARGIN)
    const [head, tail] = [normalise(before).text, normalise(after).text]
    const [sameBefore, sameAfter] = [sameEnd(prefix, head), sameBeginning(suffix, tail)]
    known.push({
      ...place,
      before: Math.max(sameBefore, likeness(prefix, head.slice(-prefix.length * 1.25))),
      after: Math.max(sameAfter, likeness(suffix, tail.slice(0, suffix.length * 1.25))),
      exact: sameBefore + sameAfter,
    })
  }
  // Places like each other, such as the items of a list, are told apart letter by letter.
  const [same, next] = known.toSorted((one, other) => other.exact - one.exact)
  if (same && next && same.exact - next.exact >= MIN_LEAD) return same
  const [best, second] = known.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  if (!best || !second) return best
  if (scoreOf(best) - scoreOf(second) >= MIN_LEAD) return best
  if (quote.near === undefined) return undefined
  return nearestTo(
    quote.near,
    known.filter((place) => scoreOf(best) - scoreOf(place) < MIN_LEAD),
  )
}

function nearestTo(near: number, places: Context[]): Context | undefined {
  const distance = ({ start }: Context) => Math.abs(start - near)
  const [first, next] = places.toSorted((one, other) => distance(one) - distance(other))
  if (!first || !next) return first
  return distance(first) <= distance(next) * MIN_NEARER ? first : undefined
}

function scoreOf({ before, after }: Context): number {
  return before + after
}

/** How much of the end of `prefix` is the end of what stands before. */
function sameEnd(prefix: string, text: string): number {
  if (prefix === '') return 0
  let length = 0
  while (length < prefix.length && length < text.length && prefix.at(-1 - length) === text.at(-1 - length))
    length += 1
  return length / prefix.length
}

function sameBeginning(suffix: string, text: string): number {
  if (suffix === '') return 0
  let length = 0
  while (length < suffix.length && suffix[length] === text[length]) length += 1
  return length / suffix.length
}

/** A shorter text is like others by chance. */
const MIN_LIKE = 16
const MAX_UNLIKE = 0.4

/** How much a text around a quote is in what stands there now, when words of it have changed. */
function likeness(wanted: string, text: string): number {
  if (wanted.length < MIN_LIKE) return 0
  const errors = fewestErrors(text, wanted, MAX_UNLIKE)
  return errors === undefined ? 0 : 1 - errors / wanted.length
}
