import type { Database } from '../../database/database.ts'
import { agentQueryContext } from '../../http/caller.ts'
import { shownHighlights } from '../../mcp/highlight.ts'
import { wholeItem } from '../../mcp/item.ts'
import { chosenRow, ROW_ARGUMENTS, USUAL_FIELDS, type UsualItem, usualRow } from '../../mcp/row.ts'
import { getItemTool, listQueueTool, listTagsTool, searchTool } from '../../mcp/read-only-tools.ts'
import { savedSearchRow } from '../../mcp/saved-search.ts'
import { toolResult } from '../../mcp/result.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { readHighlights, highlightsOfItems } from '../../queue/highlights/highlights.ts'
import { agentRequestStateOf } from '../../queue/model/agent-request.ts'
import { selectFields } from '../../queue/items/select-items.ts'
import type { ShownItem } from '../../queue/history/shown-prompt-injection.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { type Lists, listsOf } from '../../queue/lists/lists.ts'
import { MAX_PAGE } from '../../queue/lists/page.ts'
import { listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { parseSearch, type Search, SEARCH_FIELDS, writeCursor } from '../../queue/lists/search.ts'
import { type Snippet, snippetText } from '../../queue/search/snippet.ts'
import { fetch, getItemContent } from './content-tools.ts'
import { describeList, type More, tagsIfEmpty } from './describe-list.ts'
import { listChanges } from './list-changes.ts'
import { namedItem, type RunnableTool } from './runnable-tool.ts'
import { warnOfPromptInjection } from './warn-of-prompt-injection.ts'
import type { AccountId } from '../../ids.ts'

const selectUsual = selectFields(USUAL_FIELDS)

const listQueue: RunnableTool = {
  tool: listQueueTool,
  async run(services, call, input) {
    const { accountId } = call.bearer
    const { seal } = services
    const { fields } = parseInput(ROW_ARGUMENTS, input)
    // Some clients send null for omitted arguments.
    const args = { ...input, after: input['after'] ?? undefined }
    const query = parseSearch(args, {
      accountId,
      seal,
      queryContext: agentQueryContext(services, call.bearer),
    })
    const lists = listsOf(services, accountId)
    const { page, rows, shown, highlights } = await readRows(
      { db: services.db, accountId, lists },
      query,
      fields,
    )
    const next = page.next && writeCursor(page.next, { filter: query.filter, accountId, seal })
    return toolResult({
      ...(await warnOfPromptInjection(services, call, { items: shown, snippets: page.snippets, highlights })),
      state: query.filter.state,
      ...(await describeList(
        lists,
        { search: query, page },
        { ...MORE_OF_LIST, ...(await tagsIfEmpty(services, accountId, page)) },
      )),
      ...(next ? { next } : {}),
      items: rows,
    })
  },
}

const getItem: RunnableTool = {
  tool: getItemTool,
  async run(services, call, input) {
    const item = await namedItem(services, call, input)
    const highlights = await readHighlights(services.db, call.bearer.accountId, item)
    return toolResult({
      ...(await warnOfPromptInjection(services, call, {
        items: [item],
        highlights: new Map([[item.id, highlights]]),
      })),
      item: wholeItem(item),
      ...shownHighlights(highlights),
    })
  },
}

const listTags: RunnableTool = {
  tool: listTagsTool,
  async run({ db }, { bearer: { accountId } }) {
    const searches = (await listSavedSearches(db, accountId)).map(savedSearchRow)
    const tags = await itemsOf(db, accountId).tags()
    return toolResult({ tags, ...(searches.length > 0 && { searches }) })
  },
}

/** Results of a search; list_queue lists more. */
const MAX_RESULTS = 8

const QUERY = { query: { ...SEARCH_FIELDS.q, required: true } } as const

const search: RunnableTool = {
  tool: searchTool,
  async run(services, call, input) {
    const { accountId } = call.bearer
    const { query: q } = parseInput(QUERY, input)
    const query = parseSearch(
      { q, limit: MAX_RESULTS },
      { accountId, seal: services.seal, queryContext: agentQueryContext(services, call.bearer) },
    )
    const lists = listsOf(services, accountId)
    const page = await lists.page(query)
    return toolResult({
      ...(await warnOfPromptInjection(services, call, {
        items: page.items.map(usuallyShown),
        snippets: page.snippets,
      })),
      ...(await describeList(
        lists,
        { search: query, page },
        { ...MORE_OF_SEARCH, ...(await tagsIfEmpty(services, accountId, page)) },
      )),
      results: page.items.map((item) => resultOf(item, page.snippets.get(item.id))),
    })
  },
}

function resultOf(item: Item, snippet: Snippet | undefined): Record<string, string> {
  const found = snippet && { snippet: snippetText(snippet) }
  return { id: item.id, title: titleOf(item), url: item.url, ...found }
}

/** What a row shows of an item that others wrote, but for the fields of `MORE_TEXTS`. */
function usuallyShown(item: UsualItem): ShownItem {
  const { id, version, givenTitle, titleBy, pageTitle, request, requestBy } = item
  const isAsked = agentRequestStateOf(item) === 'asked'
  return { id, version, givenTitle, titleBy, pageTitle, ...(isAsked && { request, requestBy }) }
}

const MORE_TEXTS = ['excerpt', 'note', 'request', 'answer', 'reason']

/** A page of a list with its rows; only the columns that usual rows need are read for those. */
async function readRows(
  { db, accountId, lists }: { db: Database; accountId: AccountId; lists: Lists },
  query: Search,
  fields: string[] | undefined,
) {
  if (fields) {
    const page = await lists.page(query)
    const highlights = fields.includes('highlights')
      ? await highlightsOfItems(db, accountId, page.items)
      : undefined
    const rows = page.items.map((item) => {
      const own = highlights?.get(item.id)
      const shown = own
        ? { ...item, highlightRows: shownHighlights(own, page.items.length).highlights }
        : item
      return chosenRow(shown, fields, page.snippets.get(item.id))
    })
    const isMore = fields.some((name) => MORE_TEXTS.includes(name))
    return { page, rows, shown: isMore ? page.items : page.items.map(usuallyShown), highlights }
  }
  const page = await lists.pageOf(query, selectUsual)
  const rows = page.items.map((item) => usualRow(item, page.snippets.get(item.id), query.filter.state))
  return { page, rows, shown: page.items.map(usuallyShown) }
}

const MORE_OF_LIST: More = {
  next: 'Pass next as after for more.',
  some: (limit) =>
    limit < MAX_PAGE ? `A larger limit, up to ${MAX_PAGE}, shows more.` : 'Give fewer or other words.',
}
const MORE_OF_SEARCH: More = {
  next: 'list_queue with the same query as q gives more, and pages.',
  some: () => `list_queue with the same query as q and limit ${MAX_PAGE} gives more.`,
}

export const readOnlyTools: RunnableTool[] = [
  search,
  fetch,
  listQueue,
  getItem,
  getItemContent,
  listTags,
  listChanges,
]
