import { authorizationUrl, codeOf, newAuthorizationRequest } from '../../extension/core/authorization.ts'
import { discover, type Metadata } from '../../extension/core/discovery.ts'
import { exchangeCode } from '../../extension/core/token-endpoint.ts'

/**
 * The extension's sign-in as the suite's client: what it does with an authorization server is the core's
 * own code. Beside it stands what an extension never does, because it knows its service and is known there:
 * finding the authorization server of a resource, registering, and asking for a resource by its name.
 */
const resource = process.argv.at(-1) ?? ''
const REDIRECT = 'http://127.0.0.1:8765/cb'

async function run(): Promise<void> {
  const refused = await call()
  if (refused.status !== 401) return
  const origin = await authorizationServerOf(refused)
  const metadata = await discover(origin, fetch)
  const request = newAuthorizationRequest(metadata, await clientIdAt(metadata), REDIRECT)
  const callback = await openWindow(await authorizationUrl(metadata, request))
  const code = codeOf(callback, request)
  const { accessToken } = await exchangeCode(metadata, { authorizationRequest: request, code }, fetch)
  const response = await call(accessToken)
  if (!response.ok) throw new Error(`The resource answered ${response.status}.`)
}

/** A window of the browser in which the person approves at once. */
async function openWindow(url: string): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('resource', resource)
  const response = await fetch(address, { redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

async function authorizationServerOf(refused: Response): Promise<string> {
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const { origin, pathname } = new URL(resource)
  const named = /resource_metadata="([^"]+)"/.exec(challenge)?.[1]
  const document = await fetch(named ?? `${origin}/.well-known/oauth-protected-resource${pathname}`)
  const { authorization_servers: servers } = (await document.json()) as { authorization_servers: string[] }
  return servers[0] ?? ''
}

async function clientIdAt(metadata: Metadata): Promise<string> {
  const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as { client_id?: string }
  if (context.client_id) return context.client_id
  const { registration_endpoint: endpoint } = metadata as { registration_endpoint?: string }
  const response = await fetch(endpoint ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Reading Queue extension',
      redirect_uris: [REDIRECT],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  })
  return ((await response.json()) as { client_id: string }).client_id
}

/** A first message of the protocol, without a token or with one. */
function call(accessToken?: string): Promise<Response> {
  const protocolVersion = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? '2025-11-25'
  const clientInfo = { name: 'reading-queue-extension', version: '1.0.0' }
  return fetch(resource, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo },
    }),
  })
}

await run()
