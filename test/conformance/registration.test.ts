import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import {
  approve,
  authorizePath,
  CALLBACK,
  connectAgent,
  createPkce,
  obtainCode,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { assertNoStore, assertRefused, postJson, requestRefresh } from '../support/oauth.ts'
import { ENGINES, onBothEngines, startService, type TestService } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The extensions with the addresses that browsers derive from their keys and ids. */
const BUILT_IN = [
  ['reading-queue-chrome', 'https://nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org/cb'],
  ['reading-queue-firefox', 'https://c8fb2fd109f78e2a4caea1628b3cd034b49ebe1f.extensions.allizom.org/cb'],
  ['reading-queue-firefox', 'http://127.0.0.1:4321/mozoauth2/c8fb2fd109f78e2a4caea1628b3cd034b49ebe1f'],
] as const

/** How the authorization endpoint refuses a client; undefined where it knows it. */
async function refusalOf(service: TestService, clientId: string, redirectUri = CALLBACK) {
  const path = authorizePath({
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createPkce().challenge,
  })
  const response = await fetch(service.baseUrl + path, { headers: { accept: 'application/json' } })
  const { error } = (await response.json()) as { error: string }
  return error === 'access_denied' ? undefined : error
}

onBothEngines('Registration', (service) => {
  const send = (metadata: unknown, headers?: Record<string, string>) =>
    postJson(service().baseUrl, '/oauth/register', { body: metadata, headers })

  async function refuses(metadata: unknown, error: string) {
    return assertRefused(await send(metadata), 400, error)
  }

  it('responds with 201 and the registered metadata, and never with a secret', async () => {
    const uris = ['http://127.0.0.1:8765/b', 'https://agent.example/cb?x=1&y=%2F', 'http://[::1]/a']
    service().clock.hold()
    const response = await send({ redirect_uris: uris, client_name: 'Agent', scope: 'everything' })
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('content-type'), 'application/json')
    assertNoStore(response)
    const body = (await response.json()) as Record<string, unknown>
    const { client_id: id, client_id_issued_at: issuedAt, ...rest } = body
    assert.match(String(id), /^rqc_[\w-]{43}[0-9A-Za-z]{6}$/)
    assert.equal(issuedAt, Math.floor(service().clock.now() / 1000))
    assert.deepEqual(rest, {
      client_name: 'Agent',
      redirect_uris: uris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'queue',
    })
  })

  it('gives a new client_id each time, even for equal metadata', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => register(service().baseUrl)))
    assert.equal(new Set(ids).size, 10)
  })

  it('returns a client_name only if one was sent', async () => {
    const body = (await (await send({ redirect_uris: [CALLBACK] })).json()) as object
    assert.equal('client_name' in body, false)
  })

  it('accepts the auth method none, or none at all', async () => {
    for (const metadata of [
      { redirect_uris: [CALLBACK] },
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    ]) {
      const response = await send(metadata)
      assert.equal(response.status, 201)
      const body = (await response.json()) as { token_endpoint_auth_method: string }
      assert.equal(body.token_endpoint_auth_method, 'none')
    }
  })

  it('refuses every other auth method with invalid_client_metadata', async () => {
    const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', '', 'None', ' none']
    for (const method of [...methods, null, ['none'], 0, true, { none: 1 }]) {
      await refuses(
        { redirect_uris: [CALLBACK], token_endpoint_auth_method: method },
        'invalid_client_metadata',
      )
    }
  })

  it('refuses redirect_uris that are missing, empty or not a list with invalid_request', async () => {
    for (const uris of [undefined, null, [], '', CALLBACK, { 0: CALLBACK }, 1]) {
      await refuses({ redirect_uris: uris, client_name: 'Agent' }, 'invalid_request')
    }
  })

  it('accepts https with a host, and http on a loopback address with any port or none', async () => {
    for (const uri of [
      'https://agent.example',
      'https://agent.example/',
      'https://AGENT.example:8443/cb?tenant=1',
      'https://localhost/cb',
      'https://192.0.2.7/cb',
      'https://[2001:db8::1]/cb',
      'https://claude.ai/api/mcp/auth_callback',
      'https://chatgpt.com/connector/oauth/abc',
      'https://vscode.dev/redirect',
      'http://127.0.0.1',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
      'http://127.0.0.1:6276/oauth/callback',
      'http://127.0.0.1?a=b',
      'http://[::1]/cb',
      'http://[::1]:9/cb',
    ]) {
      const response = await send({ redirect_uris: [uri] })
      const body = (await response.json()) as { redirect_uris: string[] }
      assert.equal(response.status, 201, uri)
      assert.deepEqual(body.redirect_uris, [uri])
    }
  })

  it('refuses any other redirect URI with invalid_redirect_uri and registers nothing', async () => {
    for (const uri of [
      'http://agent.example/cb',
      'http://127.0.0.2/cb',
      'http://127.1/cb',
      'http://2130706433/cb',
      'http://0x7f.0.0.1/cb',
      'http://0177.0.0.1/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://127.0.0.1@evil.example/cb',
      'http://127.0.0.1:80@evil.example/cb',
      'http://127.0.0.1\\@evil.example/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:/cb',
      'http://127.0.0.1%2eevil.example/cb',
      'http://[::2]/cb',
      'http://[0:0:0:0:0:0:0:1]/cb',
      'http://[::ffff:127.0.0.1]/cb',
      'http://0.0.0.0/cb',
      'https:agent.example/cb',
      'https:///cb',
      'https://',
      'https://?x',
      'https://user:secret@agent.example/cb',
      'https://agent.example/cb#fragment',
      'https://agent.example/cb#',
      'https://agent.example/a b',
      'https://agent.example/\n',
      ' https://agent.example/cb',
      'https://agent.example/cb\u0000',
      'https://agent.example/ü',
      'https://agent.example\\cb',
      '//agent.example/cb',
      '/cb',
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/cb',
      'urn:ietf:wg:oauth:2.0:oob',
      null,
      1,
      ['https://agent.example/cb'],
      { href: CALLBACK },
    ]) {
      await refuses({ redirect_uris: [CALLBACK, uri] }, 'invalid_redirect_uri')
    }
  })

  it('refuses localhost in any spelling, and says to use 127.0.0.1', async () => {
    for (const uri of ['http://localhost/cb', 'http://localhost:3334/cb', 'http://LocalHost:1/cb']) {
      const refusal = await refuses({ redirect_uris: [uri] }, 'invalid_redirect_uri')
      assert.match(refusal.error_description, /http:\/\/127\.0\.0\.1/)
    }
  })

  it('refuses a redirect URI that already contains a response parameter', async () => {
    for (const name of ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']) {
      for (const query of [
        `${name}=1`,
        name,
        `a=b&${name}=`,
        `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=1`,
      ]) {
        await refuses({ redirect_uris: [`https://agent.example/cb?${query}`] }, 'invalid_redirect_uri')
      }
    }
  })

  it('accepts ten redirect URIs of 2,000 characters and refuses more', async () => {
    const long = `https://agent.example/${'a'.repeat(2000 - 'https://agent.example/'.length)}`
    const ten = Array.from({ length: 10 }, (_, at) => `http://127.0.0.1/${at}`)
    assert.equal((await send({ redirect_uris: ten })).status, 201)
    assert.equal((await send({ redirect_uris: [long] })).status, 201)
    await refuses({ redirect_uris: [...ten, 'http://127.0.0.1/10'] }, 'invalid_redirect_uri')
    await refuses({ redirect_uris: [`${long}a`] }, 'invalid_redirect_uri')
  })

  it('accepts a client_name of 100 characters and refuses a longer one, or one that is not a string', async () => {
    for (const name of ['a'.repeat(100), '📚'.repeat(100), '']) {
      const response = await send({ redirect_uris: [CALLBACK], client_name: name })
      assert.equal(response.status, 201)
      assert.equal(((await response.json()) as { client_name: string }).client_name, name)
    }
    for (const name of ['a'.repeat(101), 1, null, ['Agent'], {}]) {
      await refuses({ redirect_uris: [CALLBACK], client_name: name }, 'invalid_client_metadata')
    }
  })

  it('refuses malformed JSON, anything but an object, and an empty body with invalid_request', async () => {
    for (const body of ['{', '', ' ', '[]', '"text"', 'null', '1', '{"redirect_uris":["x"]', "{'a':1}"]) {
      await refuses(body, 'invalid_request')
    }
  })

  it('refuses a body whose type is not JSON with invalid_request', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const body = JSON.stringify({ redirect_uris: [CALLBACK] })
      await assertRefused(await send(body, { 'content-type': type }), 400, 'invalid_request')
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    assert.equal((await send({ redirect_uris: [CALLBACK] }, charset)).status, 201)
  })

  it('refuses a body over 16 KiB with 413, without waiting for its end', async () => {
    const padded = (size: number) => {
      const body = JSON.stringify({ redirect_uris: [CALLBACK], padding: '' })
      return body.replace('""', `"${'a'.repeat(size - body.length)}"`)
    }
    assert.equal((await send(padded(16 * 1024))).status, 201)
    await assertRefused(await send(padded(16 * 1024 + 1)), 413, 'invalid_request')

    const { port, hostname } = new URL(service().baseUrl)
    const socket = connect(Number(port), hostname)
    const head = `POST /oauth/register HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: 1000000000\r\n\r\n{"redirect_uris":`)
    let answer = ''
    for await (const chunk of socket) {
      answer += String(chunk)
      if (answer.includes('invalid_request')) break
    }
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /\r\nconnection: close\r\n/i)
  })

  it('drops unsupported grant and response types, and refuses lists without the code', async () => {
    const uris = { redirect_uris: [CALLBACK] }
    const wide = { grant_types: ['implicit', 'authorization_code'], response_types: ['token', 'code'] }
    const body = (await (await send({ ...uris, ...wide })).json()) as Record<string, unknown>
    assert.deepEqual(body['grant_types'], ['authorization_code'])
    assert.deepEqual(body['response_types'], ['code'])
    for (const types of [[], ['token'], ['id_token'], 'code', null, {}]) {
      await refuses({ ...uris, response_types: types }, 'invalid_client_metadata')
    }
    for (const types of [[], ['refresh_token'], ['client_credentials'], 'authorization_code', null, {}]) {
      await refuses({ ...uris, grant_types: types }, 'invalid_client_metadata')
    }
  })

  it('ignores unknown metadata, and fetches no address in it', async () => {
    const site = await startWebServer((_, response) => response.end())
    const names = ['logo_uri', 'client_uri', 'jwks_uri', 'sector_identifier_uri', 'policy_uri']
    const metadata = Object.fromEntries(names.map((name) => [name, `${site.origin}/${name}`]))
    const clientId = await register(service().baseUrl, { ...metadata, software_statement: 'x.y.z' })
    const person = await signUp(service().baseUrl)
    const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
    const consent = await person.browser.open(path)
    assert.equal(consent.status, 200)
    assert.equal(consent.text.includes(site.origin), false)
    await site.stop()
    assert.deepEqual(site.requests, [])
  })

  it('shows a name as text, without characters that could affect the page', async () => {
    const person = await signUp(service().baseUrl)
    const hostile = '<script>alert(1)</script>\u202e\u0000\u0007"><img src=x>'
    const clientId = await register(service().baseUrl, { client_name: hostile })
    const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
    const { text } = await person.browser.open(path)
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x&gt;'))
    for (const steering of ['<script', '<img src=x', '\u0000', '\u0007', '\u202e']) {
      assert.equal(text.includes(steering), false)
    }
  })

  it('says that a client without a name gave none', async () => {
    const person = await signUp(service().baseUrl)
    const response = await send({ redirect_uris: [CALLBACK] })
    const { client_id: clientId } = (await response.json()) as { client_id: string }
    const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
    assert.match((await person.browser.open(path)).text, /This app gave no name/)
  })

  it('treats an invisible name as missing, and removes invisible characters from others', async () => {
    const person = await signUp(service().baseUrl)
    const invisible = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\ufe0f', '\u{e0041}', '\u{e0100}']
    const more = [
      '\u200b',
      '\u200d',
      '\u2060',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u00ad',
      '\u034f',
      '\u180e',
      '\u0085',
    ]
    const blank = ['\u00a0', '\u2003', '\u3000', '\u2028', '\n', '\u{1d159}', '\u0301', '\u0000', '\ud800']
    for (const [sent, kept] of [
      ...[...invisible, ...more, ...blank].map((character) => [character.repeat(3), '']),
      [[...invisible, ...more, ...blank].join(' '), ''],
      [`Read${[...invisible.filter((one) => one !== '\u2800'), ...more].join('')}er`, 'Reader'],
      ['A\u2800\u00a0\n B', 'A B'],
      ['Ünï 読む 📚 ✓', 'Ünï 読む 📚 ✓'],
    ] as [string, string][]) {
      const body = (await (await send({ redirect_uris: [CALLBACK], client_name: sent })).json()) as {
        client_id: string
        client_name: string
      }
      assert.equal(body.client_name, kept, JSON.stringify(sent))
      const path = authorizePath({ client_id: body.client_id, code_challenge: createPkce().challenge })
      const { text } = await person.browser.open(path)
      assert.ok(
        text.includes(kept === '' ? 'This app gave no name' : `This app calls itself “<bdi>${kept}</bdi>”`),
        text,
      )
    }
  })

  it('is open to every origin, without credentials', async () => {
    const headers = { origin: 'https://agent.example' }
    for (const response of [
      await send({ redirect_uris: [CALLBACK] }, headers),
      await send({}, headers),
      await fetch(`${service().baseUrl}/oauth/register`, { method: 'OPTIONS', headers }),
    ]) {
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.equal(response.headers.get('set-cookie'), null)
      await response.text()
    }
  })

  it('answers other methods with 405', async () => {
    const response = await fetch(`${service().baseUrl}/oauth/register`)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    await assertRefused(response, 405, 'invalid_request')
  })

  it('can’t reuse or change the id of a built-in client', async () => {
    const id = 'reading-queue-chrome'
    const response = await send({ redirect_uris: [CALLBACK], client_id: id })
    assert.notEqual(((await response.json()) as { client_id: string }).client_id, id)
    assert.equal(await refusalOf(service(), id), 'invalid_request')
    const put = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }
    assert.equal((await fetch(`${service().baseUrl}/oauth/register/${id}`, put)).status, 404)
  })

  it('is not needed for built-in clients', async () => {
    const person = await signUp(service().baseUrl)
    for (const [clientId, uri] of BUILT_IN) {
      const { verifier, challenge } = createPkce()
      const parameters = { client_id: clientId, redirect_uri: uri, code_challenge: challenge }
      const consent = await person.browser.open(authorizePath(parameters))
      assert.doesNotMatch(consent.text, /registered itself/)
      const target = await approve(person, authorizePath(parameters))
      assert.ok(target.href.startsWith(`${uri}?code=`))
      const form = { code: target.searchParams.get('code') ?? '', redirect_uri: uri, client_id: clientId }
      const response = await requestToken(service().baseUrl, {
        grant_type: 'authorization_code',
        code_verifier: verifier,
        ...form,
      })
      assert.equal(response.status, 200)
    }
  })

  it('expires after seven days, if no token was issued to it', async () => {
    service().clock.hold()
    const [unused, approved] = [await register(service().baseUrl), await register(service().baseUrl)]
    const person = await signUp(service().baseUrl)
    await obtainCode(service().baseUrl, person, approved)
    service().clock.advance(7 * DAY - 1)
    assert.equal(await refusalOf(service(), unused), undefined)
    service().clock.advance(1)
    assert.equal(await refusalOf(service(), unused), 'invalid_client')
    assert.equal(await refusalOf(service(), approved), 'invalid_client')
  })

  it('lasts while it has a grant', async () => {
    const { baseUrl, clock } = service()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    let { refresh } = agent
    for (let month = 0; month < 12; month++) {
      clock.advance(29 * DAY)
      const response = await requestRefresh(baseUrl, { clientId: agent.clientId, refresh })
      assert.equal(response.status, 200)
      refresh = ((await response.json()) as { refresh_token: string }).refresh_token
      assert.equal(await refusalOf(service(), agent.clientId), undefined)
    }
  })
})

