import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, it } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  approve,
  authorizePath,
  CALLBACK,
  connectAgent,
  createPkce,
  obtainCode,
  type Person,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import {
  afterRestart,
  assertNoStore,
  assertRefused,
  postJson,
  requestRefresh,
  statusOf,
  tokensOf,
} from '../support/oauth.ts'
import { ENGINES, onBothEngines, startService } from '../support/service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Six base62 digits of the CRC32 of all that precedes them. */
function assertChecksum(token: string): void {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let value = 0
  for (const digit of token.slice(-6)) value = value * 62 + digits.indexOf(digit)
  assert.equal(value, crc32(token.slice(0, -6)), token)
}

onBothEngines('The exchange of a code', (service) => {
  let person: Person
  before(async () => {
    service().clock.hold()
    person = await signUp(service().baseUrl)
  })
  const obtain = (clientId?: string) => obtainCode(service().baseUrl, person, clientId)
  const send = (form: Record<string, string>) => requestToken(service().baseUrl, form)
  const refuses = async (form: Record<string, string>, error: string) =>
    assertRefused(await send(form), 400, error)

  it('returns a pair, its type, lifetime and scope, and nothing else', async () => {
    const response = await send(await obtain())
    assert.equal(response.headers.get('content-type'), 'application/json')
    assertNoStore(response)
    const { access_token: access, refresh_token: refresh, ...rest } = await tokensOf(response)
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'queue' })
    assert.equal(await statusOf(service().baseUrl, access), 200)
    assert.equal((await requestRefresh(service().baseUrl, { clientId: 'x', refresh })).status, 400)
  })

  it('returns tokens of 55 characters, and client ids of 53, each with its prefix and a checksum', async () => {
    const seen = new Set<string>()
    for (let time = 0; time < 20; time++) {
      const form = await obtain()
      const tokens = await tokensOf(await send(form))
      for (const [token, pattern] of [
        [form.client_id, /^rqc_[\w-]{43}[0-9A-Za-z]{6}$/],
        [form.code, /^rq_ac_[\w-]{43}[0-9A-Za-z]{6}$/],
        [tokens.access_token, /^rq_at_[\w-]{43}[0-9A-Za-z]{6}$/],
        [tokens.refresh_token, /^rq_rt_[\w-]{43}[0-9A-Za-z]{6}$/],
      ] as const) {
        assert.match(token, pattern)
        assertChecksum(token)
        seen.add(token)
      }
    }
    assert.equal(seen.size, 80)
  })

  it('refuses a missing or empty parameter with invalid_request, and keeps the code valid', async () => {
    const form = await obtain()
    for (const name of Object.keys(form)) {
      const { [name]: _, ...without } = form as Record<string, string>
      await refuses(without, 'invalid_request')
      await refuses({ ...form, [name]: '' }, 'invalid_request')
    }
    assert.equal((await send(form)).status, 200)
  })

  it('refuses a repeated parameter with invalid_request', async () => {
    const form = { ...(await obtain()), scope: 'queue' }
    for (const name of Object.keys(form)) {
      for (const repeated of [form[name as keyof typeof form], 'other', '']) {
        const body = new URLSearchParams(form)
        body.append(name, repeated)
        const response = await fetch(`${service().baseUrl}/oauth/token`, { method: 'POST', body })
        await assertRefused(response, 400, 'invalid_request')
      }
    }
    assert.equal((await send(form)).status, 200)
  })

  it('ignores unknown parameters and an empty client_secret', async () => {
    const form = { ...(await obtain()), client_secret: '', scope: 'x y', foo: 'bar', nonce: '1' }
    const tokens = await tokensOf(await send(form))
    assert.equal(tokens.scope, 'queue')
  })

  it('refuses a body over 16 KiB with 413', async () => {
    const response = await send({ ...(await obtain()), padding: 'a'.repeat(16 * 1024) })
    await assertRefused(response, 413, 'invalid_request')
  })

  it('accepts only a form', async () => {
    const form = await obtain()
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const response = await postJson(service().baseUrl, '/oauth/token', {
        body: form,
        headers: { 'content-type': type },
      })
      await assertRefused(response, 400, 'invalid_request')
    }
    const response = await fetch(`${service().baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' },
      body: new URLSearchParams(form).toString(),
    })
    assert.equal(response.status, 200)
  })

  it('refuses another grant type with unsupported_grant_type', async () => {
    const form = await obtain()
    for (const type of [
      'client_credentials',
      'password',
      'Authorization_Code',
      'refresh_token ',
      'toString',
    ]) {
      await refuses({ ...form, grant_type: type }, 'unsupported_grant_type')
    }
  })

  it('refuses an unknown client with 400 invalid_client and no challenge', async () => {
    const form = await obtain()
    for (const id of ['nobody', `${form.client_id}x`, 'x'.repeat(5000)]) {
      const response = await send({ ...form, client_id: id })
      assert.equal(response.headers.get('www-authenticate'), null)
      await assertRefused(response, 400, 'invalid_client')
    }
  })

  it('refuses a client that authenticates with 401 invalid_client and a Basic challenge', async () => {
    const form = await obtain()
    const credentials = Buffer.from(`${form.client_id}:`).toString('base64')
    const response = await fetch(`${service().baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams(form),
    })
    assert.equal(response.headers.get('www-authenticate'), 'Basic realm="reading-queue"')
    await assertRefused(response, 401, 'invalid_client')
    await refuses({ ...form, client_secret: 'secret' }, 'invalid_client')
    assert.equal((await send(form)).status, 200)
  })

  it('responds alike for every invalid code', async () => {
    const [spent, expired, other] = [await obtain(), await obtain(), await obtain()]
    await send(spent)
    const bodies = new Set<string>()
    const add = async (form: Record<string, string>) => {
      bodies.add(JSON.stringify(await refuses(form, 'invalid_grant')))
    }
    await add(spent)
    await add({ ...other, code: 'nonsense' })
    await add({ ...other, code: `rq_ac_${'a'.repeat(49)}` })
    await add({ ...other, code: 'ü\u0000 ' })
    await add({ ...other, redirect_uri: 'https://agent.example/other' })
    await add({ ...other, code_verifier: createPkce().verifier })
    service().clock.advance(60 * SECOND)
    await add(expired)
    assert.equal(bodies.size, 1)
  })

  it('accepts a code for 60 seconds', async () => {
    const form = await obtain()
    const late = await obtain()
    service().clock.advance(60 * SECOND - 1)
    assert.equal((await send(form)).status, 200)
    service().clock.advance(1)
    await refuses(late, 'invalid_grant')
  })

  it('requires the redirect URI of the authorization request, including its port', async () => {
    const { verifier, challenge } = createPkce()
    const clientId = await register(service().baseUrl)
    const uri = 'http://127.0.0.1:50001/callback'
    const parameters = { client_id: clientId, redirect_uri: uri, code_challenge: challenge }
    const target = await approve(person, authorizePath(parameters))
    const form = {
      grant_type: 'authorization_code',
      code: target.searchParams.get('code') ?? '',
      client_id: clientId,
      code_verifier: verifier,
    }
    await refuses({ ...form, redirect_uri: CALLBACK }, 'invalid_grant')
    await refuses({ ...form, redirect_uri: 'http://127.0.0.1:50002/callback' }, 'invalid_grant')
    assert.equal((await send({ ...form, redirect_uri: uri })).status, 200)
  })

  it('requires the client to which the code was issued', async () => {
    const form = await obtain()
    const stranger = await register(service().baseUrl)
    await refuses({ ...form, client_id: stranger }, 'invalid_grant')
    assert.equal((await send(form)).status, 200)
  })

  it('refuses a verifier outside its grammar with invalid_request', async () => {
    const form = await obtain()
    for (const verifier of [
      'a'.repeat(42),
      'a'.repeat(129),
      `${'a'.repeat(42)}+`,
      `${'a'.repeat(42)} `,
      `${'a'.repeat(43)}\n`,
    ]) {
      await refuses({ ...form, code_verifier: verifier }, 'invalid_request')
    }
    assert.equal((await send(form)).status, 200)
  })

  it('accepts verifiers of 43 to 128 characters of the whole alphabet', async () => {
    for (const verifier of ['-._~'.repeat(32), 'aA0-._~'.repeat(6) + 'b']) {
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const clientId = await register(service().baseUrl)
      const target = await approve(person, authorizePath({ client_id: clientId, code_challenge: challenge }))
      const response = await send({
        grant_type: 'authorization_code',
        code: target.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        client_id: clientId,
        code_verifier: verifier,
      })
      assert.equal(response.status, 200)
    }
  })

  it('does not accept the challenge as the verifier', async () => {
    const form = await obtain()
    const challenge = createHash('sha256').update(form.code_verifier).digest('base64url')
    await refuses({ ...form, code_verifier: challenge }, 'invalid_grant')
  })

  it('invalidates a code at the third wrong attempt, not earlier', async () => {
    const wrong = { code_verifier: createPkce().verifier }
    const form = await obtain()
    await refuses({ ...form, ...wrong }, 'invalid_grant')
    await refuses({ ...form, redirect_uri: 'https://agent.example/other' }, 'invalid_grant')
    assert.equal((await send(form)).status, 200)

    const guessed = await obtain()
    for (let time = 0; time < 3; time++) await refuses({ ...guessed, ...wrong }, 'invalid_grant')
    await refuses(guessed, 'invalid_grant')
  })

  it('accepts its own identifiers as resource, repeated too', async () => {
    const { baseUrl } = service()
    const resources = ['', '/', '/mcp', '/queue'].map((path) => baseUrl + path)
    for (const list of [...resources.map((resource) => [resource]), resources, ['']]) {
      const body = new URLSearchParams(await obtain())
      for (const resource of list) body.append('resource', resource)
      const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body })
      assert.equal(response.status, 200, list.join(' '))
    }
  })

  it('refuses another resource with invalid_target and keeps code and refresh token valid', async () => {
    const { baseUrl } = service()
    const form = await obtain()
    const foreign = ['https://evil.example/mcp', '/mcp', 'mcp', `${baseUrl}/mcp#x`, `${baseUrl}/mcp/`]
    for (const resource of foreign) await refuses({ ...form, resource }, 'invalid_target')
    const tokens = await tokensOf(await send(form))
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: form.client_id,
    }
    for (const resource of foreign) await refuses({ ...refresh, resource }, 'invalid_target')
    const renewed = await tokensOf(await send({ ...refresh, resource: `${baseUrl}/mcp` }))
    assert.notEqual(renewed.refresh_token, tokens.refresh_token)
  })

  it('ends the grant if a code is exchanged again with all parameters right', async () => {
    const form = await obtain()
    const tokens = await tokensOf(await send(form))
    await refuses(form, 'invalid_grant')
    assert.equal(await statusOf(service().baseUrl, tokens.access_token), 401)
    const refresh = { clientId: form.client_id, refresh: tokens.refresh_token }
    await assertRefused(await requestRefresh(service().baseUrl, refresh), 400, 'invalid_grant')
    assert.match((await person.browser.open('/agents')).text, /code was used twice/)
  })

  it('keeps the grant if a used code is sent with anything wrong', async () => {
    const form = await obtain()
    const tokens = await tokensOf(await send(form))
    const stranger = await register(service().baseUrl)
    for (const change of [
      { code_verifier: createPkce().verifier },
      { redirect_uri: 'https://agent.example/cb' },
      { client_id: stranger },
    ]) {
      await refuses({ ...form, ...change }, 'invalid_grant')
    }
    assert.equal(await statusOf(service().baseUrl, tokens.access_token), 200)
  })

  it('returns an access token that lasts 3,600 seconds', async () => {
    const tokens = await tokensOf(await send(await obtain()))
    service().clock.advance(HOUR - 1)
    assert.equal(await statusOf(service().baseUrl, tokens.access_token), 200)
    service().clock.advance(1)
    assert.equal(await statusOf(service().baseUrl, tokens.access_token), 401)
  })

  it('is open to every origin, errors included, and responds to other methods with 405', async () => {
    const headers = { origin: 'https://agent.example' }
    for (const init of [{ method: 'POST' }, { method: 'OPTIONS' }, { method: 'GET' }]) {
      const response = await fetch(`${service().baseUrl}/oauth/token`, { ...init, headers })
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      await response.text()
    }
    const response = await fetch(`${service().baseUrl}/oauth/token?grant_type=refresh_token`)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    await assertRefused(response, 405, 'invalid_request')
  })

  it('keeps 100 valid grants for an account: the longest idle one ends beyond that, and the person is told', async () => {
    const owner = await signUp(service().baseUrl)
    const first = await connectAgent(service().baseUrl, owner, 'The oldest agent')
    service().clock.advance(2 * MINUTE)
    const agents = []
    for (let at = 0; at < 99; at++) agents.push(await connectAgent(service().baseUrl, owner))
    service().clock.advance(MINUTE)
    assert.equal(await statusOf(service().baseUrl, first.access), 200)
    service().clock.advance(2 * MINUTE)
    await connectAgent(service().baseUrl, owner)
    assert.equal(await statusOf(service().baseUrl, first.access), 200)
    assert.equal(await statusOf(service().baseUrl, agents[0]!.access), 401)
    assert.match((await owner.browser.open('/agents')).text, /reached the maximum number of agents/)
  })
})

