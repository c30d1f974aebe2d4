import type { Context } from 'hono'
import type { RawInput } from '../../queue/input/field.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { createResponseCache, textBytes } from '../../http/recent.ts'
import { stands } from './call-tool.ts'

/** The text of an answer around the id of its call. */
type Kept = { type: string; before: string; after: string }
type Told = { status: number; type: string; text: string }

const answers = createResponseCache<Kept>('tool', ({ before, after }) => textBytes(before) + textBytes(after))

/** UTF-16 units of a question; who asks at greater length is answered anew each time. */
const MAX_QUESTION = 1000

/** What an answer depends on beside the message. */
const HEADERS = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/**
 * The answer to a call that only reads, made anew only where something changed since the same was asked in the same
 * words: what a 304 is to HTTP, for a protocol that has none.
 */
export async function unlessChanged(
  c: Context,
  { db }: Services,
  accountId: string,
  message: unknown,
  answer: () => Promise<Response>,
): Promise<Response> {
  const call = callOf(message)
  if (!call || !stands(call.name, call.input)) return answer()
  const { version } = await itemsOf(db, accountId).totals()
  const key = JSON.stringify([accountId, version, call.params, HEADERS.map((name) => c.req.header(name))])
  if (key.length > MAX_QUESTION) return answer()
  const ending = `"id":${JSON.stringify(call.id)}}`
  let made: Told | undefined
  const kept = await answers.take(db, key, async () => {
    made = await toldBy(await answer())
    return keptOf(made, ending)
  })
  if (made) return c.body(made.text, made.status as 200, { 'Content-Type': made.type })
  return kept ? c.body(kept.before + ending + kept.after, 200, { 'Content-Type': kept.type }) : answer()
}

type Call = { id: string | number; params: object; name: string; input: RawInput }

function callOf(message: unknown): Call | undefined {
  const { jsonrpc, id, method, params, ...more } = { ...(message as Record<string, unknown>) }
  const isNamed = typeof id === 'string' || Number.isSafeInteger(id)
  // With a member of its own it is no request, which is the SDK's to say.
  const isRequest = jsonrpc === '2.0' && isNamed && Object.keys(more).length === 0
  if (!isRequest || method !== 'tools/call' || typeof params !== 'object' || params === null) return undefined
  const { name, arguments: input = {} } = params as { name?: unknown; arguments?: unknown }
  if (typeof name !== 'string' || typeof input !== 'object' || input === null) return undefined
  return { id: id as string | number, params, name, input: input as RawInput }
}

async function toldBy(answer: Response): Promise<Told> {
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

/** Undefined for what may be otherwise the next time: a refusal, or a text of another form than all have. */
function keptOf({ status, type, text }: Told, ending: string): Kept | undefined {
  const place = text.lastIndexOf(ending)
  const after = text.slice(place + ending.length)
  if (status !== 200 || place < 0 || after.trim() !== '' || text.includes('"isError":true')) return undefined
  return { type, before: text.slice(0, place), after }
}
