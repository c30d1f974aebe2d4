import { type Connection, placeholders } from '../../database/database.ts'
import type { Permits } from '../../limits/permits.ts'
import type { Change } from './change.ts'
import type { AccountId } from '../../ids.ts'

/** How many changes each act of some changes has, by the act's number; those of one change are left out. */
export async function countActs(
  db: Connection,
  accountId: AccountId,
  changes: Change[],
): Promise<Map<number, number>> {
  const acts = [...new Set(changes.map(({ act }) => act))]
  if (acts.length === 0) return new Map()
  // The first change of an act has no number of an act itself.
  const rows = await db.rows<{ act: number; others: number }>(
    `SELECT act, COUNT(*) AS others FROM changes
     WHERE account_id = ? AND act IS NOT NULL AND act IN (${placeholders(acts.length)}) GROUP BY act`,
    accountId,
    ...acts,
  )
  return new Map(rows.map(({ act, others }) => [act, others + 1]))
}

/** What an act did by one action: how many changes there are, and how many of them are undone. */
export type ActSize = { action: string; count: number; undone: number }
/** The same with the number of the last of these changes. */
type RecordedSize = ActSize & { last: number }

type SizeServices = { db: Connection; permits: Permits }

/**
 * The sizes of the acts of some changes, by the act's number and action. A large import has hundreds of thousands of changes,
 * so this waits for its turn as a search does. Throws `busy`.
 */
export async function sizesOfActs(
  { db, permits }: SizeServices,
  accountId: AccountId,
  changes: Change[],
): Promise<Map<number, RecordedSize[]>> {
  const acts = [...new Set(changes.map(({ act }) => act))]
  if (acts.length === 0) return new Map()
  const counted = `action, COUNT(*) AS count, SUM(CASE WHEN undone_by IS NULL THEN 0 ELSE 1 END) AS undone,
    MAX(sequence) AS last FROM changes WHERE account_id = ?`
  const rows = await permits.withSearch(accountId, () =>
    db.slow.rows<RecordedSize & { act: number }>(
      `SELECT act, ${counted} AND act IS NOT NULL AND act IN (${placeholders(acts.length)}) GROUP BY act, action
       UNION ALL
       SELECT sequence AS act, ${counted} AND act IS NULL AND sequence IN (${placeholders(acts.length)})
       GROUP BY sequence, action`,
      accountId,
      ...acts,
      accountId,
      ...acts,
    ),
  )
  const sizes = new Map<number, RecordedSize[]>()
  for (const { act, action, count, undone, last } of rows) {
    const known = sizes.get(act) ?? []
    const same = known.find((size) => size.action === action)
    if (same) {
      Object.assign(same, {
        count: same.count + count,
        undone: same.undone + undone,
        last: Math.max(same.last, last),
      })
    } else sizes.set(act, [...known, { action, count, undone, last }])
  }
  return sizes
}

/** The last change of an act whose changes are all of one action and follow each other; undefined for other acts. */
export async function endOfUniformAct(
  services: SizeServices,
  accountId: AccountId,
  change: Change,
): Promise<number | undefined> {
  const [size, ...others] = (await sizesOfActs(services, accountId, [change])).get(change.act) ?? []
  return size && others.length === 0 && size.last - change.act === size.count - 1 ? size.last : undefined
}
