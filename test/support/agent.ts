import { createHash, randomBytes } from 'node:crypto'
import { builtInClient } from '../../src/oauth/built-in-clients.ts'
import { createBrowser, type SimpleBrowser } from './browser.ts'
import { checkSiren } from './siren-check.ts'

export const CALLBACK = 'http://127.0.0.1:8765/callback'
export const PASSWORD = 'four words make a pass'

/** A person with a browser that is signed in. */
export type Person = { email: string; browser: SimpleBrowser }

/** An agent that a person authorized. */
export type Agent = {
  clientId: string
  access: string
  refresh: string
  /** Calls the API with its token. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** The Siren entity of an answer, which must be one by the whole checklist. */
  entity(path: string, init?: RequestInit): Promise<Entity>
  /** Saves a link and gives the item's entity. */
  save(link: Record<string, unknown>): Promise<Entity>
}

/** A Siren body as tests read it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Entity = any

export async function signUp(
  baseUrl: string,
  email = `${randomBytes(6).toString('hex')}@example.org`,
  fields: Record<string, string> = {},
): Promise<Person> {
  const browser = createBrowser(baseUrl)
  const page = await browser.submit(await browser.open('/signup'), { email, password: PASSWORD, ...fields })
  if (page.status !== 200 || !page.url.endsWith('/queue'))
    throw new Error(`Sign-up ended at ${page.url}: ${page.text}`)
  // Tests begin where the first steps are over.
  await browser.submit(page, { skip: 'all' }, { action: '/welcome' })
  return { email, browser }
}

export async function register(baseUrl: string, metadata: Record<string, unknown> = {}): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK], client_name: 'Test Agent', ...metadata }),
  })
  const { client_id: clientId } = (await response.json()) as { client_id: string }
  return clientId
}

export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function authorizePath(parameters: Record<string, string>): string {
  return `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    ...parameters,
  }).toString()}`
}

/** Lets a person approve; gives the address that their browser is sent to. */
export async function approve(person: Person, path: string): Promise<URL> {
  const consent = await person.browser.open(path)
  const response = await person.browser.submit(
    consent,
    { decision: 'approve' },
    { action: '/oauth/authorize' },
  )
  const location = response.headers.get('location')
  if (response.status !== 303 || !location)
    throw new Error(`No redirect but ${response.status}: ${response.text}`)
  return new URL(location)
}

export async function requestToken(baseUrl: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
}

/** An authorization code that was just approved, with what its exchange needs. */
export async function obtainCode(baseUrl: string, person: Person, clientId?: string) {
  const client = clientId ?? (await register(baseUrl))
  const { verifier, challenge } = createPkce()
  const target = await approve(
    person,
    authorizePath({ client_id: client, code_challenge: challenge, state: 's' }),
  )
  return {
    grant_type: 'authorization_code',
    code: target.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    client_id: client,
    code_verifier: verifier,
  }
}

/** Registers an agent and lets the person approve it, the whole way. */
export async function connectAgent(baseUrl: string, person: Person, name = 'Test Agent'): Promise<Agent> {
  const exchange = await obtainCode(baseUrl, person, await register(baseUrl, { client_name: name }))
  const response = await requestToken(baseUrl, exchange)
  const tokens = (await response.json()) as { access_token: string; refresh_token: string }
  return agentWith(baseUrl, exchange.client_id, {
    access: tokens.access_token,
    refresh: tokens.refresh_token,
  })
}

/** The person's own browser: the built-in extension for Chrome, approved at the address that is its alone. */
export async function connectExtension(baseUrl: string, person: Person): Promise<Agent> {
  const clientId = 'reading-queue-chrome'
  const [redirectUri = ''] = builtInClient(clientId, [])?.redirectUris ?? []
  const { verifier, challenge } = createPkce()
  const request = { client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge, state: 's' }
  const target = await approve(person, authorizePath(request))
  const response = await requestToken(baseUrl, {
    grant_type: 'authorization_code',
    code: target.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  })
  const tokens = (await response.json()) as { access_token: string; refresh_token: string }
  return agentWith(baseUrl, clientId, { access: tokens.access_token, refresh: tokens.refresh_token })
}

export function agentWith(
  baseUrl: string,
  clientId: string,
  { access, refresh }: { access: string; refresh: string },
): Agent {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, baseUrl), {
      ...init,
      headers: {
        authorization: `Bearer ${access}`,
        accept: 'application/vnd.siren+json',
        ...(init.headers as Record<string, string> | undefined),
      },
    })
  async function entity(path: string, init: RequestInit = {}): Promise<Entity> {
    const response = await call(path, init)
    if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`)
    return checkSiren(response, await response.json(), baseUrl)
  }
  return {
    clientId,
    access,
    refresh,
    call,
    entity,
    save: (link) =>
      entity('/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(link),
      }),
  }
}

type Submission = {
  name: string
  fields?: Record<string, unknown> | undefined
  headers?: Record<string, string>
}

/** Submits an action of an entity as Siren says, with some fields. */
export function submitAction(
  agent: Agent,
  entity: Entity,
  { name, fields = {}, headers = {} }: Submission,
): Promise<Response> {
  const action = entity.actions.find((action: { name: string }) => action.name === name)
  if (!action) throw new Error(`The entity does not offer ${name}.`)
  const hasBody = action.method !== 'GET' && action.method !== 'DELETE' && action.fields.length > 0
  return agent.call(action.href, {
    method: action.method,
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(hasBody ? { body: JSON.stringify(fields) } : {}),
  })
}
