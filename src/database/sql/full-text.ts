/** The words of a document by where they stand, in their order and as they are compared: letters and digits only. */
export type IndexedDocument = { title: string[]; about: string[]; text: string[] }

/** Words that stand beside each other in this order; the last may go on where `isPrefix`. */
export type Term = {
  words: string[]
  isPrefix: boolean
  /** All words that the last may be, where they are few. */
  expansions?: string[]
}

/** Where to look: in the title, also in what is said about a document, everywhere. */
export type FieldScope = 1 | 2 | 3

/** Which documents of an account are looked for: those with all that is wanted and nothing that is excluded. */
export type WordSearch = {
  accountId: string
  wanted: Term[]
  excluded: Term[]
  fieldScope: FieldScope
  /** Only what the next narrower reach does not find. */
  isRest: boolean
  isNewestFirst: boolean
  /** The first instant that is looked at, and the one below which all are. */
  from?: number | undefined
  below?: number | undefined
  /** Whether few documents lie between the two. */
  isNear?: boolean
}

export type Statement = { sql: string; values: (string | number)[] }

/**
 * An index of words has row ids of its own: the instant of a document times this, and a number that tells documents of one
 * instant apart. So documents are found in the order of their instants, and no two of an account may have the same.
 */
export const WORD_ROWS = 1024

/** How an engine keeps and finds words; a document is named by its account and its instant. */
export type FullText = {
  /** Whether all that is found is gathered before the first of it is given, so that it is sooner found among few. */
  isGathered: boolean
  /** A query of one column, `form`: no more than `limit` words that begin so; where the engine is quicker with them. */
  expansions?(accountId: string, start: string, limit: number): Statement
  /** A query of one column, `hit`: the row ids of what is found, in order. */
  matching(search: WordSearch): Statement
  insert(accountId: string, instant: number, document: IndexedDocument): Statement[]
  remove(accountId: string, instants: number[]): Statement[]
}

/**
 * Begins every word of an account where it stands in an index that accounts share, so that a search, one for
 * the beginnings of words above all, meets only the account's own. Two accounts may have the same one.
 */
export function scopeOf(accountId: string): string {
  return accountId.replaceAll('-', '').slice(-SCOPE_LENGTH)
}

/** Characters. */
export const SCOPE_LENGTH = 4

/** The letters that say where a word stands, as far as each reach goes. */
export const PARTS = ['t', 'a', 'x'] as const

export function partsWithin(fieldScope: FieldScope): readonly string[] {
  return PARTS.slice(0, fieldScope)
}