onBothEngines('The refresh of a pair', (service) => {
  before(() => service().clock.hold())
  const connect = async () => connectAgent(service().baseUrl, await signUp(service().baseUrl))
  const renew = (clientId: string, refresh: string) =>
    requestRefresh(service().baseUrl, { clientId, refresh })
  const refuses = async (clientId: string, refresh: string, error = 'invalid_grant') =>
    assertRefused(await renew(clientId, refresh), 400, error)

  it('returns a new access token and a new refresh token', async () => {
    const agent = await connect()
    const response = await renew(agent.clientId, agent.refresh)
    assertNoStore(response)
    const { access_token: access, refresh_token: refresh, ...rest } = await tokensOf(response)
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'queue' })
    assert.notEqual(access, agent.access)
    assert.notEqual(refresh, agent.refresh)
    assert.equal(await statusOf(service().baseUrl, access), 200)
  })

  it('keeps the old access token valid until it expires', async () => {
    const agent = await connect()
    service().clock.advance(HOUR - 1)
    const renewed = await tokensOf(await renew(agent.clientId, agent.refresh))
    assert.equal(await statusOf(service().baseUrl, agent.access), 200)
    service().clock.advance(1)
    assert.equal(await statusOf(service().baseUrl, agent.access), 401)
    assert.equal(await statusOf(service().baseUrl, renewed.access_token), 200)
  })

  it('requires the client_id, and the one that the grant belongs to', async () => {
    const agent = await connect()
    const form = { grant_type: 'refresh_token', refresh_token: agent.refresh }
    await assertRefused(await requestToken(service().baseUrl, form), 400, 'invalid_request')
    await refuses('nobody', agent.refresh, 'invalid_client')
    await refuses(await register(service().baseUrl), agent.refresh)
    assert.equal((await renew(agent.clientId, agent.refresh)).status, 200)
  })

  it('refuses unknown tokens and tokens of another kind with invalid_grant', async () => {
    const agent = await connect()
    for (const token of ['nonsense', `rq_rt_${'a'.repeat(49)}`, agent.access, agent.clientId, 'ü\u0000']) {
      await refuses(agent.clientId, token)
    }
    assert.equal((await renew(agent.clientId, agent.refresh)).status, 200)
  })

  it('accepts any scope, which never widens the access', async () => {
    const agent = await connect()
    const tokens = await tokensOf(
      await requestToken(service().baseUrl, {
        grant_type: 'refresh_token',
        refresh_token: agent.refresh,
        client_id: agent.clientId,
        scope: 'admin openid',
      }),
    )
    assert.equal(tokens.scope, 'queue')
  })

  it('returns the same new pair again for 119 seconds, with the remaining lifetime', async () => {
    const agent = await connect()
    const renewed = await tokensOf(await renew(agent.clientId, agent.refresh))
    for (const [step, left] of [
      [0, 3600],
      [5, 3595],
      [55, 3540],
      [59, 3481],
    ] as const) {
      service().clock.advance(step * SECOND)
      const repeated = await tokensOf(await renew(agent.clientId, agent.refresh))
      assert.deepEqual(repeated, { ...renewed, expires_in: left })
    }
    assert.equal(await statusOf(service().baseUrl, renewed.access_token), 200)
  })

  it('ends the grant if the old token is used after 121 seconds, and tells the person', async () => {
    const owner = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, owner)
    const renewed = await tokensOf(await renew(agent.clientId, agent.refresh))
    service().clock.advance(121 * SECOND)
    await refuses(agent.clientId, agent.refresh)
    assert.equal(await statusOf(service().baseUrl, renewed.access_token), 401)
    assert.equal(await statusOf(service().baseUrl, agent.access), 401)
    await refuses(agent.clientId, renewed.refresh_token)
    assert.match((await owner.browser.open('/agents')).text, /one of its old tokens was used again/)
  })

  it('ends the grant if the old token is used after the new one was', async () => {
    const agent = await connect()
    const second = await tokensOf(await renew(agent.clientId, agent.refresh))
    const third = await tokensOf(await renew(agent.clientId, second.refresh_token))
    await refuses(agent.clientId, agent.refresh)
    assert.equal(await statusOf(service().baseUrl, third.access_token), 401)
    await refuses(agent.clientId, third.refresh_token)
  })

  it('ends nothing if another client sends the old token', async () => {
    const agent = await connect()
    const stranger = await register(service().baseUrl)
    const renewed = await tokensOf(await renew(agent.clientId, agent.refresh))
    service().clock.advance(121 * SECOND)
    await refuses(stranger, agent.refresh)
    assert.equal(await statusOf(service().baseUrl, renewed.access_token), 200)
  })

  it('ends only the grant whose token was reused', async () => {
    const [victim, other] = [await connect(), await connect()]
    await renew(victim.clientId, victim.refresh)
    service().clock.advance(121 * SECOND)
    await refuses(victim.clientId, victim.refresh)
    assert.equal(await statusOf(service().baseUrl, other.access), 200)
    assert.equal((await renew(other.clientId, other.refresh)).status, 200)
  })

  it('accepts a refresh token that was idle for less than 30 days, and no longer', async () => {
    const [used, idle] = [await connect(), await connect()]
    service().clock.advance(30 * DAY - 1)
    assert.equal((await renew(used.clientId, used.refresh)).status, 200)
    service().clock.advance(1)
    await refuses(idle.clientId, idle.refresh)
  })

  it('works for 365 days from the approval, however often it is repeated', async () => {
    const agent = await connect()
    let { refresh } = agent
    for (let days = 0; days < 364; days += 28) {
      service().clock.advance(28 * DAY)
      refresh = (await tokensOf(await renew(agent.clientId, refresh))).refresh_token
    }
    service().clock.advance(DAY - 30 * MINUTE)
    const last = await tokensOf(await renew(agent.clientId, refresh))
    assert.equal(last.expires_in, 1800)
    assert.equal(await statusOf(service().baseUrl, last.access_token), 200)
    service().clock.advance(30 * MINUTE - 1)
    assert.equal(await statusOf(service().baseUrl, last.access_token), 200)
    service().clock.advance(1)
    assert.equal(await statusOf(service().baseUrl, last.access_token), 401)
    await refuses(agent.clientId, last.refresh_token)
  })

  it('has no limit on successes', async () => {
    const agent = await connect()
    let { refresh } = agent
    for (let time = 0; time < 70; time++) {
      refresh = (await tokensOf(await renew(agent.clientId, refresh))).refresh_token
    }
  })
})

