import { agentQueryContext } from '../../http/caller.ts'
import { aboutList, MAX_MATCHED } from '../../mcp/list.ts'
import { searchOutcome } from '../../mcp/outcome.ts'
import { pendingOf } from '../../queue/search/filter.ts'
import type { SearchOutcome } from '../../queue/actions/action.ts'
import type { ItemSummary } from '../../queue/items/select-items.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { type Lists, listsOf } from '../../queue/lists/lists.ts'
import type { Page } from '../../queue/lists/page.ts'
import { parseSearch, type Search } from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'
import type { McpCall } from './runnable-tool.ts'

/** How to get the rest of a list: its next page, or more of the items that have only some of the words. */
export type More = { next?: string; some?: (limit: number) => string; tags?: string[] }

/** The tags that there are, to say of an empty list whether its tag is one. */
export async function tagsIfEmpty(
  { db }: Services,
  accountId: AccountId,
  { items }: Page<ItemSummary>,
): Promise<{ tags?: string[] }> {
  if (items.length > 0) return {}
  return { tags: (await itemsOf(db, accountId).tags()).map(({ tag }) => tag) }
}

/** How many items match a list, and what to do if the page is cut or empty. */
export async function describeList(
  lists: Lists,
  { search: { filter, cursor: position, limit }, page }: { search: Search; page: Page<ItemSummary> },
  more: More,
): Promise<{ matched: number; words?: string }> {
  const { leniency, next } = page
  const shown = page.items.length
  const explanation = explainSearch(leniency, filter.query)
  if (leniency?.some) {
    const { matched } = leniency.some
    const rest = matched > shown ? more.some?.(limit) : undefined
    return aboutList({
      filter,
      shown,
      matched: Math.min(matched, MAX_MATCHED),
      explanation,
      more: rest,
    })
  }
  const isWhole = position === undefined && next === undefined
  const matched = isWhole ? shown : await lists.count(leniency?.filter ?? filter, MAX_MATCHED)
  const pendingList = position === undefined ? pendingOf(filter) : undefined
  const pending = pendingList ? await lists.count(pendingList, MAX_MATCHED) : 0
  return aboutList({ filter, shown, matched, pending, explanation, more: next && more.next, tags: more.tags })
}

/** A saved search with how many items it finds now, so that one that finds nothing is noticed at once. */
export async function describeSavedSearch(
  services: Services,
  { bearer }: McpCall,
  outcome: SearchOutcome,
): Promise<Record<string, unknown>> {
  const { query: q, sort } = outcome.search
  if (outcome.isRemoved) return searchOutcome(outcome)
  const { accountId } = bearer
  const queryContext = agentQueryContext(services, bearer)
  const search = parseSearch({ q, sort, limit: 1 }, { accountId, seal: services.seal, queryContext })
  const lists = listsOf(services, accountId)
  const page = await lists.page(search)
  const more = await tagsIfEmpty(services, accountId, page)
  return { ...searchOutcome(outcome), ...(await describeList(lists, { search, page }, more)) }
}
