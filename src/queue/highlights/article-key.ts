import type { Item } from '../model/item.ts'

/** Differs where the article of an item is another one, or there is none in which to look for a passage. */
export function articleKey({
  snapshot,
  wordCount,
  removedAt,
}: Pick<Item, 'snapshot' | 'wordCount' | 'removedAt'>): string {
  return JSON.stringify([snapshot, wordCount, removedAt === null])
}
