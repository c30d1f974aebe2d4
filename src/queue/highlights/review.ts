import { placeholders, type Queries } from '../../database/database.ts'
import { NOT_REMOVED } from './all-highlights.ts'
import type { Highlight } from './highlight.ts'
import { selectHighlights } from './highlight-row.ts'
import type { AccountId } from '../../ids.ts'

/** Highlights that a review samples: the newest ones of a large library. */
const MAX_SAMPLED = 20_000

/**
 * So many highlights for a day, chosen at random: the same all day, and others on the next. Those made since the day began
 * (`before`, an instant) are only chosen while there are no others.
 */
export async function sampleForReview(
  db: Queries,
  accountId: AccountId,
  { day, before, count }: { day: string; before: number; count: number },
): Promise<{ highlights: Highlight[]; total: number }> {
  const rows = await db.rows<{ id: string; created_at: number }>(
    `SELECT id, created_at FROM highlights WHERE account_id = ? AND ${NOT_REMOVED} ORDER BY created_at DESC, id DESC LIMIT ?`,
    accountId,
    accountId,
    MAX_SAMPLED,
  )
  const ranked = rows
    .map(({ id, created_at: at }) => ({ id, isNew: at >= before, rank: sampleRank(`${day} ${id}`) }))
    .sort(
      (one, other) =>
        Number(one.isNew) - Number(other.isNew) || one.rank - other.rank || (one.id < other.id ? -1 : 1),
    )
  const ids = ranked.slice(0, count).map(({ id }) => id)
  if (ids.length === 0) return { highlights: [], total: 0 }
  const chosen = await selectHighlights(
    db,
    `account_id = ? AND id IN (${placeholders(ids.length)})`,
    accountId,
    ...ids,
  )
  const order = new Map(ids.map((id, index) => [id, index]))
  return { highlights: chosen.sort((a, b) => order.get(a.id)! - order.get(b.id)!), total: rows.length }
}

/** FNV-1a, mixed so that texts that differ at their end lie far apart. */
function sampleRank(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