for (const engine of ENGINES) {
  it(`A lost response is sent again by a service that was restarted meanwhile, on ${engine}`, async () => {
    const first = await startService(engine)
    const agent = await connectAgent(first.baseUrl, await signUp(first.baseUrl))
    const renewed = await tokensOf(await requestRefresh(first.baseUrl, agent))
    await afterRestart(first, async ({ baseUrl, clock }) => {
      clock.advance(5 * SECOND)
      const repeated = await tokensOf(await requestRefresh(baseUrl, agent))
      assert.deepEqual({ ...repeated, expires_in: 0 }, { ...renewed, expires_in: 0 })
      assert.equal(await statusOf(baseUrl, repeated.access_token), 200)
    })
  })
}

onBothEngines(
  'Failures at the token and revocation endpoints',
  (service) => {
    it('are limited to 60 in a minute from one address, without affecting others', async () => {
      const { baseUrl, clock } = service()
      clock.hold()
      const agent = await connectAgent(baseUrl, await signUp(baseUrl))
      const post = (path: string, form: Record<string, string>, address: string) =>
        fetch(baseUrl + path, {
          method: 'POST',
          headers: { 'x-forwarded-for': address },
          body: new URLSearchParams(form),
        })
      const refresh = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
      for (let at = 0; at < 30; at++) {
        const token = await post('/oauth/token', { ...refresh, refresh_token: 'guess' }, '198.51.100.1')
        await assertRefused(token, 400, 'invalid_grant')
        await assertRefused(await post('/oauth/revoke', {}, '198.51.100.1'), 400, 'invalid_request')
      }
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const refused = await post(path, { ...refresh, token: agent.access }, '198.51.100.1')
        assert.equal(refused.headers.get('retry-after'), '60')
        await assertRefused(refused, 429, 'temporarily_unavailable')
      }
      assert.equal((await post('/oauth/token', refresh, '198.51.100.2')).status, 200)
      service().clock.advance(MINUTE)
      assert.equal((await post('/oauth/token', refresh, '198.51.100.1')).status, 200)
    })

    it('are counted separately from successes, which are not limited', async () => {
      const { baseUrl } = service()
      const agent = await connectAgent(baseUrl, await signUp(baseUrl))
      for (let time = 0; time < 100; time++) {
        const response = await fetch(`${baseUrl}/oauth/token`, {
          method: 'POST',
          headers: { 'x-forwarded-for': '198.51.100.3' },
          body: new URLSearchParams({
            grant_type: 'refresh_token',
            refresh_token: agent.refresh,
            client_id: agent.clientId,
          }),
        })
        assert.equal(response.status, 200)
        await response.text()
      }
    })
  },
  { env: { TRUST_PROXY: '1' } },
)
