import type { Permits } from '../../limits/permits.ts'
import type { Database } from '../../database/database.ts'
import { type ArticleFormat, findArticle } from '../../queue/content/article.ts'
import { type Capture, readCaptures } from '../../queue/content/capture.ts'
import { type PageVersion, readPageVersions } from '../../queue/content/page-version-rows.ts'
import { listSiteExtractions } from '../../queue/content/site-extractions.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { readHighlights } from '../../queue/highlights/highlights.ts'
import type { Change } from '../../queue/history/change.ts'
import { readFeed } from '../../queue/history/feed.ts'
import { historyOf } from '../../queue/history/history.ts'
import { sleep } from '../../ports/clock.ts'
import { KEY_FIELDS, selectFields } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import type { Cursor } from '../../queue/lists/page.ts'
import type { Item } from '../../queue/model/item.ts'
import { fieldsOf } from '../../queue/saved-searches/saved-search.ts'
import { listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import type { Filter } from '../../queue/search/filter.ts'
import { listSuggestions } from '../../queue/suggestions/suggestion-row.ts'
import { listTagColours } from '../../queue/tags/tag-colour-row.ts'
import type { Suggestion } from '../../queue/suggestions/suggestion.ts'
import type { AccountId } from '../../ids.ts'

/** Rows read at a time. */
const BATCH = 50
const KEY_BATCH = 500

/** What to export: everything, the items of a list, optionally only those changed since some point, or selected items. */
export type Extent =
  | { of: 'everything' }
  | { of: 'list'; filter: Filter; since?: Since | undefined }
  | { of: 'items'; ids: string[] }

/** A version of the queue, or an instant in milliseconds, after which items changed. */
export type Since = { version: number } | { at: number }

/** What an export writes. It is read from the database only as fast as it is written. */
export type ExportSource = {
  /** The base address of the service, and the email address of the account; null where an agent exports. */
  service: string
  account: string | null
  exportedAt: number
  isEverything: boolean
  /**
   * Whether the items will be merged with those of earlier exports, so that the file names of items must be unique
   * among all of them.
   */
  isPartOfSeries: boolean
  /** Newest first, or in the order of the selection; without items in the trash unless they were requested. */
  items(): AsyncGenerator<Item, void>
  /** The same; if everything is exported, by id and including the trash. */
  itemsWithTrash(): AsyncGenerator<Item, void>
  /** The stored article of an item. */
  articleOf(item: Item, format: ArticleFormat): Promise<string | undefined>
  capturesOf(item: Item): Promise<Capture[]>
  /** Previous copies of its page, newest first. */
  versionsOf(item: Item): AsyncGenerator<PageVersion, void>
  /** In the order of the article; highlights that are not found in it come last. */
  highlightsOf(item: Item): Promise<Highlight[]>
  /** The settings of the account; empty if only some items are exported. */
  settings(): Promise<{ siteExtractions: object[]; savedSearches: object[]; tagColours: object[] }>
  suggestions(): AsyncGenerator<Suggestion, void>
  /** Each change with the title of its item, if that is known. */
  changes(): AsyncGenerator<{ change: Change; title: string }, void>
}

type Account = { accountId: AccountId; email: string | null }

export function openExport(
  services: { db: Database; permits: Permits; config: { baseUrl: string } },
  { accountId, email }: Account,
  { extent, exportedAt }: { extent: Extent; exportedAt: number },
): ExportSource {
  const { db, config } = services
  const isEverything = extent.of === 'everything'
  const listed = (filter: Filter) => itemsOfList(services, accountId, filter)
  const some = () => {
    if (extent.of === 'items') return namedItems(db, accountId, extent.ids)
    if (extent.of === 'everything') return listed(EVERYTHING)
    const filter: Filter = { ...extent.filter, sort: 'newest' }
    return extent.since ? changedItems(services, accountId, { filter, since: extent.since }) : listed(filter)
  }
  return {
    service: config.baseUrl,
    account: email,
    exportedAt,
    isEverything,
    isPartOfSeries: extent.of === 'list' && extent.since !== undefined,
    items: some,
    itemsWithTrash: () => (isEverything ? allItems(db, accountId) : some()),
    articleOf: async (item, format) =>
      item.wordCount === null ? undefined : findArticle(db, { accountId, itemId: item.id }, format),
    // Only an item whose page is not read yet has captures.
    capturesOf: async (item) =>
      item.content.status === 'pending' ? readCaptures(db, { accountId, itemId: item.id }) : [],
    versionsOf: (item) => readPageVersions(db, { accountId, itemId: item.id }),
    highlightsOf: (item) => readHighlights(db, accountId, item),
    async settings() {
      if (!isEverything) return { siteExtractions: [], savedSearches: [], tagColours: [] }
      return {
        siteExtractions: await listSiteExtractions(db, accountId),
        savedSearches: (await listSavedSearches(db, accountId)).map(fieldsOf),
        tagColours: [...(await listTagColours(db, accountId))].map(([tag, colour]) => ({ tag, colour })),
      }
    },
    suggestions: () => (isEverything ? allSuggestions(db, accountId) : nothing()),
    changes: () => (isEverything ? allChanges(db, accountId) : nothing()),
  }
}

/** Without a query, so that it is read like any list. */
const EVERYTHING: Filter = { state: 'all', sort: 'newest' }

async function* nothing(): AsyncGenerator<never, void> {}

async function* itemsOfList(
  services: { db: Database; permits: Permits },
  accountId: AccountId,
  filter: Filter,
): AsyncGenerator<Item, void> {
  let cursor: Cursor | undefined
  do {
    const page = await listsOf(services, accountId).page({ filter, limit: BATCH, cursor })
    yield* page.items
    cursor = page.next
  } while (cursor)
}

const selectVersions = selectFields([...KEY_FIELDS, 'updatedAt'])

/** Reads only the keys of unchanged items, and yields to other work in between. */
async function* changedItems(
  services: { db: Database; permits: Permits },
  accountId: AccountId,
  { filter, since }: { filter: Filter; since: Since },
): AsyncGenerator<Item, void> {
  let cursor: Cursor | undefined
  do {
    const page = await listsOf(services, accountId).pageOf(
      { filter, limit: KEY_BATCH, cursor },
      selectVersions,
    )
    const changed = page.items.filter(({ version, updatedAt }) =>
      'version' in since ? version > since.version : updatedAt >= since.at,
    )
    yield* namedItems(
      services.db,
      accountId,
      changed.map(({ id }) => id),
    )
    cursor = page.next
    await sleep(0)
  } while (cursor)
}

async function* namedItems(db: Database, accountId: AccountId, ids: string[]): AsyncGenerator<Item, void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const items = await itemsOf(db, accountId).findAll(batch)
    yield* batch.flatMap((id) => items.get(id) ?? [])
  }
}

async function* allItems(db: Database, accountId: AccountId): AsyncGenerator<Item, void> {
  let batch: Item[] = []
  do {
    batch = await itemsOf(db, accountId).afterId(batch.at(-1)?.id ?? '', BATCH)
    yield* batch
  } while (batch.length === BATCH)
}

async function* allSuggestions(db: Database, accountId: AccountId): AsyncGenerator<Suggestion, void> {
  let batch: Suggestion[] = []
  do {
    batch = await listSuggestions(db, accountId, { after: batch.at(-1)?.id ?? '', limit: BATCH })
    yield* batch
  } while (batch.length === BATCH)
}

async function* allChanges(
  db: Database,
  accountId: AccountId,
): AsyncGenerator<{ change: Change; title: string }, void> {
  let last = 0
  for (;;) {
    // The oldest changes may be pruned during the export.
    const { dropped } = await historyOf(db, accountId).range()
    last = Math.max(last, dropped)
    const { changes, titles } = await readFeed(db, accountId, { after: last, limit: BATCH })
    if (changes.length === 0) return
    for (const change of changes) yield { change, title: titles.get(change.itemId) ?? '' }
    last = changes.at(-1)!.sequence
  }
}
