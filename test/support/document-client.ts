import assert from 'node:assert/strict'
import {
  type Agent,
  agentWith,
  approve,
  authorizePath,
  createPkce,
  type Person,
  requestToken,
} from './agent.ts'
import type { Page } from './browser.ts'
import type { Publisher } from './publisher.ts'

export const LOOPBACK = 'http://127.0.0.1:51234/callback'

let documents = 0

/** The id of a client with a document of its own, published from now on. */
export function publishClient(
  publisher: Publisher,
  document: Parameters<Publisher['publish']>[1] = {},
  headers: Record<string, string> = {},
): string {
  documents += 1
  const url = publisher.url(`/client-${documents}.json`)
  publisher.publish(url, document, headers)
  return url
}

/** An authorization request of a client, sent to a loopback address unless another is given. */
export function requestPath(clientId: string, parameters: Record<string, string> = {}): string {
  const { challenge } = createPkce()
  const own = { client_id: clientId, code_challenge: challenge, redirect_uri: LOOPBACK, state: 's' }
  return authorizePath({ ...own, ...parameters })
}

export function openRequest(
  person: Person,
  clientId: string,
  parameters: Record<string, string> = {},
): Promise<Page> {
  return person.browser.open(requestPath(clientId, parameters))
}

/** What a page asks for: `consent`, the permission for `localhost`, or the error it shows. */
export function questionOf(page: Page): string | undefined {
  if (page.forms.some(({ action }) => action === '/oauth/localhost')) return 'localhost'
  if (page.forms.some(({ action }) => action === '/oauth/authorize')) return 'consent'
  return /<code>(\w+)<\/code>/.exec(page.text)?.[1]
}

/** Nothing on the page leads anywhere but to the service itself. */
export function assertNoWayOut(page: Page): void {
  assert.equal(page.headers.get('location'), null)
  assert.doesNotMatch(page.text, /http-equiv="refresh"/)
  for (const [, address = ''] of page.text.matchAll(/(?:href|src|action)="([^"]*)"/g))
    assert.match(address, /^(\/(?!\/)|#)/, address)
}

/** Lets a person approve a client; gives the agent, and the form with which its code was exchanged. */
export async function connectDocumentClient(
  baseUrl: string,
  person: Person,
  { clientId, redirectUri = LOOPBACK }: { clientId: string; redirectUri?: string },
): Promise<{ form: Record<string, string>; target: URL; agent: Agent }> {
  const { verifier, challenge } = createPkce()
  const path = requestPath(clientId, { redirect_uri: redirectUri, code_challenge: challenge })
  const target = await approve(person, path)
  const form = {
    grant_type: 'authorization_code',
    code: target.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }
  const response = await requestToken(baseUrl, form)
  assert.equal(response.status, 200, await response.clone().text())
  const { access_token: access = '', refresh_token: refresh = '' } = (await response.json()) as Record<
    string,
    string
  >
  return { form, target, agent: agentWith(baseUrl, clientId, { access, refresh }) }
}

/** Answers the question about localhost. */
export function answerLocalhost(person: Person, page: Page, decision: 'allow' | 'deny'): Promise<Page> {
  return person.browser.submit(page, { decision }, { action: '/oauth/localhost' })
}
