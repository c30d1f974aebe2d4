import { Failure } from '../../failure.ts'
import { personQueryContext } from '../../http/caller.ts'
import { highlightOfItem } from '../../mcp/highlight.ts'
import { wholeItem } from '../../mcp/item.ts'
import { savedSearchRow, savedSearchUri } from '../../mcp/saved-search.ts'
import { usualRow } from '../../mcp/row.ts'
import { markUntrusted } from '../../mcp/result.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { recentHighlights } from '../../queue/highlights/highlights.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { parseSearch } from '../../queue/lists/search.ts'
import { findSavedSearch, listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import type { Services } from '../../services.ts'
import { warnOfPromptInjection } from './warn-of-prompt-injection.ts'

const JSON_TYPE = 'application/json'
const UNREAD = 'queue://unread'
const SEARCH = /^queue:\/\/searches\/([^/?#]+)$/
const ITEM = /^queue:\/\/items\/([0-9a-f-]{36})$/

const HIGHLIGHTS = 'queue://highlights'
/** The newest ones, which the resource shows. */
const HIGHLIGHTS_SHOWN = 50

const LISTS = [
  {
    uri: UNREAD,
    name: 'unread',
    title: 'Unread links',
    description: `The ${DEFAULT_PAGE} newest unread items of the queue`,
    mimeType: JSON_TYPE,
  },
  {
    uri: HIGHLIGHTS,
    name: 'highlights',
    title: 'Highlights',
    description: `The ${HIGHLIGHTS_SHOWN} newest highlights with their notes`,
    mimeType: JSON_TYPE,
  },
]

/** The resources of an account: its unread items, its highlights, and each saved search. */
export async function listResources({ db }: Services, { accountId }: Bearer) {
  const searches = await listSavedSearches(db, accountId)
  const ofSearches = searches.map(({ name, query }) => ({
    uri: savedSearchUri(name),
    name,
    title: name,
    description: `The first ${DEFAULT_PAGE} items that this saved search finds: ${query}`,
    mimeType: JSON_TYPE,
  }))
  return [...LISTS, ...ofSearches]
}

export const resourceTemplates = [
  {
    uriTemplate: 'queue://items/{id}',
    name: 'item',
    title: 'A saved link',
    description: 'Everything that is known of one item',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'queue://searches/{name}',
    name: 'search',
    title: 'A saved search',
    description: `The first ${DEFAULT_PAGE} items that a saved search finds`,
    mimeType: JSON_TYPE,
  },
]

/** The content of a resource; undefined if the URI is unknown. */
export async function readResource(
  services: Services,
  bearer: Bearer,
  uri: string,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] } | undefined> {
  const { accountId } = bearer
  const items = itemsOf(services.db, accountId)
  const show = (value: Record<string, unknown>) => ({
    contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(markUntrusted(value)) }],
  })
  if (uri === UNREAD) {
    const page = await listsOf(services, accountId).page({ filter: { state: 'unread' }, limit: DEFAULT_PAGE })
    const warning = await warnOfPromptInjection(services, { bearer }, { items: page.items })
    return show({ ...warning, items: page.items.map((item) => usualRow(item)) })
  }
  if (uri === HIGHLIGHTS) {
    const highlights = await recentHighlights(services.db, accountId, HIGHLIGHTS_SHOWN)
    const known = await items.findAll([...new Set(highlights.map(({ itemId }) => itemId))])
    const warning = await warnOfPromptInjection(
      services,
      { bearer },
      { items: [...known.values()], highlights: Map.groupBy(highlights, ({ itemId }) => itemId) },
    )
    return show({
      ...warning,
      highlights: highlights.map((one) => highlightOfItem(one, known.get(one.itemId))),
    })
  }
  const name = decoded(SEARCH.exec(uri)?.[1])
  if (name !== undefined) {
    const saved = await findSavedSearch(services.db, accountId, name)
    if (!saved) return undefined
    const search = parseSearch(
      { q: saved.query, sort: saved.sort },
      {
        accountId,
        seal: services.seal,
        // A saved search is the person's.
        queryContext: personQueryContext(services),
      },
    )
    const page = await listsOf(services, accountId).page(search)
    const words = explainSearch(page.leniency, search.filter.query)
    const items = page.items.map((item) => usualRow(item, page.snippets.get(item.id), search.filter.state))
    return show({ search: savedSearchRow(saved), ...(words && { words }), items })
  }
  const id = ITEM.exec(uri)?.[1]
  if (id === undefined) return undefined
  try {
    const item = await items.find(id)
    return show({
      ...(await warnOfPromptInjection(services, { bearer }, { items: [item] })),
      item: wholeItem(item),
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}

/** Undefined where it is no encoding of a text. */
function decoded(encoded: string | undefined): string | undefined {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