const behindProxy = { env: { TRUST_PROXY: '1' } }

onBothEngines(
  'A flood of registrations',
  (service) => {
    const from = (address: string) =>
      postJson(service().baseUrl, '/oauth/register', {
        body: { redirect_uris: [CALLBACK] },
        headers: { 'x-forwarded-for': address },
      })

    async function count(address: string, tries: number): Promise<number> {
      let made = 0
      for (let at = 0; at < tries; at++) {
        const response = await from(address)
        if (response.status === 201) made++
        await response.text()
      }
      return made
    }

    it('is limited to 20 in a minute from one address, with the time to wait', async () => {
      service().clock.hold()
      assert.equal(await count('198.51.100.1', 20), 20)
      const response = await from('198.51.100.1')
      assert.equal(response.headers.get('retry-after'), '60')
      await assertRefused(response, 429, 'temporarily_unavailable')
      assert.equal(await count('198.51.100.2', 1), 1)
      service().clock.advance(MINUTE)
      assert.equal(await count('198.51.100.1', 1), 1)
    })

    it('is limited to 60 from one address, for ten minutes at most', async () => {
      for (let minute = 0; minute < 3; minute++) {
        assert.equal(await count('198.51.100.3', 20), 20)
        service().clock.advance(MINUTE)
      }
      assert.equal(await count('198.51.100.3', 1), 0)
      assert.equal(await count('198.51.100.33', 1), 1)
      service().clock.advance(7 * MINUTE)
      assert.equal(await count('198.51.100.3', 20), 20)
    })

    it('is limited to 60 in a minute from one IPv6 network of 48 bits', async () => {
      for (let at = 1; at <= 60; at++) assert.equal((await from(`2001:db8:a:${at}::1`)).status, 201)
      const refused = await from('2001:db8:a:ffff::1')
      assert.equal(refused.headers.get('retry-after'), '60')
      await assertRefused(refused, 429, 'temporarily_unavailable')
      assert.equal((await from('2001:db8:b:1::1')).status, 201)
      service().clock.advance(MINUTE)
      assert.equal((await from('2001:db8:a:ffff::1')).status, 201)
    })

    it('counts an IPv6 network of 64 bits as one address', async () => {
      const address = (at: number) => `2001:db8:0:7::${at.toString(16)}`
      for (let at = 1; at <= 20; at++) assert.equal((await from(address(at))).status, 201)
      assert.equal((await from('2001:0db8::7:ffff:0:0:1')).status, 429)
      assert.equal((await from('2001:db8:0:8::1')).status, 201)
    })

    it('counts the address that the proxy saw, not one that the caller sent', async () => {
      for (let at = 1; at <= 20; at++) assert.equal((await from(`10.9.8.${at}, 198.51.100.4`)).status, 201)
      assert.equal((await from('192.0.2.1, 198.51.100.4')).status, 429)
    })

    it('does not count refused registrations', async () => {
      const bad = { 'x-forwarded-for': '198.51.100.5' }
      for (let at = 0; at < 30; at++) {
        const response = await postJson(service().baseUrl, '/oauth/register', { body: {}, headers: bad })
        await assertRefused(response, 400, 'invalid_request')
      }
      assert.equal(await count('198.51.100.5', 1), 1)
    })

    it('counts an address of its own network like any other', async () => {
      service().clock.hold()
      for (const address of ['127.0.0.1', '192.168.1.7', 'fd00::1'])
        assert.equal(await count(address, 21), 20, address)
    })
  },
  behindProxy,
)

