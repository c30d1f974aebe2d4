import { Failure } from '../../failure.ts'
import type { ToolResult } from '../../mcp/result.ts'
import type { Tool } from '../../mcp/tool.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { RawInput } from '../../queue/input/field.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { asText } from '../../queue/input/field-value.ts'
import { isAddress } from '../../queue/input/list-value.ts'
import { parseLink } from '../../queue/model/url.ts'
import type { Services } from '../../services.ts'

/** The caller of a message. */
export type McpCall = {
  bearer: Bearer
  /** Whether the person has paused the agent, which may see what there is and do nothing. */
  isPaused: boolean
  /** The arguments of a tool call as they came: the SDK's copy of them lacks `__proto__`. */
  args?: RawInput | undefined
  /** Aborts when the client has disconnected. */
  whenGone: () => AbortSignal
  /** Set if access ended while the message was processed. */
  refusal?: unknown
}

/** A tool with its implementation. Throws a Failure for mistakes that the caller can correct. */
export type RunnableTool = {
  tool: Tool
  run(services: Services, call: McpCall, input: RawInput): Promise<ToolResult>
}

/** The item that a call names, by `id` or by `url`. */
export async function namedItem(
  { db }: Services,
  { bearer: { accountId } }: McpCall,
  { id: given, url: address }: RawInput,
): Promise<Item> {
  // Some give an address where an id is asked for.
  const isOnlyAddress = typeof given === 'string' && isAddress(given) && (address ?? '') === ''
  const [id, url] = isOnlyAddress ? [undefined, given] : [given, address]
  const items = itemsOf(db, accountId)
  if (typeof id === 'string' && id !== '') {
    const item = await items.find(asText('id', id))
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
