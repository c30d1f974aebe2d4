import { isObject } from '../../queue/input/list-value.ts'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Context, Handler } from 'hono'
import { parseContentType } from '../../ports/content-type.ts'
import { Failure } from '../../failure.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { identify } from '../../http/authenticate.ts'
import { isLargeBody, readBody } from '../../http/read-body.ts'
import { jsonReader } from '../../http/json-reader.ts'
import { queueActions } from '../../queue/actions/catalogue.ts'
import { SCOPE } from '../../oauth/protocol.ts'
import type { RawInput } from '../../queue/input/field.ts'
import type { Services } from '../../services.ts'
import type { ToolsetName } from './call-tool.ts'
import { disconnectSignal } from '../shared/disconnect-signal.ts'
import type { McpCall } from './runnable-tool.ts'

/** Bytes allowed around the arguments of a call. */
const ENVELOPE_SIZE = 64 * 1024

/** The limit of the tool with the largest input, which fits a whole page of 10 MB with JSON escapes. */
const BODY_LIMITS = {
  limit: Math.max(...queueActions.map(({ fields }) => actionBodyLimits(fields).limit)) + ENVELOPE_SIZE,
  large: { html: 16 * 1024 * 1024 },
}

/**
 * An MCP endpoint, Streamable HTTP without sessions, that offers all tools or those that only read. Origin, token and
 * size are checked here; the SDK enforces the protocol.
 */
export function mcp(services: Services, toolset: ToolsetName = 'all'): Handler {
  let handler: McpHttpHandler | undefined
  return async (c) => {
    c.header('Cache-Control', 'private, no-store, no-transform')
    c.header('Vary', 'Origin', { append: true })
    rejectForeignOrigin(c, services.config.baseUrl)
    if (c.req.method === 'OPTIONS') return answerPreflight(c)
    const identified = await identify(c, services)
    const { bearer } = identified
    const answerCall = async () => {
      const parsedBody = c.req.method === 'POST' ? await readMessage(c) : undefined
      if (parsedBody instanceof Response) return parsedBody
      return passToSdk(parsedBody)
    }
    const passToSdk = async (parsedBody: unknown) => {
      const whenGone = () => disconnectSignal(c)
      const call: McpCall = { ...identified, args: argumentsIn(parsedBody), whenGone }
      const authInfo = { token: '', clientId: bearer.agent.id, scopes: [SCOPE], extra: { call } }
      // The SDK is loaded with the first message, which makes starting faster.
      handler ??= (await import('./server.ts')).mcpHandler(services, toolset)
      const response = await handler.fetch(c.req.raw, {
        authInfo,
        ...(parsedBody === undefined ? {} : { parsedBody }),
      })
      const result = isToolCall(parsedBody) ? await buffered(response) : response
      // Ended access gets the same HTTP response as a bad token.
      if (call.refusal) throw call.refusal
      // The SDK must not control the connection to the client.
      result.headers.delete('connection')
      // Added to the SDK's own response: a new one around its body would lose its length and be sent in chunks.
      for (const [name, value] of c.body(null).headers) result.headers.set(name, value)
      return result
    }
    const isLarge = c.req.method === 'POST' && isLargeBody(c.req.raw)
    return isLarge ? services.permits.withPage(bearer.accountId, answerCall) : answerCall()
  }
}

/** A page of another site must not use a token that the visitor's browser stores. */
function rejectForeignOrigin(c: Context, baseUrl: string): void {
  const origin = c.req.header('origin')
  if (origin === undefined) return
  if (origin !== baseUrl)
    throw new Failure('cross_site', 'Pages of other origins may not call this endpoint.')
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After')
}

function answerPreflight(c: Context): Response {
  c.header('Allow', 'POST, OPTIONS')
  c.header('Access-Control-Allow-Methods', 'POST')
  c.header(
    'Access-Control-Allow-Headers',
    'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name',
  )
  return c.body(null, 204)
}

/**
 * The message of a POST; undefined if the SDK is to report what is wrong with it. Batches are rejected, because the
 * SDK would accept one of any size.
 */
async function readMessage(c: Context): Promise<unknown> {
  const { mediaType } = parseContentType(c.req.header('content-type'))
  if (mediaType !== 'application/json') return undefined
  let message: unknown
  try {
    message = (await readBody(c.req.raw, BODY_LIMITS, jsonReader(BODY_LIMITS))).parse()
  } catch (error) {
    if (error instanceof Failure && error.code !== 'malformed') throw error
    return rpcError(c, -32700, 'Parse error: the body is not valid JSON.')
  }
  return Array.isArray(message)
    ? rpcError(c, -32600, 'Batches are not supported; send one message.')
    : message
}

function isToolCall(message: unknown): message is { params?: unknown } {
  return isObject(message) && message['method'] === 'tools/call'
}

/** The arguments of a tool call; undefined if there are none or they are invalid, which the SDK reports. */
function argumentsIn(message: unknown): RawInput | undefined {
  const args = isToolCall(message) && isObject(message.params) && message.params['arguments']
  return isObject(args) ? args : undefined
}

/**
 * For older protocol revisions the SDK starts a stream before the tool has run; buffering it keeps the status open
 * until then.
 */
async function buffered(result: Response): Promise<Response> {
  const { status, headers } = result
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return result
  return new Response(await result.text(), { status, headers })
}

function rpcError(c: Context, code: number, message: string): Response {
  return c.json({ jsonrpc: '2.0', error: { code, message }, id: null }, 400)
}
