import { type ContentPage, contentPage, framed, framedContent } from '../../mcp/content.ts'
import { itemText, sourceText, wholeItem } from '../../mcp/item.ts'
import { aboutList, MAX_MATCHED } from '../../mcp/list.ts'
import { chosenRow, ROW_ARGUMENTS, USUAL_FIELDS, usualRow } from '../../mcp/row.ts'
import {
  fetchTool,
  getItemContentTool,
  getItemTool,
  listChangesTool,
  listQueueTool,
  listTagsTool,
  searchTool,
} from '../../mcp/reading-tools.ts'
import { listedChange } from '../../mcp/change.ts'
import { toolResult } from '../../mcp/result.ts'
import { findArticle } from '../../queue/content/article.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { type ItemKey, selectFields } from '../../queue/items/select-items.ts'
import { type Items, itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import { isSearch } from '../../queue/search/filter.ts'
import { parseFeed, readFeed, startOf } from '../../queue/history/feed.ts'
import { historyOf } from '../../queue/history/history.ts'
import { noteReading } from '../../queue/history/reading.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { parseSearch, type Search, SEARCH_FIELDS, writeCursor } from '../../queue/lists/search.ts'
import { type Snippet, snippetText } from '../../queue/search/snippet.ts'
import { invalidField } from '../../failure.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { Services } from '../../services.ts'
import { noContent } from '../shared/content.ts'
import { namedItem, type RunnableTool } from './runnable-tool.ts'

const selectUsual = selectFields(USUAL_FIELDS)

const listQueue: RunnableTool = {
  tool: listQueueTool,
  async run(services, { accountId }, input) {
    const { db, seal } = services
    const { fields } = parseInput(ROW_ARGUMENTS, input)
    // Some clients send null for omitted arguments.
    const given = { ...input, after: input['after'] ?? undefined }
    const query = parseSearch(given, accountId, seal)
    const items = itemsOf(db, accountId)
    const { page, rows } = await readRows(items, query, fields)
    const next = page.next && writeCursor(page.next, query.filter, accountId, seal)
    return toolResult({
      state: query.filter.state,
      ...(await describeList(items, query, page, next && 'Pass next as after for more.')),
      ...(next ? { next } : {}),
      items: rows,
    })
  },
}

const getItem: RunnableTool = {
  tool: getItemTool,
  run: async (services, bearer, input) =>
    toolResult({ item: wholeItem(await namedItem(services, bearer, input)) }),
}

const listTags: RunnableTool = {
  tool: listTagsTool,
  run: async ({ db }, { accountId }) => toolResult({ tags: await itemsOf(db, accountId).tags() }),
}

const QUERY = { query: { ...SEARCH_FIELDS.q, required: true } } as const

const search: RunnableTool = {
  tool: searchTool,
  async run({ db, seal }, { accountId }, input) {
    const { query: q } = parseInput(QUERY, input)
    const query = parseSearch({ q }, accountId, seal)
    const items = itemsOf(db, accountId)
    const page = await items.page(query)
    const more = page.next && 'list_queue with the same query as q gives more, and pages.'
    return toolResult({
      ...(await describeList(items, query, page, more)),
      results: page.items.map((item) => resultOf(item, page.snippets.get(item.id))),
    })
  },
}

/** A page of a list with its rows; only the columns that usual rows need are read for those. */
async function readRows(items: Items, query: Search, fields: string[] | undefined) {
  if (fields) {
    const page = await items.page(query)
    return { page, rows: page.items.map((item) => chosenRow(item, fields, page.snippets.get(item.id))) }
  }
  const page = await items.pageOf(query, selectUsual)
  const rows = page.items.map((item) => usualRow(item, page.snippets.get(item.id), query.filter.state))
  return { page, rows }
}

/** How many items match a list, and what to do if the page is cut or empty. */
async function describeList(
  items: Items,
  { filter, position }: Search,
  page: Page<ItemKey>,
  more: string | undefined,
): Promise<{ matched: number; words?: string }> {
  const shown = page.items.length
  const isWhole = position === undefined && page.next === undefined
  const matched = isWhole ? shown : await items.count(filter, MAX_MATCHED)
  const isNarrowed = isSearch(filter) || filter.tag !== undefined
  return aboutList({ shown, matched, isSearch: isNarrowed, more })
}

const CONTENT_PAGE = { page: { kind: 'count', title: 'Page', max: 100_000 } } as const

/** A page of an item's article; undefined if none is saved. Throws `invalid_input` for a page past the last. */
async function pageOfContent(
  services: Services,
  { accountId, agent }: Bearer,
  item: Item,
  input: RawInput,
): Promise<ContentPage | undefined> {
  const { page = 1 } = parseInput(CONTENT_PAGE, input)
  const markdown = await findArticle(services.db, accountId, item.id, 'markdown')
  if (markdown === undefined) return undefined
  const found = contentPage(markdown, page)
  if (found) await noteReading(services, accountId, agent.id, item.id)
  else throw invalidField('page', `The text has no page ${page}. Begin with page 1.`)
  return found
}

const getItemContent: RunnableTool = {
  tool: getItemContentTool,
  async run(services, bearer, input) {
    const item = await namedItem(services, bearer, input)
    const content = await pageOfContent(services, bearer, item, input)
    if (!content) throw noContent(item)
    const { id, url } = item
    const { page, pages } = content
    return toolResult({
      id,
      title: titleOf(item),
      url,
      ...(item.snapshot && { source: sourceText(item.snapshot.source) }),
      page,
      pages,
      text: framedContent(content, services.random.id()),
    })
  },
}

function resultOf(item: Item, snippet: Snippet | undefined): Record<string, string> {
  const found = snippet && { snippet: snippetText(snippet) }
  return { id: item.id, title: titleOf(item), url: item.url, ...found }
}

const fetch: RunnableTool = {
  tool: fetchTool,
  async run(services, bearer, input) {
    const item = await namedItem(services, bearer, input)
    const content = await pageOfContent(services, bearer, item, input)
    const { id, url, tags } = item
    const metadata = { site: item.site, tags: tags.join(', '), savedAt: new Date(item.savedAt).toISOString() }
    const [about, secret] = [itemText(item), services.random.id()]
    const framedText = content
      ? framedContent(content, secret, about)
      : `${framed(about, secret)}\n\n${noContent(item).detail}`
    return toolResult({ id, title: titleOf(item), text: framedText, url, metadata })
  },
}

const listChanges: RunnableTool = {
  tool: listChangesTool,
  async run({ db }, { accountId }, input) {
    const { after: requestedAfter, limit } = parseFeed(input)
    const extent = await historyOf(db, accountId).extent()
    const after = startOf(requestedAfter, extent)
    const { changes, titles } = await readFeed(db, accountId, after, limit)
    const last = changes.at(-1)?.sequence ?? after
    return toolResult({
      changes: changes.map((change) => listedChange(change, titles.get(change.itemId) ?? '')),
      next: last,
      more: last < extent.latest,
    })
  },
}

export const readingTools: RunnableTool[] = [
  search,
  fetch,
  listQueue,
  getItem,
  getItemContent,
  listTags,
  listChanges,
]
