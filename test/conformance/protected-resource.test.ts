import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  type Agent,
  authorizePath,
  connectAgent,
  createPkce,
  type Entity,
  type Person,
  register,
  signUp,
} from '../support/agent.ts'
import { assertRefused, postJson } from '../support/oauth.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

const HOUR = 3_600_000
const SIREN = 'application/vnd.siren+json'

onBothEngines('The protected queue', (service) => {
  let person: Person
  let agent: Agent
  let item: string
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    const saved = await agent.save({ url: 'https://example.org/kept' })
    item = `/queue/items/${saved.properties.id}`
  })

  const challenge = (error = '') =>
    `Bearer realm="reading-queue", scope="queue",${error} resource_metadata="${service().baseUrl}/.well-known/oauth-protected-resource/queue"`
  const cookieOf = ({ browser }: Person) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = (path: string, init: RequestInit = {}) =>
    fetch(service().baseUrl + path, { ...init, redirect: 'manual' })

  async function assertChallenged(response: Response, expected: string): Promise<string> {
    const text = await response.text()
    assert.equal(response.status, 401, text)
    assert.equal(response.headers.get('www-authenticate'), expected)
    assert.equal(response.headers.get('content-type'), 'application/problem+json')
    assert.equal((JSON.parse(text) as Entity).status, 401)
    return text
  }

  it('responds to a request without credentials with 401 and a challenge without an error', async () => {
    const body = JSON.stringify({ url: 'https://example.org/' })
    const json = { 'content-type': 'application/json' }
    for (const [path, init] of [
      ['/queue', {}],
      ['/queue', { method: 'HEAD' }],
      ['/queue?state=read', {}],
      ['/queue', { method: 'POST', body, headers: json }],
      ['/queue/save-links', { method: 'POST', body, headers: json }],
      [item, {}],
      [item, { method: 'PATCH', body: '{}', headers: json }],
      [item, { method: 'DELETE' }],
      ['/queue/items/unknown', {}],
    ] as [string, RequestInit][]) {
      for (const accept of [SIREN, '*/*', 'application/json']) {
        const headers = { ...(init.headers as Record<string, string>), accept }
        const response = await send(path, { ...init, headers })
        if (init.method === 'HEAD') {
          assert.equal(response.status, 401)
          assert.equal(response.headers.get('www-authenticate'), challenge())
        } else {
          await assertChallenged(response, challenge())
        }
      }
    }
    const bare = await rawRequest(service().baseUrl, '/queue')
    assert.equal(bare.status, 401)
    assert.equal(bare.headers['www-authenticate'], challenge())
  })

  it('treats another scheme as no credentials', async () => {
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Digest username="x"']) {
      await assertChallenged(await send('/queue', { headers: { authorization } }), challenge())
    }
  })

  it('responds alike to tokens that are unknown, malformed, expired or revoked', async () => {
    const [revoked, expired] = [
      await connectAgent(service().baseUrl, person),
      await connectAgent(service().baseUrl, person),
    ]
    await postJson(service().baseUrl, '/oauth/revoke', { body: { token: revoked.access } })
    service().clock.advance(HOUR)
    agent = await connectAgent(service().baseUrl, person)
    const bodies = new Set<string>()
    for (const token of [
      revoked.access,
      expired.access,
      `rq_at_${'a'.repeat(49)}`,
      agent.access.slice(0, -1),
      `${agent.access}x`,
      agent.access.toUpperCase(),
      agent.refresh,
      agent.clientId,
      '',
      'a b',
      'ü',
      '"',
      `${agent.access}, Bearer ${agent.access}`,
      'x'.repeat(8000),
    ]) {
      const response = await send('/queue', { headers: { authorization: `Bearer ${token}`, accept: SIREN } })
      bodies.add(await assertChallenged(response, challenge(' error="invalid_token",')))
    }
    assert.equal(bodies.size, 1)
  })

  it('responds to a bad token with 401 even for a browser, and never with HTML', async () => {
    for (const path of ['/queue', item]) {
      const headers = { authorization: 'Bearer nonsense', accept: 'text/html', cookie: cookieOf(person) }
      await assertChallenged(await send(path, { headers }), challenge(' error="invalid_token",'))
    }
  })

  it('accepts the scheme in any letter case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${agent.access}`, accept: SIREN }
      assert.equal((await send('/queue', { headers })).status, 200)
    }
  })

  it('accepts a token in the header only', async () => {
    await assertChallenged(await send(`/queue?access_token=${agent.access}`), challenge())
    const form = { body: new URLSearchParams({ access_token: agent.access, url: 'https://example.org/' }) }
    await assertChallenged(await send('/queue', { method: 'POST', ...form }), challenge())
  })

  it('can’t be opened with a session cookie', async () => {
    const cookie = cookieOf(person)
    const json = { 'content-type': 'application/json', cookie, accept: SIREN }
    const body = JSON.stringify({ url: 'https://example.org/by-cookie' })
    await assertChallenged(await send('/queue', { headers: { cookie, accept: SIREN } }), challenge())
    await assertChallenged(await send(item, { headers: { cookie, accept: '*/*' } }), challenge())
    await assertChallenged(await send('/queue', { method: 'POST', headers: json, body }), challenge())
    await assertChallenged(await send(item, { method: 'DELETE', headers: json }), challenge())
    await assertChallenged(
      await send('/queue/save-links', { method: 'POST', headers: json, body }),
      challenge(),
    )
    const { properties } = await agent.entity('/queue')
    assert.equal(properties.totals.unread, 1)
  })

  it('sends a browser without credentials to sign-in and back', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const path of ['/queue', '/queue?state=read&tag=a+b', item]) {
      const response = await send(path, { headers: { accept } })
      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), `/login?return=${encodeURIComponent(path)}`)
      assert.equal(response.headers.get('www-authenticate'), null)
    }
  })

  it('does not accept a token for pages, authorization or the account', async () => {
    const headers = { authorization: `Bearer ${agent.access}`, accept: 'text/html' }
    for (const path of ['/agents', '/login', '/signup']) {
      const response = await send(path, { headers })
      const text = await response.text()
      assert.equal(text.includes(person.email), false, path)
    }
    assert.equal((await send('/agents', { headers })).headers.get('location'), '/login?return=%2Fagents')
    const authorization = authorizePath({
      client_id: await register(service().baseUrl),
      code_challenge: createPkce().challenge,
    })
    assert.match((await send(authorization, { headers })).headers.get('location') ?? '', /^\/login\?return=/)
    assert.notEqual(
      (await send('/queue', { headers })).headers.get('content-type'),
      'text/html; charset=utf-8',
    )
  })

  it('keeps its responses out of shared caches and separate for each caller', async () => {
    for (const path of ['/queue', item]) {
      const response = await agent.call(path)
      assert.match(response.headers.get('cache-control') ?? '', /^(private, no-cache|no-store)$/)
      assert.match(response.headers.get('vary') ?? '', /\bAuthorization\b/)
      assert.equal(response.headers.get('set-cookie'), null)
    }
  })

  it('responds at the exact path, without a redirect', async () => {
    assert.equal((await agent.call('/queue', { redirect: 'manual' })).status, 200)
    assert.equal((await agent.call('/queue/', { redirect: 'manual' })).status, 404)
    assert.equal((await agent.call(`${item}/`, { redirect: 'manual' })).status, 404)
  })

  it('never responds that a scope is insufficient', async () => {
    const list = await agent.entity('/queue')
    assert.deepEqual(list.class, ['queue'])
    const removed = await agent.call(item, { method: 'DELETE' })
    assert.equal(removed.status, 204)
    assert.equal(removed.headers.get('www-authenticate'), null)
  })

  it('is open to scripts of every origin, without credentials', async () => {
    const origin = 'https://agent.example'
    const preflight = await send('/queue', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bauthorization\b/)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bPOST\b/)
    const bearer = { authorization: `Bearer ${agent.access}` }
    for (const headers of [{ origin }, { origin, ...bearer }, { origin, authorization: 'Bearer x' }]) {
      const response = await send('/queue', { headers })
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bWWW-Authenticate\b/)
      await response.text()
    }
  })

  it('shows each person their own queue and no other', async () => {
    const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    assert.deepEqual((await other.entity('/queue')).entities, [])
    const response = await other.call(item)
    assert.equal(response.status, 404)
  })
})

