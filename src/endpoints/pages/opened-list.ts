import { Failure } from '../../failure.ts'
import { queuePath } from '../../html/items/queue-path.ts'
import { itemPath, queryOf } from '../../html/items/item-path.ts'
import type { OpenedList } from '../../html/reader/reading-view.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { type Neighbour, placeInList } from '../../queue/lists/neighbours.ts'
import { personQueryContext } from '../../http/caller.ts'
import { parseSearch, type Search, SEARCH_FIELDS, writeCursor } from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/** UTF-16 units of a list's query: more than any of ours has. */
const MAX_LENGTH = 4000
const PARAMETERS = [...Object.keys(SEARCH_FIELDS), 'after']

/**
 * The list that an item's page was opened from, with what is beside the item there. `query` is what an address or a form
 * says of it: anything that is no list of this person means the queue.
 */
export async function openedList(
  services: Services,
  accountId: AccountId,
  { query, item }: { query: string | undefined; item: Item },
): Promise<OpenedList> {
  const { db, seal } = services
  const search = searchOf(query, accountId, services)
  const reads = { lists: listsOf(services, accountId), items: itemsOf(db, accountId) }
  const place = await placeInList(reads, search, item)
  const pathAt = (cursor: Search['cursor']) =>
    queuePath(search, cursor && writeCursor(cursor, { filter: search.filter, accountId, seal }))
  const link = (beside: Neighbour | undefined) =>
    beside && {
      item: beside.item,
      path: itemPath(beside.item.id, queryOf(pathAt(beside.cursor))),
    }
  const path = pathAt(search.cursor)
  // Where the item has left the list, one comes back to what follows.
  const target = place.isListed ? item : (place.next ?? place.previous)?.item
  return {
    filter: search.filter,
    query: queryOf(path),
    path: target ? `${path}#item-${target.id}` : path,
    previous: link(place.previous),
    next: link(place.next),
  }
}

/** The query of the list in the path of an item's page. */
export function listOfPath(path: string): string | undefined {
  return new URLSearchParams(queryOf(path.split('#')[0]!)).get('list') ?? undefined
}

function searchOf(query: string | undefined, accountId: AccountId, services: Services): Search {
  const { seal } = services
  const queryContext = personQueryContext(services)
  const sent = new URLSearchParams(query !== undefined && query.length <= MAX_LENGTH ? query : '')
  const known = PARAMETERS.flatMap((name) => {
    const value = sent.get(name)
    return value === null ? [] : [[name, value]]
  })
  try {
    return parseSearch(Object.fromEntries(known) as Record<string, string>, { accountId, seal, queryContext })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return parseSearch({}, { accountId, seal, queryContext })
  }
}
