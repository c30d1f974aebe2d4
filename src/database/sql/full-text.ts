import type { AccountId } from '../../ids.ts'

/** The words of a document by field, in order and normalised: letters and digits only. */
export type IndexedDocument = { title: string[]; about: string[]; text: string[] }

/** Adjacent words in this order; with `isPrefix` the last one is a prefix. */
export type Phrase = {
  words: string[]
  isPrefix: boolean
  /** Whether other grammatical forms of its only word match too. */
  hasForms?: boolean
  /** All words that the prefix stands for, if they are few. */
  expansions?: string[]
}

/** Alternatives, of which a document must have one. */
export type Term = Phrase[]

/** Fields to search: 1 the title, 2 also what is said about the document, 3 all. */
export type FieldScope = 1 | 2 | 3

/** A search for the documents of an account that match all of `wanted` and none of `excluded`. */
export type WordSearch = {
  accountId: AccountId
  wanted: Term[]
  excluded: Term[]
  fieldScope: FieldScope
  /** Only what the next narrower scope does not find. */
  isRest: boolean
  isNewestFirst: boolean
  /** The range of timestamps: from `from`, and before `below`. */
  from?: number | undefined
  below?: number | undefined
  /** Whether the range contains few documents. */
  isNear?: boolean
}

export type Statement = { sql: string; values: (string | number)[] }

/**
 * Factor for the row ids of the full-text index: a row id is the document's timestamp times this, plus a number that
 * distinguishes documents with the same timestamp. So matches come in the order of their timestamps, which are unique
 * within an account.
 */
export const ROW_IDS_PER_INSTANT = 1024

/** How an engine indexes and finds words; a document is identified by its account and its timestamp. */
export type FullText = {
  /** Whether the engine collects all matches before it returns the first, so that a narrow range is faster. */
  collectsAllFirst: boolean
  /**
   * A query with one column, `word`: at most `limit` words with this prefix. Only for engines that are faster with
   * them.
   */
  expansions?(accountId: AccountId, prefix: string, limit: number): Statement
  /** A query with one column, `word`: those of some words that documents of this account have. */
  presentWords(accountId: AccountId, words: string[]): Statement
  /** A query with one column, `hit`: the row ids of the matches, in order. */
  matching(search: WordSearch): Statement
  insert(accountId: AccountId, instant: number, document: IndexedDocument): Statement[]
  remove(accountId: AccountId, instants: number[]): Statement[]
}

/**
 * The prefix of every word of an account in an index that all accounts share, so that a search, especially one with a
 * prefix, reads only the account's own words. Two accounts may have the same scope.
 */
export function scopeOf(accountId: AccountId): string {
  return accountId.replaceAll('-', '').slice(-SCOPE_LENGTH)
}

/** Characters. */
export const SCOPE_LENGTH = 4

/** The letters that mark the field of a word, narrowest scope first. */
export const PARTS = ['t', 'a', 'x'] as const

export function partsWithin(fieldScope: FieldScope): readonly string[] {
  return PARTS.slice(0, fieldScope)
}