onBothEngines('The protected MCP endpoint', (service) => {
  let person: Person
  before(async () => {
    person = await signUp(service().baseUrl)
  })
  const challenge = (error = '') =>
    `Bearer realm="reading-queue", scope="queue",${error} resource_metadata="${service().baseUrl}/.well-known/oauth-protected-resource/mcp"`
  const send = (headers: Record<string, string> = {}) =>
    fetch(`${service().baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      redirect: 'manual',
    })

  async function assertChallenged(response: Response, expected: string): Promise<string> {
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('www-authenticate'), expected)
    assert.equal(response.headers.get('content-type'), 'application/json')
    return response.text()
  }

  it('responds to a request without credentials with 401 and its own challenge, without an error', async () => {
    for (const headers of [{}, { accept: 'text/html' }, { authorization: 'Basic dXNlcjpwYXNz' }]) {
      await assertChallenged(await send(headers), challenge())
    }
    const opened = await fetch(`${service().baseUrl}/mcp`, { headers: { accept: 'text/html' } })
    await assertChallenged(opened, challenge())
  })

  it('responds alike to tokens that are unknown, malformed, expired or revoked', async () => {
    const [revoked, expired] = [
      await connectAgent(service().baseUrl, person),
      await connectAgent(service().baseUrl, person),
    ]
    assert.equal((await send({ authorization: `Bearer ${revoked.access}` })).status, 200)
    await postJson(service().baseUrl, '/oauth/revoke', { body: { token: revoked.access } })
    service().clock.advance(HOUR)
    const bodies = new Set<string>()
    for (const token of [revoked.access, expired.access, revoked.refresh, 'nonsense', '', 'a b']) {
      const response = await send({ authorization: `Bearer ${token}` })
      bodies.add(await assertChallenged(response, challenge(' error="invalid_token",')))
    }
    assert.equal(bodies.size, 1)
  })

  it('can’t be opened with a session cookie', async () => {
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await assertChallenged(await send({ cookie }), challenge())
  })

  it('accepts the tokens of the queue, at the exact path and without a redirect', async () => {
    const agent = await connectAgent(service().baseUrl, person)
    const response = await send({ authorization: `Bearer ${agent.access}` })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('cache-control') ?? '', /\bno-store\b/)
    assert.match(response.headers.get('vary') ?? '', /\bAuthorization\b/)
    assert.equal(response.headers.get('set-cookie'), null)
    await response.text()
  })

  it('refuses pages of other origins with 403, whatever token they have', async () => {
    const agent = await connectAgent(service().baseUrl, person)
    for (const origin of ['https://evil.example', 'null', `${service().baseUrl}.evil.example`]) {
      for (const headers of [{ origin }, { origin, authorization: `Bearer ${agent.access}` }]) {
        const response = await send(headers as Record<string, string>)
        assert.equal(response.status, 403)
        assert.equal(response.headers.get('access-control-allow-origin'), null)
        await response.text()
      }
    }
  })

  it('is closed as soon as the person revokes the agent', async () => {
    const own = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, own)
    const authorization = `Bearer ${agent.access}`
    assert.equal((await send({ authorization })).status, 200)
    await own.browser.submit(await own.browser.open('/agents'), {}, { action: '/agents/revoke' })
    await assertChallenged(await send({ authorization }), challenge(' error="invalid_token",'))
  })
})

onBothEngines('The errors of the specification', (service) => {
  it('are 400 invalid_request for what is missing or malformed', async () => {
    const { baseUrl } = service()
    await assertRefused(await postJson(baseUrl, '/oauth/register', { body: {} }), 400, 'invalid_request')
    await assertRefused(await fetch(`${baseUrl}/oauth/authorize`), 400, 'invalid_request')
    await assertRefused(await fetch(`${baseUrl}/oauth/token`, { method: 'POST' }), 400, 'invalid_request')
    await assertRefused(await postJson(baseUrl, '/oauth/revoke', { body: {} }), 400, 'invalid_request')
  })

  it('are 400 invalid_client for a client_id that is not registered', async () => {
    const { baseUrl } = service()
    const path = authorizePath({ client_id: 'nobody', code_challenge: createPkce().challenge })
    await assertRefused(await fetch(baseUrl + path), 400, 'invalid_client')
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' }
    const body = new URLSearchParams(form)
    await assertRefused(
      await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body }),
      400,
      'invalid_client',
    )
  })

  it('are 400 invalid_redirect_uri and 400 invalid_client_metadata at registration', async () => {
    const { baseUrl } = service()
    const uri = { redirect_uris: ['http://agent.example/cb'] }
    await assertRefused(
      await postJson(baseUrl, '/oauth/register', { body: uri }),
      400,
      'invalid_redirect_uri',
    )
    const metadata = {
      redirect_uris: ['https://agent.example/cb'],
      token_endpoint_auth_method: 'private_key_jwt',
    }
    await assertRefused(
      await postJson(baseUrl, '/oauth/register', { body: metadata }),
      400,
      'invalid_client_metadata',
    )
  })

  it('are 401 access_denied for somebody who is signed out or denies', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const path = authorizePath({
      client_id: await register(baseUrl),
      code_challenge: createPkce().challenge,
    })
    await assertRefused(await fetch(baseUrl + path), 401, 'access_denied')
    const denied = await person.browser.submit(
      await person.browser.open(path),
      { decision: 'deny' },
      { action: '/oauth/authorize' },
    )
    assert.equal(denied.status, 401)
    assert.match(denied.text, /<code>access_denied<\/code>/)
  })
})
