import type { Item } from '../../queue/model/item.ts'
import type { ItemKey } from '../../queue/items/item-row.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import type { Services } from '../../services.ts'

/** How an interface (API, pages or MCP) represents an item in a list. */
export type ListFace<R extends string | object> = {
  /** Distinguishes the interfaces in the cache. */
  name: string
  represent(item: Item, snippet: Snippet | undefined): R
}

/**
 * Represents the items of a page in order, cached by item version, so that after a change only the items that it
 * touched are read and represented again. Items with a snippet depend on the search too and are not cached.
 */
export async function listItems<R extends string | object>(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  accountId: string,
  { name, represent }: ListFace<R>,
  { items: keys, snippets }: Page<ItemKey>,
): Promise<R[]> {
  const cacheKey = ({ id, version }: ItemKey) => `${name} ${accountId} ${id} ${version}`
  const known = new Map<string, R>()
  for (const key of keys) {
    // Every entry under this name was created by the same `represent`.
    const cached = snippets.has(key.id) ? undefined : (cache.get(cacheKey(key)) as R | undefined)
    if (cached !== undefined) known.set(key.id, cached)
  }
  const missing = keys.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  for (const item of (await itemsOf(db, accountId).findAll(missing)).values()) {
    const snippet = snippets.get(item.id)
    const represented = represent(item, snippet)
    known.set(item.id, represented)
    if (!snippet) cache.set(cacheKey(item), represented)
  }
  // Items deleted since their keys were read are left out.
  return keys.flatMap(({ id }) => known.get(id) ?? [])
}
