import { type ExampleCall, exampleOf, namesAnItem } from '../../mcp/examples.ts'
import { getItemContentTool } from '../../mcp/read-only-tools.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { isAddress } from '../../queue/input/list-value.ts'
import { selectItemKeysFrom } from '../../queue/items/select-items.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import type { Failure } from '../../failure.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/** Among so many of the newest items one is looked for that the example of a call can be about. */
const CONSIDERED = 25

/** A call that works on the queue as it is, about the same item as the wrong one if that named one. */
export async function exampleCall(
  services: Services,
  accountId: AccountId,
  { name, input }: { name: string; input: RawInput },
  { extras }: Failure,
): Promise<ExampleCall | undefined> {
  const wrong = (extras.mistakes ?? []).map(({ pointer }) => pointer.split('/')[1] ?? '')
  const id = namesAnItem(name, wrong) ? await someItem(services, accountId, name, input) : undefined
  return exampleOf(name, wrong, id)
}

async function someItem(
  services: Services,
  accountId: AccountId,
  tool: string,
  { id, url }: RawInput,
): Promise<string | undefined> {
  const fits = ({ wordCount }: { wordCount: number | null }) =>
    tool !== getItemContentTool.name || wordCount !== null
  const known = itemsOf(services.db, accountId)
  const [byId] = typeof id === 'string' ? (await known.findAll([id])).values() : []
  const [byAddress] =
    typeof url === 'string' && isAddress(url)
      ? (await known.findByAddresses([url]).catch(() => new Map<string, Item>())).values()
      : []
  for (const named of [byId, byAddress]) if (named && fits(named)) return named.id
  const { items } = await listsOf(services, accountId).pageOf(
    { filter: { state: 'all' }, limit: CONSIDERED },
    selectItemKeysFrom,
  )
  return items.find(fits)?.id
}
