import type { Connection } from '../../database/database.ts'
import type { Permits } from '../../limits/permits.ts'
import { type ItemSummary, type Select, selectItemsFrom } from '../items/select-items.ts'
import type { Item } from '../model/item.ts'
import { type Filter, isSearch } from '../search/filter.ts'
import { readLenientPage } from './lenient-search.ts'
import { countList, type Page, type PageQuery, readListPage } from './page.ts'
import type { AccountId } from '../../ids.ts'

export type ListServices = { db: Connection; permits: Permits }

/** Reads the lists of one account. A search waits for its permit, and throws `busy` or `invalid_input` as that does. */
export type Lists = {
  page(query: PageQuery): Promise<Page<Item>>
  /** The same page, with only some fields of its items. */
  pageOf<T extends ItemSummary>(query: PageQuery, select: Select<T>): Promise<Page<T>>
  /** How many items a list has, counted up to `limit`. */
  count(filter: Filter, limit: number): Promise<number>
}

export function listsOf({ db, permits }: ListServices, accountId: AccountId): Lists {
  function permitted<T>(filter: Filter, read: () => Promise<T>): Promise<T> {
    return isSearch(filter) ? permits.withSearch(accountId, read) : read()
  }
  const pageOf: Lists['pageOf'] = (query, select) =>
    permitted(query.filter, () =>
      (query.isLenient ? readLenientPage : readListPage)(db, accountId, { query, select }),
    )
  return {
    page: (query) => pageOf(query, selectItemsFrom),
    pageOf,
    count: (filter, limit) => permitted(filter, () => countList(db, accountId, { filter, limit })),
  }
}
