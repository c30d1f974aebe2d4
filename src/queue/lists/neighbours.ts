import { Failure } from '../../failure.ts'
import { selectItemKeysFrom } from '../items/select-items.ts'
import type { Item } from '../model/item.ts'
import { orderOf } from '../search/filter.ts'
import type { Items } from './items.ts'
import { NO_TIER } from './list-sql.ts'
import type { Lists } from './lists.ts'
import type { Cursor } from './page.ts'
import type { Search } from './search.ts'
import { sortKeyOf } from './sort-key.ts'

/** An item beside another in a list, and the cursor of the page of that list that has it. */
export type Neighbour = { item: Item; cursor: Cursor | undefined }

/** Where an item stands in a list; `isListed` tells whether the page of the list has it. */
export type ListPlace = {
  isListed: boolean
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

type Reads = { lists: Lists; items: Items }

/**
 * The items before and after an item in the list that it was opened from. One that has left the list since, for
 * example because it was read, keeps its place. A list that can't be searched now has no neighbours.
 */
export async function placeInList(reads: Reads, search: Search, item: Item): Promise<ListPlace> {
  try {
    return await findPlace(reads, search, item)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { isListed: false, previous: undefined, next: undefined }
  }
}

async function findPlace({ lists, items }: Reads, search: Search, item: Item): Promise<ListPlace> {
  const page = await lists.pageOf(search, selectItemKeysFrom)
  const ids = page.items.map(({ id }) => id)
  const at = ids.indexOf(item.id)

  async function beside(direction: Cursor['direction']): Promise<Neighbour | undefined> {
    const isNext = direction === 'after'
    const beyond = isNext ? page.next : page.previous
    if (at < 0) {
      const found = await nearest(seekFrom(search, item, direction))
      return found && { item: found, cursor: search.cursor }
    }
    const listed = ids[isNext ? at + 1 : at - 1]
    if (listed !== undefined) return { item: await items.find(listed), cursor: search.cursor }
    const found = await nearest(beyond && { ...search, cursor: beyond })
    return found && { item: found, cursor: beyond }
  }

  async function nearest(from: Search | undefined): Promise<Item | undefined> {
    return from && (await lists.page({ ...from, limit: 1 })).items[0]
  }

  return { isListed: at >= 0, previous: await beside('before'), next: await beside('after') }
}

/** The list from where an item would be by its own values; undefined where the order knows no place for it. */
function seekFrom({ filter, limit }: Search, item: Item, direction: Cursor['direction']): Search | undefined {
  // How relevant it is, only a search that finds it can tell.
  const ordered = orderOf(filter) === 'best' ? ({ ...filter, sort: 'newest' } as const) : filter
  const key = sortKeyOf(ordered, item)
  if (key === null) return undefined
  const cursor = { direction, tier: NO_TIER, savedAt: item.savedAt, ...(key === undefined ? {} : { key }) }
  return { filter: ordered, limit, cursor }
}
