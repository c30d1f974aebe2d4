import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { withSearchPermit } from '../search/search-queue.ts'
import type { Item } from '../model/item.ts'
import { selectItems } from '../items/item-row.ts'
import { type Filter, isSearch } from '../search/filter.ts'
import { type Page, type Position, readPage } from './page.ts'
import { type Counts, readQueue } from '../items/queue-state.ts'
import { readTagCounts, type TagCount } from '../items/tag-counts.ts'

/** The items of one account: the only way to read them, so a query without an owner can't be written. */
export type Items = {
  /** Throws `not_found`, also for another account's item. */
  find(itemId: string): Promise<Item>
  /** The same where it may be gone. */
  findKept(itemId: string): Promise<Item | undefined>
  /** Those of these ids that there are, by id. */
  findAll(itemIds: string[]): Promise<Map<string, Item>>
  /** By `Link.identity`; trashed ones included. */
  findByIdentity(identity: string): Promise<Item | undefined>
  /** All there are, by id, behind one of them. */
  behind(itemId: string, limit: number): Promise<Item[]>
  page(filter: Filter, limit: number, position?: Position): Promise<Page>
  /** The kept counters, and the number of the account's last change. */
  totals(): Promise<Counts & { version: number }>
  /** The tags of items that are not removed, the most used first. */
  tags(): Promise<TagCount[]>
}

export function itemsOf(db: Connection, accountId: string): Items {
  async function findKept(itemId: string): Promise<Item | undefined> {
    const [item] = await selectItems(db, 'account_id = ? AND id = ?', accountId, itemId)
    return item
  }
  return {
    findKept,
    async find(itemId) {
      const item = await findKept(itemId)
      if (!item) throw new Failure('not_found', 'There is no such item in this queue.')
      return item
    },
    async findAll(itemIds) {
      if (itemIds.length === 0) return new Map()
      const where = `account_id = ? AND id IN (${placeholders(itemIds.length)})`
      const items = await selectItems(db, where, accountId, ...itemIds)
      return new Map(items.map((item) => [item.id, item]))
    },
    async findByIdentity(identity) {
      const [item] = await selectItems(db, 'account_id = ? AND identity = ?', accountId, identity)
      return item
    },
    behind: (itemId, limit) =>
      selectItems(db, 'account_id = ? AND id > ? ORDER BY id LIMIT ?', accountId, itemId, limit),
    page(filter, limit, position) {
      const read = () => readPage(db, accountId, filter, limit, position)
      return isSearch(filter) ? withSearchPermit(db, accountId, read) : read()
    },
    totals: () => readQueue(db, accountId),
    tags: () => readTagCounts(db, accountId),
  }
}
