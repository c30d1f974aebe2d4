import type { Connection } from '../../database/database.ts'
import type { Term } from '../../database/sql/full-text.ts'
import { expandTerms } from '../search/expand-terms.ts'
import type { Filter } from '../search/filter.ts'
import type { Correction } from './page.ts'
import { spellingsNear } from '../search/typos.ts'
import type { AccountId } from '../../ids.ts'

/** Words of a search that are corrected, and words that one of them may become. */
const MAX_CORRECTED = 3
const MAX_INSTEAD = 5

/**
 * The same filter, with each word that no item of the account has replaced by words of the account that differ by one
 * letter. Undefined if there is nothing to correct.
 */
export async function correctWords(
  db: Connection,
  accountId: AccountId,
  filter: Filter,
): Promise<{ filter: Filter; corrections: Correction[] } | undefined> {
  const { query } = filter
  if (!query) return undefined
  const corrections: Correction[] = []
  const wanted: Term[] = []
  for (const term of query.wanted) {
    const word = wordOf(term)
    const near = word === undefined || corrections.length === MAX_CORRECTED ? [] : spellingsNear(word)
    const isMissing = near.length > 0 && !(await isKnown(db, accountId, { filter, term }))
    const instead = isMissing ? await knownWords(db, accountId, near) : []
    if (instead.length > 0) corrections.push({ word: word!, instead })
    wanted.push(instead.length > 0 ? instead.map(variantOf) : term)
  }
  return corrections.length === 0
    ? undefined
    : { filter: { ...filter, query: { ...query, wanted } }, corrections }
}

/** A term that is one word as it was typed, without quotes or a star. */
function wordOf([phrase, ...others]: Term): string | undefined {
  return others.length === 0 && phrase?.hasForms === true ? phrase.words[0] : undefined
}

function variantOf(word: string): Term[number] {
  return { words: [word], isPrefix: true, hasForms: true }
}

/** Whether any item of the account has the word, a form of it, or a word that begins with it. */
async function isKnown(
  db: Connection,
  accountId: AccountId,
  { filter, term }: { filter: Filter; term: Term },
): Promise<boolean> {
  const filterOfTerm = { ...filter, query: { ...filter.query!, wanted: [term], excluded: [] } }
  const { query } = await expandTerms(db, accountId, filterOfTerm)
  const { sql, values } = db.dialect.fullText.matching({
    accountId,
    wanted: query!.wanted,
    excluded: [],
    fieldScope: 3,
    isRest: false,
    isNewestFirst: true,
  })
  return (await db.slow.row(`SELECT hit FROM (${sql}) AS hits LIMIT 1`, ...values)) !== undefined
}

async function knownWords(db: Connection, accountId: AccountId, words: string[]): Promise<string[]> {
  const { sql, values } = db.dialect.fullText.presentWords(accountId, words)
  const rows = await db.slow.rows<{ word: string }>(sql, ...values)
  return rows
    .map(({ word }) => word)
    .sort()
    .slice(0, MAX_INSTEAD)
}
