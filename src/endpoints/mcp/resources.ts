import { Failure } from '../../failure.ts'
import { wholeItem } from '../../mcp/item.ts'
import { usualRow } from '../../mcp/row.ts'
import { markUntrusted } from '../../mcp/result.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Services } from '../../services.ts'

const JSON_TYPE = 'application/json'
const UNREAD = 'queue://unread'
const ITEM = /^queue:\/\/items\/([0-9a-f-]{36})$/

export const resourceList = [
  {
    uri: UNREAD,
    name: 'unread',
    title: 'Unread links',
    description: `The ${DEFAULT_PAGE} newest unread items of the queue`,
    mimeType: JSON_TYPE,
  },
]

export const resourceTemplates = [
  {
    uriTemplate: 'queue://items/{id}',
    name: 'item',
    title: 'A saved link',
    description: 'Everything that is known of one item',
    mimeType: JSON_TYPE,
  },
]

/** The content of a resource; undefined if the URI is unknown. */
export async function readResource(
  { db }: Services,
  { accountId }: Bearer,
  uri: string,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] } | undefined> {
  const items = itemsOf(db, accountId)
  const show = (value: Record<string, unknown>) => ({
    contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(markUntrusted(value)) }],
  })
  if (uri === UNREAD) {
    const page = await items.page({ filter: { state: 'unread' }, limit: DEFAULT_PAGE })
    return show({ items: page.items.map((item) => usualRow(item)) })
  }
  const id = ITEM.exec(uri)?.[1]
  if (id === undefined) return undefined
  try {
    return show({ item: wholeItem(await items.find(id)) })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}
