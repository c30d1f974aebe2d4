import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Item } from '../model/item.ts'
import { parseLink } from '../model/url.ts'
import { selectItems } from '../items/select-items.ts'
import { type QueueSummary, readQueueSummary } from '../items/queue-state.ts'
import { readTagCounts, type TagCount } from '../items/tag-counts.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** Reads the items of one account. Only this and `listsOf` read them, so every query is limited to its owner. */
export type Items = {
  /** Throws `not_found`, also for another account's item. */
  find(itemId: ItemId): Promise<Item>
  /** The same, but undefined if it does not exist. */
  findIfPresent(itemId: ItemId): Promise<Item | undefined>
  /** The existing items among these ids, by id. */
  findAll(itemIds: string[]): Promise<Map<string, Item>>
  /** By `Link.identity`; trashed ones included. */
  findByIdentity(identity: string): Promise<Item | undefined>
  /** The existing items among these addresses, by address. */
  findByAddresses(addresses: string[]): Promise<Map<string, Item>>
  /** The items with ids after this one, ordered by id. */
  afterId(itemId: ItemId, limit: number): Promise<Item[]>
  /** The stored counters, and the version of the queue. */
  totals(): Promise<QueueSummary>
  /** The tags of items that are not removed, the most used first. */
  tags(): Promise<TagCount[]>
}

export function itemsOf(db: Connection, accountId: AccountId): Items {
  async function findIfPresent(itemId: ItemId): Promise<Item | undefined> {
    const [item] = await selectItems(db, 'account_id = ? AND id = ?', accountId, itemId)
    return item
  }
  return {
    findIfPresent,
    async find(itemId) {
      const item = await findIfPresent(itemId)
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
    async findByAddresses(addresses) {
      const found = new Map<string, Item>()
      for (const address of addresses) {
        const [item] = await selectItems(
          db,
          'account_id = ? AND identity = ?',
          accountId,
          parseLink(address).identity,
        )
        if (item) found.set(address, item)
      }
      return found
    },
    afterId: (itemId, limit) =>
      selectItems(db, 'account_id = ? AND id > ? ORDER BY id LIMIT ?', accountId, itemId, limit),
    totals: () => readQueueSummary(db, accountId),
    tags: () => readTagCounts(db, accountId),
  }
}
