import type { ItemSummary } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import type { Services } from '../../services.ts'
import { embeddedItem } from '../../siren/item.ts'

/**
 * The items of a page as Siren, in order, cached by item version, so that after a change only the items that it touched
 * are read and written again. Items with a snippet depend on the search too and are not cached.
 */
export async function listItems(
  { db, cache, config: { baseUrl } }: Pick<Services, 'db' | 'cache' | 'config'>,
  accountId: string,
  { items: keys, snippets }: Page<ItemSummary>,
): Promise<string[]> {
  const cacheKey = ({ id, version }: ItemSummary) => `siren ${accountId} ${id} ${version}`
  // Every entry under such a key was written here.
  const texts = keys.map((key) => (snippets.has(key.id) ? undefined : (cache.get(cacheKey(key)) as string)))
  const missing = keys.filter((_, index) => texts[index] === undefined).map(({ id }) => id)
  if (missing.length === 0) return texts as string[]
  const items = await itemsOf(db, accountId).findAll(missing)
  return keys.flatMap(({ id }, index) => {
    const known = texts[index]
    if (known !== undefined) return known
    const item = items.get(id)
    // An item that has been deleted since its key was read is left out.
    if (!item) return []
    const snippet = snippets.get(id)
    const text = JSON.stringify(embeddedItem(item, baseUrl, snippet))
    if (!snippet) cache.set(cacheKey(item), text)
    return text
  })
}