for (const engine of ENGINES) {
  describe(`The clean-up of registrations, on ${engine}`, () => {
    /** Unused ones that came from networks in turn, one a second up to `newest`; their ids end with 1, 2, 3 … */
    async function insertUnused(
      service: TestService,
      { count, newest, named = 'unused', networks = [''] }: Flood,
    ): Promise<void> {
      await service.running.services.db.run(
        `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(? AS BIGINT))
         INSERT INTO clients (id, name, redirect_uris, network, created_at, presented_at, expires_at)
         SELECT CAST(? AS TEXT) || '-' || i, NULL, CAST(? AS TEXT),
           CASE i % 2 WHEN 0 THEN CAST(? AS TEXT) ELSE CAST(? AS TEXT) END,
           CAST(? AS BIGINT) + i * 10, CAST(? AS BIGINT) + i * 10, CAST(? AS BIGINT) FROM numbers`,
        count,
        named,
        JSON.stringify([CALLBACK]),
        networks[0]!,
        networks.at(-1)!,
        newest - count * 10,
        newest - count * 10,
        newest + 7 * DAY,
      )
    }
    type Flood = { count: number; newest: number; named?: string; networks?: string[] }

    const from = async (service: TestService, address: string): Promise<string> => {
      const headers = { 'x-forwarded-for': address }
      const response = await postJson(service.baseUrl, '/oauth/register', {
        body: { redirect_uris: [CALLBACK] },
        headers,
      })
      assert.equal(response.status, 201)
      return ((await response.json()) as { client_id: string }).client_id
    }

    it('deletes the oldest unused ones at the maximum, never a used or built-in one, or the newest', async () => {
      const service = await startService(engine)
      try {
        const person = await signUp(service.baseUrl)
        const oldest = await connectAgent(service.baseUrl, person)
        service.clock.advance(12 * HOUR)
        await insertUnused(service, { count: 9999, newest: service.clock.now() - HOUR })
        const newer = await connectAgent(service.baseUrl, person)
        const first = await register(service.baseUrl)
        assert.equal(await refusalOf(service, 'unused-1'), undefined)
        service.clock.advance(HOUR)
        const second = await register(service.baseUrl)
        for (const gone of ['unused-2', 'unused-100'])
          assert.equal(await refusalOf(service, gone), 'invalid_client')
        for (const known of ['unused-1', 'unused-102', first, second, oldest.clientId, newer.clientId]) {
          assert.equal(await refusalOf(service, known), undefined, known)
        }
        assert.equal((await requestRefresh(service.baseUrl, oldest)).status, 200)
        assert.equal(await refusalOf(service, 'reading-queue-chrome', 'https://x.example'), 'invalid_request')
      } finally {
        await service.stop()
      }
    })

    it('lets a flood displace only its own, on every instance, and none with an open consent page', async () => {
      const one = await startService(engine, { env: { TRUST_PROXY: '1' } })
      const other = await startService(engine, {
        env: { TRUST_PROXY: '1' },
        databaseUrl: one.databaseUrl,
      })
      try {
        const now = one.clock.now()
        // Two networks of a /48 that hold nearly all, and an address that many share, with older ones.
        const flood = ['2001:db8:5:1::/64', '2001:db8:5:2::/64']
        await insertUnused(one, { count: 9_880, newest: now, named: 'flood', networks: flood })
        await insertUnused(one, {
          count: 119,
          newest: now - 5 * MINUTE,
          named: 'shared',
          networks: ['203.0.113.5'],
        })
        const mine = await from(one, '198.51.100.9')
        one.clock.advance(30_000)
        other.clock.advance(30_000)
        for (let at = 0; at < 5; at++)
          assert.equal(await refusalOf(other, await from(one, '2001:db8:5:1::9')), undefined)
        assert.equal(await refusalOf(other, await from(other, '198.51.100.10')), undefined)
        for (const known of [mine, 'shared-1', 'shared-119', 'flood-9880']) {
          assert.equal(await refusalOf(other, known), undefined, known)
        }
        for (const gone of ['flood-1', 'flood-2', 'flood-60']) {
          assert.equal(await refusalOf(other, gone), 'invalid_client', gone)
        }

        // What was not seen for ten minutes goes before what was, of whichever network it is.
        one.clock.advance(11 * MINUTE)
        for (const seen of ['flood-500', 'shared-1']) assert.equal(await refusalOf(one, seen), undefined)
        const { db } = one.running.services
        await db.run("DELETE FROM clients WHERE network LIKE '2001%' AND id <> 'flood-500'")
        const fresh = { newest: one.clock.now(), named: 'fresh', networks: flood }
        const { held } = (await db.row<{ held: number }>('SELECT COUNT(*) AS held FROM clients'))!
        await insertUnused(one, { ...fresh, count: 10_000 - held })
        await from(one, '198.51.100.11')
        for (const known of ['flood-500', 'shared-1', 'fresh-1']) {
          assert.equal(await refusalOf(one, known), undefined, known)
        }
        assert.equal(await refusalOf(one, 'shared-2'), 'invalid_client')
      } finally {
        await other.running.close()
        await one.stop()
      }
    })

    it('keeps unused ones for 24 hours only while the maximum is reached', async () => {
      const service = await startService(engine)
      try {
        const yesterday = await register(service.baseUrl)
        service.clock.advance(DAY)
        await insertUnused(service, { count: 10_000, newest: service.clock.now() })
        await register(service.baseUrl)
        assert.equal(await refusalOf(service, yesterday), 'invalid_client')
        assert.equal(await refusalOf(service, 'unused-10000'), undefined)
      } finally {
        await service.stop()
      }
    })
  })
}
