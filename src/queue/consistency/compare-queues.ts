import type { Connection } from '../../database/database.ts'
import type { Filter } from '../search/filter.ts'
import { type ListName, LIST_NAMES, stateSql } from '../model/states.ts'
import { selectItemKeysFrom, selectItemsFrom } from '../items/select-items.ts'
import { MAX_PAGE, type Cursor, readListPage } from '../lists/page.ts'
import { parseQuery } from '../search/query.ts'
import { wordsOf } from '../search/words.ts'
import type { AccountId } from '../../ids.ts'

/** How many of the largest and of the newest accounts are compared. */
const ACCOUNTS = 10
/** How many items of each list and how many of the most used tags are compared per account. */
const LISTED = 500
const TAGS = 20
/** Searches compared per account, each for a word of one of the newest titles. */
const SEARCHES = 3

type CompareOptions = {
  /** Whether searches can be compared: the schemas are the same, and both databases have indexed all items. */
  withSearches: boolean
}

/**
 * Compares the queues of a copied database with the source: the lists by state and tag as the service reads them, and
 * searches, for a sample of accounts. Returns a description of the first difference, or undefined if there is none.
 */
export async function compareQueues(
  source: Connection,
  copy: Connection,
  { withSearches }: CompareOptions,
): Promise<string | undefined> {
  const columns = await source.rows<{ name: string }>(source.dialect.columnsOfTable, 'items')
  const order = orderOf(columns.map(({ name }) => name))
  if (order === undefined) return undefined
  for (const accountId of await chooseAccounts(source)) {
    for (const state of LIST_NAMES) {
      const differs = await compareList(source, copy, { accountId, filter: { state }, order })
      if (differs) return differs
    }
    for (const tag of await readTags(source, accountId)) {
      const differs = await compareList(source, copy, { accountId, filter: { state: 'all', tag }, order })
      if (differs) return differs
    }
    const words = withSearches ? await chooseWords(source, accountId) : []
    for (const word of words) {
      const filter: Filter = { state: 'all', query: parseQuery(`"${word}"`) }
      const [there, here] = [await listed(source, accountId, filter), await listed(copy, accountId, filter)]
      if (there !== here) return `a search for "${word}" in account ${accountId}`
    }
  }
  return undefined
}

/** The column that orders a list; the first releases had no order that could be compared. */
function orderOf(columns: string[]): string | undefined {
  if (columns.includes('place')) return 'place'
  return columns.includes('words_version') ? 'saved_at' : undefined
}

async function chooseAccounts(source: Connection): Promise<string[]> {
  const largest = await source.rows<{ id: string }>(
    `SELECT account_id AS id FROM items WHERE account_id IN (SELECT id FROM accounts)
     GROUP BY account_id ORDER BY COUNT(*) DESC, account_id LIMIT ?`,
    ACCOUNTS,
  )
  const newest = await source.rows<{ id: string }>(
    'SELECT id FROM accounts ORDER BY id DESC LIMIT ?',
    ACCOUNTS,
  )
  return [...new Set([...largest, ...newest].map(({ id }) => id))]
}

async function readTags(source: Connection, accountId: AccountId): Promise<string[]> {
  const rows = await source.rows<{ tag: string }>(
    'SELECT tag FROM item_tags WHERE account_id = ? GROUP BY tag ORDER BY COUNT(*) DESC, tag LIMIT ?',
    accountId,
    TAGS,
  )
  return rows.map(({ tag }) => tag)
}

async function chooseWords(source: Connection, accountId: AccountId): Promise<string[]> {
  const { items } = await readListPage(source, accountId, {
    query: { filter: { state: 'all' }, limit: SEARCHES },
    select: selectItemsFrom,
  })
  const words = items.map((item) => wordsOf(item.givenTitle ?? item.pageTitle ?? item.site))
  return words.flatMap((of) => of.toSorted((a, b) => b.length - a.length).slice(0, 1))
}

async function compareList(
  source: Connection,
  copy: Connection,
  {
    accountId,
    filter,
    order,
  }: { accountId: AccountId; filter: { state: ListName; tag?: string }; order: string },
): Promise<string | undefined> {
  const expected = await source.rows<{ id: string }>(
    `SELECT id FROM items WHERE account_id = ? AND ${stateSql(filter.state)}
     ${filter.tag === undefined ? '' : 'AND id IN (SELECT item_id FROM item_tags WHERE account_id = ? AND tag = ?)'}
     ORDER BY ${order} DESC LIMIT ?`,
    accountId,
    ...(filter.tag === undefined ? [] : [accountId, filter.tag]),
    LISTED,
  )
  const expectedIds = expected.map(({ id }) => id).join()
  if (expectedIds === (await listed(copy, accountId, filter))) return undefined
  return `the list ${filter.tag === undefined ? filter.state : `of the tag "${filter.tag}"`} of account ${accountId}`
}

/** The ids of the first items of a list, read page by page like a client does. */
async function listed(db: Connection, accountId: AccountId, filter: Filter): Promise<string> {
  const ids: string[] = []
  let position: Cursor | undefined
  do {
    const page = await readListPage(db, accountId, {
      query: { filter, limit: MAX_PAGE, cursor: position },
      select: selectItemKeysFrom,
    })
    ids.push(...page.items.map(({ id }) => id))
    position = page.next
  } while (position && ids.length < LISTED)
  return ids.join()
}
