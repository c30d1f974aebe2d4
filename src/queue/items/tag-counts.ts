import { type Connection, placeholders, type Value } from '../../database/database.ts'
import type { Item } from '../model/item.ts'

/** A tag, and how many items that are not removed carry it. */
export type TagCount = { tag: string; count: number }

/** What a change does to the counts, by tag. */
export type TagDeltas = Map<string, number>

/** A list for people and agents holds no more. */
const MAX_LISTED = 200

/** The tags of an account, the most used first. */
export function readTagCounts(db: Connection, accountId: string): Promise<TagCount[]> {
  return db.rows<TagCount>(
    'SELECT tag, count FROM tag_counts WHERE account_id = ? ORDER BY count DESC, tag LIMIT ?',
    accountId,
    MAX_LISTED,
  )
}

/** Adds to `steps` what one item's change does to them; null where it was not there, or is not any more. */
export function countTags(steps: TagDeltas, before: Item | null, after: Item | null): void {
  for (const tag of tagsCounted(before)) steps.set(tag, (steps.get(tag) ?? 0) - 1)
  for (const tag of tagsCounted(after)) steps.set(tag, (steps.get(tag) ?? 0) + 1)
}

/** Brings the kept counts forward; a tag that nothing carries any more is forgotten. */
export async function saveTagCounts(tx: Connection, accountId: string, steps: TagDeltas): Promise<void> {
  const changed = [...steps].filter(([, step]) => step !== 0)
  if (changed.length === 0) return
  const values: Value[] = changed.flatMap(([tag, step]) => [accountId, tag, step])
  await tx.run(
    `INSERT INTO tag_counts (account_id, tag, count) VALUES ${changed.map(() => '(?, ?, ?)').join(', ')}
     ON CONFLICT (account_id, tag) DO UPDATE SET count = tag_counts.count + excluded.count`,
    ...values,
  )
  const fewer = changed.filter(([, step]) => step < 0).map(([tag]) => tag)
  if (fewer.length > 0) {
    await tx.run(
      `DELETE FROM tag_counts WHERE account_id = ? AND count = 0 AND tag IN (${placeholders(fewer.length)})`,
      accountId,
      ...fewer,
    )
  }
}

function tagsCounted(item: Item | null): string[] {
  return item === null || item.removedAt !== null ? [] : item.tags
}
