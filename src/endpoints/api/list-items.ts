import type { ItemSummary } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import { itemContainsPromptInjection } from '../../queue/history/shown-prompt-injection.ts'
import type { Item } from '../../queue/model/item.ts'
import { type Snippet, snippetText } from '../../queue/search/snippet.ts'
import type { Services } from '../../services.ts'
import { embeddedItem } from '../../siren/item.ts'
import type { AccountId } from '../../ids.ts'

/**
 * The items of a page as Siren, in order, cached by item version, so that after a change only the items that it touched
 * are read and written again. Items with a snippet depend on the search too and are not cached. `injectionSource` is
 * the first item that contains prompt injection.
 */
export async function listItems(
  { db, cache, config: { baseUrl } }: Pick<Services, 'db' | 'cache' | 'config'>,
  accountId: AccountId,
  { items: keys, snippets }: Page<ItemSummary>,
): Promise<{ texts: string[]; injectionSource: string | undefined }> {
  const cacheKey = ({ id, version }: ItemSummary) => `siren ${accountId} ${id} ${version}`
  // Every entry under such a key was written here.
  const written = keys.map((key) =>
    snippets.has(key.id) ? undefined : (cache.get(cacheKey(key)) as Written),
  )
  const missing = keys.filter((_, index) => written[index] === undefined).map(({ id }) => id)
  const items = missing.length === 0 ? new Map<string, Item>() : await itemsOf(db, accountId).findAll(missing)
  const texts: string[] = []
  let injectionSource: string | undefined
  for (const [index, { id }] of keys.entries()) {
    const item = items.get(id)
    // An item that has been deleted since its key was read is left out.
    if (!item && written[index] === undefined) continue
    const known = written[index] ?? (await writeItem(item!, baseUrl, snippets.get(id)))
    if (item && !snippets.has(id)) cache.set(cacheKey(item), known)
    if (typeof known === 'object') injectionSource ??= id
    texts.push(typeof known === 'object' ? known.text : known)
  }
  return { texts, injectionSource }
}

/** An item as Siren; as a member if it contains prompt injection. */
type Written = string | { text: string }

async function writeItem(item: Item, baseUrl: string, snippet: Snippet | undefined): Promise<Written> {
  const text = JSON.stringify(embeddedItem(item, baseUrl, snippet))
  return (await itemContainsPromptInjection(item, snippet && snippetText(snippet))) ? { text } : text
}
