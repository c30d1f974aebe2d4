import { type Connection, placeholders } from '../../database/database.ts'
import type { Filter } from '../search/filter.ts'
import type { TagCount } from '../items/tag-counts.ts'
import type { AccountId } from '../../ids.ts'

/** The same filter, with its rarest tag first, because the first one's index is scanned. */
export async function rarestTagFirst(db: Connection, accountId: AccountId, filter: Filter): Promise<Filter> {
  const { tag, query } = filter
  const conditions = query?.conditions ?? []
  const isTag = (condition: (typeof conditions)[number]) => condition.kind === 'tag' && !condition.isExcluded
  const requiredTags = conditions.flatMap((one) => (one.kind === 'tag' && !one.isExcluded ? [one.tag] : []))
  const tags = [...new Set([...(tag === undefined ? [] : [tag]), ...requiredTags])]
  if (!query || tags.length < 2) return filter
  const rows = await db.rows<TagCount>(
    `SELECT tag, count FROM tag_counts WHERE account_id = ? AND tag IN (${placeholders(tags.length)})`,
    accountId,
    ...tags,
  )
  const counts = new Map(rows.map((row) => [row.tag, row.count]))
  const [rarest, ...others] = tags.sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
  const besides = others.map((other) => ({ kind: 'tag', tag: other, isExcluded: false }) as const)
  const rest = conditions.filter((condition) => !isTag(condition))
  return { ...filter, tag: rarest, query: { ...query, conditions: [...besides, ...rest] } }
}
