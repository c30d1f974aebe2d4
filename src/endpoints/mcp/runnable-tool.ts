import { Failure } from '../../failure.ts'
import type { ToolResult } from '../../mcp/result.ts'
import type { Tool } from '../../mcp/tool.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { RawInput } from '../../queue/input/field.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { parseLink } from '../../queue/model/url.ts'
import type { Services } from '../../services.ts'

/** A tool with its implementation. Throws a Failure for mistakes that the caller can correct. */
export type RunnableTool = {
  tool: Tool
  run(services: Services, bearer: Bearer, input: RawInput): Promise<ToolResult>
}

/** The item that a call names, by `id` or by `url`. */
export async function namedItem(
  { db }: Services,
  { accountId }: Bearer,
  { id, url }: RawInput,
): Promise<Item> {
  const items = itemsOf(db, accountId)
  if (typeof id === 'string' && id !== '') {
    const item = await items.find(id)
    if (typeof url !== 'string' || url === '') return item
    const other = await items.findByIdentity(parseLink(url).identity)
    if (other?.id === item.id) return item
    throw new Failure('invalid_input', '"id" and "url" are not the same item. Give one of them.')
  }
  if (typeof url !== 'string' || url === '') {
    throw new Failure('invalid_input', 'Name the item: give its "id" or its "url" as a text.')
  }
  const item = await items.findByIdentity(parseLink(url).identity)
  if (!item) throw new Failure('not_found', 'This link is not in the queue.')
  return item
}
