import { itemText, listedItem, wholeItem } from '../../mcp/item.ts'
import { fetchTool, getItemTool, listQueueTool, listTagsTool, searchTool } from '../../mcp/reading-tools.ts'
import { toolResult } from '../../mcp/result.ts'
import { parseInput } from '../../queue/field.ts'
import { titleOf } from '../../queue/item.ts'
import { itemsOf } from '../../queue/items.ts'
import { parseSearch, SEARCH_FIELDS, writeCursor } from '../../queue/search.ts'
import { namedItem, type RunnableTool } from './runnable-tool.ts'
import { unlessChanged } from './unchanged.ts'

const listQueue: RunnableTool = {
  tool: listQueueTool,
  async run({ db, seal }, { accountId }, input) {
    // Some clients send null for what they leave out.
    const given = { ...input, after: input['after'] ?? undefined }
    const { filter, limit, position } = parseSearch(given, accountId, seal)
    const items = itemsOf(db, accountId)
    const { version, unread, read, favourite, removed } = await items.totals()
    const question = JSON.stringify([accountId, filter, limit, position])
    return unlessChanged(db, question, version, async () => {
      const page = await items.page(filter, limit, position)
      return toolResult({
        items: page.items.map(listedItem),
        totals: { unread, read, favourite, removed },
        ...(page.next ? { next: writeCursor(page.next, filter, accountId, seal) } : {}),
      })
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
    const { query } = parseInput(QUERY, input)
    const { filter, limit } = parseSearch({ q: query, state: 'all' }, accountId, seal)
    const { items } = await itemsOf(db, accountId).page(filter, limit)
    return toolResult({
      results: items.map((item) => ({ id: item.id, title: titleOf(item), url: item.url })),
    })
  },
}

const fetch: RunnableTool = {
  tool: fetchTool,
  async run(services, bearer, input) {
    const item = await namedItem(services, bearer, input)
    const { id, url, tags } = item
    const metadata = { site: item.site, tags: tags.join(', '), savedAt: new Date(item.savedAt).toISOString() }
    return toolResult({ id, title: titleOf(item), text: itemText(item), url, metadata })
  },
}

export const readingTools: RunnableTool[] = [search, fetch, listQueue, getItem, listTags]
