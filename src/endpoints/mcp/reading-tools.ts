import { type ContentPage, contentPage, framed, framedContent, TOKEN_LENGTH } from '../../mcp/content.ts'
import { findPassages } from '../../mcp/find.ts'
import { itemText, sourceText, wholeItem } from '../../mcp/item.ts'
import { aboutList, MAX_MATCHED } from '../../mcp/list.ts'
import { chosenRow, ROW_ARGUMENTS, USUAL_FIELDS, usualRow } from '../../mcp/row.ts'
import {
  CONTENT_ARGUMENTS,
  fetchTool,
  getItemContentTool,
  getItemTool,
  listQueueTool,
  listTagsTool,
  searchTool,
} from '../../mcp/reading-tools.ts'
import { toolResult } from '../../mcp/result.ts'
import { findArticle } from '../../queue/content/article.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { type ItemSummary, selectFields } from '../../queue/items/select-items.ts'
import { type Items, itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import { isSearch } from '../../queue/search/filter.ts'
import { noteReading } from '../../queue/history/reading.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { parseSearch, type Search, SEARCH_FIELDS, writeCursor } from '../../queue/lists/search.ts'
import { type Snippet, snippetText } from '../../queue/search/snippet.ts'
import { Failure, invalidField } from '../../failure.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { Services } from '../../services.ts'
import { noContent } from '../shared/content.ts'
import { listChanges } from './list-changes.ts'
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
  { filter, cursor: position }: Search,
  page: Page<ItemSummary>,
  more: string | undefined,
): Promise<{ matched: number; words?: string }> {
  const shown = page.items.length
  const isWhole = position === undefined && page.next === undefined
  const matched = isWhole ? shown : await items.count(filter, MAX_MATCHED)
  const isNarrowed = isSearch(filter) || filter.tag !== undefined
  return aboutList({ shown, matched, isSearch: isNarrowed, more })
}

/** The text of an item's page; undefined if none is saved. */
async function textOf(
  services: Services,
  { accountId, agent }: Bearer,
  item: Item,
  format: 'markdown' | 'text',
): Promise<string | undefined> {
  const text = await findArticle(services.db, accountId, item.id, format)
  if (text !== undefined) await noteReading(services, accountId, agent.id, item.id)
  return text
}

/** Throws `invalid_input` for a page past the last. */
function pageOf(text: string, page: number, maxTokens?: number): ContentPage {
  const found = contentPage(text, page, maxTokens && maxTokens * TOKEN_LENGTH)
  if (!found) throw invalidField('page', `The text has no page ${page}. Begin with page 1.`)
  return found
}

const getItemContent: RunnableTool = {
  tool: getItemContentTool,
  async run(services, bearer, input) {
    const { page = 1, format, max_tokens, find } = parseInput(CONTENT_ARGUMENTS, input)
    const item = await namedItem(services, bearer, input)
    const text = await textOf(services, bearer, item, format === 'plain' ? 'text' : 'markdown')
    if (text === undefined) throw unreadable(item)
    const about = {
      id: item.id,
      title: titleOf(item),
      url: item.url,
      ...(item.snapshot && { source: sourceText(item.snapshot.source) }),
    }
    const secret = services.random.id()
    if (find === undefined) {
      const content = pageOf(text, page, max_tokens)
      const { pages } = content
      return toolResult({ ...about, page: content.page, pages, text: framedContent(content, secret) })
    }
    const { matches, passages } = findPassages(text, find)
    if (matches === 0) {
      const words = `"${find}" does not occur in this text. Try fewer words, or read it by pages.`
      return toolResult({ ...about, matches, text: words })
    }
    const shown = passages.map(({ text }) => text).join('\n\n')
    return toolResult({ ...about, matches, text: framed(shown, secret) })
  },
}

/** Why there is no text, and what to do: a page that failed may be fetched again. */
function unreadable(item: Item): Failure {
  const failure = noContent(item)
  if (item.content.status !== 'failed') return failure
  const cure = 'Call change_items with action ["refetch-item"] to try again, or open its address.'
  return new Failure('not_offered', `${failure.detail} ${cure}`)
}

function resultOf(item: Item, snippet: Snippet | undefined): Record<string, string> {
  const found = snippet && { snippet: snippetText(snippet) }
  return { id: item.id, title: titleOf(item), url: item.url, ...found }
}

const fetch: RunnableTool = {
  tool: fetchTool,
  async run(services, bearer, input) {
    const item = await namedItem(services, bearer, input)
    const { page = 1 } = parseInput({ page: CONTENT_ARGUMENTS.page }, input)
    const article = await textOf(services, bearer, item, 'markdown')
    const content = article === undefined ? undefined : pageOf(article, page)
    const { id, url, tags } = item
    const metadata = { site: item.site, tags: tags.join(', '), savedAt: new Date(item.savedAt).toISOString() }
    const [about, secret] = [itemText(item), services.random.id()]
    const framedText = content
      ? framedContent(content, secret, about)
      : `${framed(about, secret)}\n\n${noContent(item).detail}`
    return toolResult({ id, title: titleOf(item), text: framedText, url, metadata })
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
