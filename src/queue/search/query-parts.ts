import type { Term } from '../../database/sql/full-text.ts'
import { mistake } from './query-mistake.ts'
import type { Clause } from './query-operator.ts'

type WordPart = { on: 'term'; term: Term; isExcluded: boolean; at: number }
type ClausePart = { on: 'clause'; clause: Clause; at: number }

/** A part of a query; `at` is where it begins. */
export type Part = WordPart | ClausePart | { on: 'or'; at: number }

/**
 * Joins what stands on both sides of each OR. One at the beginning or the end is a word. Throws `invalid_input` for
 * parts that can't be alternatives.
 */
export function joinAlternatives(parts: Part[]): (WordPart | ClausePart)[] {
  const joined: (WordPart | ClausePart)[] = []
  let isOpen = false
  for (const [index, part] of parts.entries()) {
    if (part.on !== 'or') {
      const before = isOpen ? joined.pop() : undefined
      joined.push(before ? alternatives(before, part) : part)
      isOpen = false
    } else if (isJoining(parts, index)) isOpen = true
    else
      joined.push({ on: 'term', term: [{ words: ['or'], isPrefix: false }], isExcluded: false, at: part.at })
  }
  return joined
}

/** Whether the OR at this index stands between two parts. */
export function isJoining(parts: Part[], index: number): boolean {
  const [before, after] = [parts[index - 1], parts[index + 1]]
  return before !== undefined && after !== undefined && before.on !== 'or' && after.on !== 'or'
}

function alternatives(one: WordPart | ClausePart, other: WordPart | ClausePart): WordPart | ClausePart {
  if (one.on === 'clause' && other.on === 'clause') {
    const of = [one.clause, other.clause].flatMap((clause) =>
      clause.on === 'any' && !clause.isExcluded ? clause.of : clause,
    )
    if (of.some((clause) => clause.on === 'mark' && clause.mark === 'removed'))
      throw mistake('OR takes no is:removed: the trash is searched by itself.')
    return { ...one, clause: { on: 'any', of, isExcluded: false } }
  }
  if (one.on === 'term' && other.on === 'term' && !one.isExcluded && !other.isExcluded)
    return { ...one, term: [...one.term, ...other.term] }
  const reason =
    one.on === other.on ? 'what is excluded: write -a -b to exclude both' : 'a word and a condition'
  throw mistake(
    `The OR before character ${other.at + 1} can’t join ${reason}. It joins words, or conditions.`,
  )
}
