import type { Connection } from '../../database/database.ts'
import type { Term } from '../../database/sql/full-text.ts'
import { readQueueSummary } from '../items/queue-state.ts'
import type { Filter } from '../search/filter.ts'
import { listSql, NO_TIER } from './list-sql.ts'
import type { AccountId } from '../../ids.ts'

/** Words that are looked up, and the newest items that are considered for each. */
const MAX_WORDS = 12
const MAX_HITS = 500
/** How much more a word counts in a title. */
const TITLE_BONUS = 1
/** What a word counts that more items have than are considered, where a rarer one is asked for too. */
const COMMON_WEIGHT = 0.1
/** Items with less than this part of the best score are left out. */
const MIN_SCORE = 0.3

type Hit = { term: number; scope: number; saved_at: number }

/**
 * The instants of saving of the items that match some of the words of a search, the best first: rare words count more
 * than common ones, and words in titles more than others.
 */
export async function rankByAnyWord(db: Connection, accountId: AccountId, filter: Filter): Promise<number[]> {
  const terms = filter.query!.wanted.slice(0, MAX_WORDS)
  const hits = await selectHits(db, accountId, { filter, terms })
  const { unread, read, snoozed, removed } = await readQueueSummary(db, accountId)
  const total = unread + read + snoozed + removed
  const found = terms.map(
    (_, index) => hits.filter(({ term, scope }) => term === index && scope === 3).length,
  )
  const hasRare = found.some((count) => count > 0 && count < MAX_HITS)
  const weights = found.map((count) =>
    count >= MAX_HITS && hasRare ? COMMON_WEIGHT : Math.log(1 + total / Math.max(1, count)),
  )
  const scores = new Map<number, number>()
  for (const { term, scope, saved_at: savedAt } of hits) {
    const weight = weights[term]! * (scope === 1 ? TITLE_BONUS : 1)
    scores.set(savedAt, (scores.get(savedAt) ?? 0) + weight)
  }
  const least = Math.max(0, ...scores.values()) * MIN_SCORE
  return [...scores]
    .filter(([, score]) => score >= least)
    .sort(([savedAt, score], [otherSavedAt, other]) => other - score || otherSavedAt - savedAt)
    .map(([savedAt]) => savedAt)
}

/** The newest items that match each term in their title, and anywhere. */
function selectHits(
  db: Connection,
  accountId: AccountId,
  { filter, terms }: { filter: Filter; terms: Term[] },
): Promise<Hit[]> {
  const fragments = terms.flatMap((term, index) =>
    ([1, 3] as const).map((scope) => {
      const query = { ...filter.query!, wanted: [term] }
      const { sql, values } = listSql(db, accountId, {
        filter: { ...filter, query, sort: 'newest' },
        listRange: { tier: scope === 1 ? 1 : NO_TIER, afterSavedAt: undefined, isBackwards: false },
      })
      return {
        sql: `SELECT ${index} AS term, ${scope} AS scope, saved_at FROM (SELECT items.saved_at FROM ${sql} LIMIT ${MAX_HITS}) AS hits_${index}_${scope}`,
        values,
      }
    }),
  )
  return db.slow.rows<Hit>(
    fragments.map(({ sql }) => sql).join(' UNION ALL '),
    ...fragments.flatMap(({ values }) => values),
  )
}
