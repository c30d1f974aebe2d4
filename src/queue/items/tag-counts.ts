import { type Connection, placeholders, type Value } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import type { AccountId } from '../../ids.ts'

/** A tag, and how many items have it, not counting removed ones. */
export type TagCount = { tag: string; count: number }

/** The effect of a change on the counts, by tag. */
export type TagDeltas = Map<string, number>

/** The most tags listed for people and agents. */
const MAX_LISTED = 200

/** The tags of an account, the most used first. */
export function readTagCounts(db: Connection, accountId: AccountId): Promise<TagCount[]> {
  return db.rows<TagCount>(
    'SELECT tag, count FROM tag_counts WHERE account_id = ? ORDER BY count DESC, tag LIMIT ?',
    accountId,
    MAX_LISTED,
  )
}

/** Tags on one page of all tags. */
const PAGE_SIZE = 200

/** A page of all tags of an account, by name, after a tag; `next` is the last of them if there are more. */
export async function pageOfTags(
  db: Connection,
  accountId: AccountId,
  after: string,
): Promise<{ tags: TagCount[]; next: string | undefined }> {
  const found = await db.rows<TagCount>(
    'SELECT tag, count FROM tag_counts WHERE account_id = ? AND tag > ? ORDER BY tag LIMIT ?',
    accountId,
    after,
    PAGE_SIZE + 1,
  )
  const tags = found.slice(0, PAGE_SIZE)
  return { tags, next: found.length > PAGE_SIZE ? tags.at(-1)?.tag : undefined }
}

/** Adds the effect of one item's change to the deltas; null means that the item is new, or deleted. */
export function countTags(steps: TagDeltas, before: Item | null, after: Item | null): void {
  for (const tag of tagsCounted(before)) steps.set(tag, (steps.get(tag) ?? 0) - 1)
  for (const tag of tagsCounted(after)) steps.set(tag, (steps.get(tag) ?? 0) + 1)
}

/** Updates the stored counts, and deletes tags that no item has any more. */
export async function saveTagCounts(tx: Connection, accountId: AccountId, steps: TagDeltas): Promise<void> {
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
