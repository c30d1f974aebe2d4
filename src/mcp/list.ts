/** Matches are counted up to this number. */
export const MAX_MATCHED = 1000

type Listed = {
  shown: number
  matched: number
  /** Whether it searches for words or by conditions, and not a whole list. */
  isSearch: boolean
  /** How to get the rest; undefined where there is none. */
  more: string | undefined
}

/** What a list says of itself: how many items match, and in words when it is cut or found nothing. */
export function aboutList({ shown, matched, isSearch, more }: Listed): { matched: number; words?: string } {
  const words = wordsFor({ shown, matched, isSearch, more })
  return { matched, ...(words === undefined ? {} : { words }) }
}

function wordsFor({ shown, matched, isSearch, more }: Listed): string | undefined {
  if (shown === 0 && matched === 0) {
    return isSearch
      ? 'Nothing matches. Try fewer or other words (all must occur), the start of a word, or state all; the trash is searched by is:removed.'
      : 'This list is empty.'
  }
  if (more === undefined) return undefined
  const of = matched >= MAX_MATCHED ? `more than ${MAX_MATCHED}` : String(matched)
  return `${shown} of ${of}. ${more}`
}
