import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { requestToken } from './agent.ts'
import { startService, type TestService } from './service.ts'

/** The JSON body by which the OAuth endpoints refuse. */
export type Refusal = { error: string; error_description: string; redirect_to?: string }

export type Tokens = {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope: string
}

/** Holds a refusal of an OAuth endpoint against its status, error code and shape. */
export async function assertRefused(response: Response, status: number, error: string): Promise<Refusal> {
  const text = await response.text()
  assert.equal(response.status, status, text)
  assert.equal(response.headers.get('content-type'), 'application/json', text)
  const body = JSON.parse(text) as Refusal
  assert.equal(body.error, error, text)
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, 'printable ASCII without " and \\')
  const members = Object.keys(body).filter((name) => name !== 'redirect_to')
  assert.deepEqual(members, ['error', 'error_description'])
  assertNoStore(response)
  return body
}

export function assertNoStore({ headers }: { headers: Headers }): void {
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('pragma'), 'no-cache')
}

export function postJson(
  baseUrl: string,
  path: string,
  { body, headers = {} }: { body: unknown; headers?: Record<string, string> | undefined },
): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  })
}

/** The tokens of an answer that must be a success. */
export async function tokensOf(response: Response): Promise<Tokens> {
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text) as Tokens
}

export function requestRefresh(
  baseUrl: string,
  { clientId, refresh }: { clientId: string; refresh: string },
): Promise<Response> {
  return requestToken(baseUrl, { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId })
}

/** The status that the queue's entry point gives to an access token. */
export async function statusOf(baseUrl: string, access: string): Promise<number> {
  const headers = { authorization: `Bearer ${access}`, accept: 'application/vnd.siren+json' }
  const response = await fetch(`${baseUrl}/queue`, { headers })
  await response.arrayBuffer()
  return response.status
}

/** Where a service listens, whatever its public address says. */
export function socketOf(service: TestService): string {
  return `http://127.0.0.1:${service.running.services.config.port}`
}

/** Stops a service and lets `work` run on another instance that finds what the first one kept. */
export async function afterRestart(
  service: TestService,
  work: (restarted: TestService) => Promise<void>,
): Promise<void> {
  await service.running.close()
  const restarted = await startService(service.engine, { databaseUrl: service.databaseUrl })
  try {
    await work(restarted)
  } finally {
    await restarted.stop()
    rmSync(service.folder, { recursive: true, force: true })
  }
}
