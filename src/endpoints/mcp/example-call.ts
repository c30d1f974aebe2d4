import { exampleAbout, type ExampleCall, makeExample } from '../../mcp/examples.ts'
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

/** How many of the newest items are searched for one that suits the example. */
const CONSIDERED = 25

/** A call that works on the current queue, for the same item as the invalid call if that named one. */
export async function exampleCall(
  services: Services,
  accountId: AccountId,
  { name, input, failure: { extras } }: { name: string; input: RawInput; failure: Failure },
): Promise<ExampleCall | undefined> {
  const invalid = (extras.errors ?? []).map(({ pointer }) => pointer.split('/')[1] ?? '')
  const candidates = extras.members?.['candidates'] as unknown[] | undefined
  // The candidates already show what to send.
  if (candidates && candidates.length > 0) return undefined
  const found = makeExample(name, { invalid, sent: Object.keys(input) }, candidates !== undefined)
  if (!found?.namesAnItem) return found?.example
  const id = await chooseItem(services, accountId, { tool: name, input })
  return id === undefined ? undefined : exampleAbout(id, found.example)
}

async function chooseItem(
  services: Services,
  accountId: AccountId,
  { tool, input: { id, url } }: { tool: string; input: RawInput },
): Promise<string | undefined> {
  const fits = ({ wordCount }: { wordCount: number | null }) =>
    tool !== getItemContentTool.name || wordCount !== null
  const known = itemsOf(services.db, accountId)
  // A text that can't be an id or a URL names no item.
  const none = () => new Map<string, Item>()
  const [byId] = typeof id === 'string' ? (await known.findAll([id]).catch(none)).values() : []
  const [byAddress] =
    typeof url === 'string' && isAddress(url) ? (await known.findByAddresses([url]).catch(none)).values() : []
  for (const named of [byId, byAddress]) if (named && fits(named)) return named.id
  const { items } = await listsOf(services, accountId).pageOf(
    { filter: { state: 'all' }, limit: CONSIDERED },
    selectItemKeysFrom,
  )
  return items.find(fits)?.id
}
