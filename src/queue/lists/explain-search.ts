import type { Query } from '../search/query.ts'
import type { Leniency } from './page.ts'

/** What to know of a search's result, in sentences; undefined if it is just what was asked for. */
export function explainSearch(leniency: Leniency | undefined, query: Query | undefined): string | undefined {
  const { corrections = [], some } = leniency ?? {}
  const corrected = corrections.map(
    ({ word, instead }) =>
      `Nothing has “${word}”; searched for ${instead.map((one) => `“${one}”`).join(' or ')}.`,
  )
  const sentences = [...corrected, ...(some ? [someOf(some.full)] : []), ...(query?.notes ?? [])]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

function someOf(full: number): string {
  if (full === 0) return 'Nothing has all of these words. These have some of them, the closest first.'
  const few = full === 1 ? 'Only the first has' : `Only the first ${full} have`
  return `${few} all of these words. The others have some of them, the closest first.`
}
