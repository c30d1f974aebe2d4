import { type Connection, placeholders, type Value } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import type { AccountId } from '../../ids.ts'

/** A tag, and how many items have it, not counting removed ones. */
export type TagCount = { tag: string; count: number }

/** The effect of a change on the counts, by tag. */
export type TagDeltas = Map<string, number>

/** The most tags listed for people and agents. */
const MAX_LISTED = 200
/** The most tags suggested to whoever types one. */
export const MAX_SUGGESTED = 1000

/** The tags of an account, the most used first. */
export function readTagCounts(db: Connection, accountId: AccountId, limit = MAX_LISTED): Promise<TagCount[]> {
  return db.rows<TagCount>(
    'SELECT tag, count FROM tag_counts WHERE account_id = ? ORDER BY count DESC, tag LIMIT ?',
    accountId,
    limit,
  )
}

/** Tags on one page of all tags. */
const PAGE_SIZE = 200

/** The orders of all tags. */
export const TAG_ORDERS = ['name', 'count'] as const
type TagOrder = (typeof TAG_ORDERS)[number]

/** Which tags, from which on: `after` is the last one of the page before, empty at first; `part` is in their names. */
export type TagQuery = { after: string; part: string; order: TagOrder }

/** A page of the tags of an account; `next` is the last of them if there are more. */
export async function pageOfTags(
  db: Connection,
  accountId: AccountId,
  { after, part, order }: TagQuery,
): Promise<{ tags: TagCount[]; next: string | undefined }> {
  const last =
    order === 'count' && after !== ''
      ? await db.row<TagCount>(
          'SELECT tag, count FROM tag_counts WHERE account_id = ? AND tag = ?',
          accountId,
          after,
        )
      : undefined
  const [start, values] =
    order === 'name'
      ? ['tag > ?', [after]]
      : last
        ? ['(count < ? OR (count = ? AND tag > ?))', [last.count, last.count, last.tag]]
        : ['count > ?', [0]]
  const found = await db.rows<TagCount>(
    `SELECT tag, count FROM tag_counts WHERE account_id = ? AND ${start} AND tag LIKE ? ESCAPE '!'
     ORDER BY ${order === 'name' ? 'tag' : 'count DESC, tag'} LIMIT ?`,
    accountId,
    ...values,
    `%${part.replace(/[!%_]/g, '!$&')}%`,
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

/** Tags written by one statement; databases bound the values of one. */
const TAGS_PER_STATEMENT = 1000

/** Updates the stored counts, and deletes tags that no item has any more. */
export async function saveTagCounts(tx: Connection, accountId: AccountId, steps: TagDeltas): Promise<void> {
  const changed = [...steps].filter(([, step]) => step !== 0)
  for (let start = 0; start < changed.length; start += TAGS_PER_STATEMENT)
    await saveBatch(tx, accountId, changed.slice(start, start + TAGS_PER_STATEMENT))
}

async function saveBatch(tx: Connection, accountId: AccountId, changed: [tag: string, step: number][]) {
  const values: Value[] = changed.flatMap(([tag, step]) => [accountId, tag, step])
  await tx.run(
    `INSERT INTO tag_counts (account_id, tag, count) VALUES ${changed.map(() => '(?, ?, ?)').join(', ')}
     ON CONFLICT (account_id, tag) DO UPDATE SET count = tag_counts.count + excluded.count`,
    ...values,
  )
  const fewer = changed.filter(([, step]) => step < 0).map(([tag]) => tag)
  if (fewer.length === 0) return
  await tx.run(
    `DELETE FROM tag_counts WHERE account_id = ? AND count = 0 AND tag IN (${placeholders(fewer.length)})`,
    accountId,
    ...fewer,
  )
}

function tagsCounted(item: Item | null): string[] {
  return item === null || item.removedAt !== null ? [] : item.tags
}
