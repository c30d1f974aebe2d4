import type { Term } from '../../database/sql/full-text.ts'
import { queryMistake } from './query-mistake.ts'
import type { Clause } from './query-operator.ts'

type WordPart = { kind: 'term'; term: Term; isExcluded: boolean; at: number }
type ClausePart = { kind: 'clause'; clause: Clause; at: number }

/** A part of a query; `at` is where it begins. */
export type QueryPart = WordPart | ClausePart | { kind: 'or'; at: number }

/**
 * Joins what stands on both sides of each OR. One at the beginning or the end is a word. Throws `invalid_input` for
 * parts that can't be alternatives.
 */
export function joinAlternatives(parts: QueryPart[]): (WordPart | ClausePart)[] {
  const joined: (WordPart | ClausePart)[] = []
  let isOpen = false
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'or') {
      const before = isOpen ? joined.pop() : undefined
      joined.push(before ? alternatives(before, part) : part)
      isOpen = false
    } else if (isJoining(parts, index)) isOpen = true
    else
      joined.push({
        kind: 'term',
        term: [{ words: ['or'], isPrefix: false }],
        isExcluded: false,
        at: part.at,
      })
  }
  return joined
}

/** Whether the OR at this index stands between two parts. */
export function isJoining(parts: QueryPart[], index: number): boolean {
  const [before, after] = [parts[index - 1], parts[index + 1]]
  return before !== undefined && after !== undefined && before.kind !== 'or' && after.kind !== 'or'
}

function alternatives(one: WordPart | ClausePart, other: WordPart | ClausePart): WordPart | ClausePart {
  if (one.kind === 'clause' && other.kind === 'clause') {
    const of = [one.clause, other.clause].flatMap((clause) =>
      clause.kind === 'any' && !clause.isExcluded ? clause.of : clause,
    )
    if (of.some((clause) => clause.kind === 'state' && clause.state === 'removed'))
      throw queryMistake('OR takes no is:removed: the trash is searched by itself.')
    return { ...one, clause: { kind: 'any', of, isExcluded: false } }
  }
  if (one.kind === 'term' && other.kind === 'term' && !one.isExcluded && !other.isExcluded)
    return { ...one, term: [...one.term, ...other.term] }
  const reason =
    one.kind === other.kind ? 'what is excluded: write -a -b to exclude both' : 'a word and a condition'
  throw queryMistake(
    `The OR before character ${other.at + 1} can’t join ${reason}. It joins words, or conditions.`,
  )
}
