import type { HighlightFilter } from '../../queue/highlights/all-highlights.ts'

export const HIGHLIGHTS_PATH = '/highlights'
export const REVIEW_PATH = '/highlights/review'

/** What the address of the page of highlights says, as it was sent: `from` and `to` are dates. */
export type HighlightQuery = Record<keyof HighlightFilter, string>

/** The address of the page for a query; `after` begins a later page of it. */
export function highlightsPath(query: Partial<HighlightQuery>, after?: string): string {
  const given = Object.entries({ ...query, after }).filter((entry): entry is [string, string] => !!entry[1])
  return given.length === 0 ? HIGHLIGHTS_PATH : `${HIGHLIGHTS_PATH}?${new URLSearchParams(given).toString()}`
}
