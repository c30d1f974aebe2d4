import type { ItemSummary } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import { itemCarriesInstructions } from '../../queue/history/shown-instructions.ts'
import type { Item } from '../../queue/model/item.ts'
import { type Snippet, snippetText } from '../../queue/search/snippet.ts'
import type { Services } from '../../services.ts'
import { embeddedItem } from '../../siren/item.ts'
import type { AccountId } from '../../ids.ts'

/**
 * The items of a page as Siren, in order, cached by item version, so that after a change only the items that it touched
 * are read and written again. Items with a snippet depend on the search too and are not cached. `instructing` is the first
 * item that carries instructions to agents.
 */
export async function listItems(
  { db, cache, config: { baseUrl } }: Pick<Services, 'db' | 'cache' | 'config'>,
  accountId: AccountId,
  { items: keys, snippets }: Page<ItemSummary>,
): Promise<{ texts: string[]; instructing: string | undefined }> {
  const cacheKey = ({ id, version }: ItemSummary) => `siren ${accountId} ${id} ${version}`
  // Every entry under such a key was written here.
  const written = keys.map((key) =>
    snippets.has(key.id) ? undefined : (cache.get(cacheKey(key)) as Written),
  )
  const missing = keys.filter((_, index) => written[index] === undefined).map(({ id }) => id)
  const items = missing.length === 0 ? new Map<string, Item>() : await itemsOf(db, accountId).findAll(missing)
  const texts: string[] = []
  let instructing: string | undefined
  for (const [index, { id }] of keys.entries()) {
    const item = items.get(id)
    // An item that has been deleted since its key was read is left out.
    if (!item && written[index] === undefined) continue
    const known = written[index] ?? (await writeItem(item!, baseUrl, snippets.get(id)))
    if (item && !snippets.has(id)) cache.set(cacheKey(item), known)
    if (typeof known === 'object') instructing ??= id
    texts.push(typeof known === 'object' ? known.text : known)
  }
  return { texts, instructing }
}

/** An item as Siren; as a member if it carries instructions to agents. */
type Written = string | { text: string }

async function writeItem(item: Item, baseUrl: string, snippet: Snippet | undefined): Promise<Written> {
  const text = JSON.stringify(embeddedItem(item, baseUrl, snippet))
  return (await itemCarriesInstructions(item, snippet && snippetText(snippet))) ? { text } : text
}
