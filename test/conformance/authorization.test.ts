import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  approve,
  authorizePath,
  CALLBACK,
  createPkce,
  obtainCode,
  PASSWORD,
  type Person,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { createBrowser, type Page, unescapeHtml } from '../support/browser.ts'
import { assertNoStore, assertRefused, postJson, tokensOf } from '../support/oauth.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

const MINUTE = 60_000
const AGENT_URI = 'https://agent.example/cb?tenant=%2F1&x=a+b'

/** Where a page of ours moves the browser on to; undefined where it doesn't. */
function refreshTarget(page: Page): string | undefined {
  const found = /<meta\s+http-equiv="refresh"\s+content="0;url=([^"]*)"/i.exec(page.text)?.[1]
  return found === undefined ? undefined : unescapeHtml(found)
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** Holds a page that leads nowhere: no redirect, no refresh, no link but to the service itself. */
function assertNoWayOut(page: Page, status: number, code: string): void {
  assert.equal(page.status, status, page.text)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.ok(page.text.includes(`<code>${code}</code>`), `${code} is readable`)
  assert.equal(page.headers.get('location'), null)
  assert.equal(refreshTarget(page), undefined)
  for (const [, address = ''] of page.text.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
    assert.match(address, /^(\/(?!\/)|#)/, address)
  }
  assertNoStore(page)
}

onBothEngines('Authorization', (service) => {
  let person: Person
  let clientId: string
  before(async () => {
    person = await signUp(service().baseUrl)
    clientId = await register(service().baseUrl, { redirect_uris: [CALLBACK, AGENT_URI] })
  })

  const valid = (parameters: Record<string, string> = {}) => ({
    client_id: clientId,
    code_challenge: createPkce().challenge,
    ...parameters,
  })
  const without = (path: string, name: string) => path.replace(new RegExp(`(?<=[?&])${name}=[^&]*&?`), '')
  const decide = (page: Page, decision: string, headers: Record<string, string> = {}) =>
    person.browser.submit(page, { decision }, { action: '/oauth/authorize', headers })
  const json = (path: string, cookie = '') =>
    fetch(service().baseUrl + path, {
      headers: { accept: 'application/json', ...(cookie ? { cookie } : {}) },
      redirect: 'manual',
    })
  const cookieOf = ({ browser }: Person) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('returns a code, the state and the issuer, in that order, with 303 to the requested address', async () => {
    const consent = await person.browser.open(authorizePath(valid({ state: 'af0ifjsldkj' })))
    const response = await decide(consent, 'approve')
    assert.equal(response.status, 303)
    assertNoStore(response)
    const location = response.headers.get('location') ?? ''
    const iss = encodeURIComponent(service().baseUrl)
    assert.match(location, /\?code=rq_ac_[\w-]{43}[0-9A-Za-z]{6}&/)
    assert.equal(
      location.replace(/rq_ac_[\w-]+/, 'CODE'),
      `${CALLBACK}?code=CODE&state=af0ifjsldkj&iss=${iss}`,
    )
  })

  it('leaves state out where none was sent or it was empty', async () => {
    for (const parameters of [valid(), valid({ state: '' })]) {
      const target = await approve(person, authorizePath(parameters))
      assert.deepEqual([...target.searchParams.keys()], ['code', 'iss'])
    }
  })

  it('keeps the query of a redirect URI byte for byte and adds to it', async () => {
    const consent = await person.browser.open(authorizePath(valid({ redirect_uri: AGENT_URI, state: 's' })))
    const location = (await decide(consent, 'approve')).headers.get('location') ?? ''
    assert.ok(location.startsWith(`${AGENT_URI}&code=rq_ac_`), location)
    assert.match(location, /&state=s&iss=[^&]+$/)
  })

  it('returns a state unchanged, whatever bytes it contains', async () => {
    const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join('')
    for (const state of [
      printable,
      'a+b c%20d%2Bd&code=evil&iss=https://evil.example#x',
      '"><script>alert(1)</script>',
      'ünï/💜\u202e\u0007\r\nLocation: https://evil.example',
      '{"json":["a",1],"b64":"AA=="}',
      'eyJhbGciOi.J9__-',
    ]) {
      const target = await approve(person, authorizePath(valid({ state })))
      assert.equal(target.searchParams.get('state'), state)
      assert.deepEqual([...target.searchParams.keys()], ['code', 'state', 'iss'])
    }
  })

  it('takes a state of 10 KB through sign-in, consent and back', async () => {
    const state = 'Zm9v.-_~'.repeat(1280)
    const path = authorizePath(valid({ state }))
    const target = await approve(person, path)
    assert.equal(target.searchParams.get('state'), state)

    const newIdentity = createBrowser(service().baseUrl)
    const signIn = await newIdentity.open(path)
    const consent = await newIdentity.submit(signIn, { email: person.email, password: PASSWORD })
    assert.equal(consent.url, service().baseUrl + path)
    const response = await newIdentity.submit(
      consent,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    assert.equal(new URL(response.headers.get('location') ?? '').searchParams.get('state'), state)
  })

  it('accepts addresses of 16 KiB and refuses longer ones with 414 or 431', async () => {
    const path = (length: number) => {
      const rest = authorizePath(valid({ state: 'x' }))
      return rest + 'x'.repeat(length - rest.length)
    }
    assert.equal((await person.browser.open(path(16 * 1024))).status, 200)
    const response = await rawRequest(service().baseUrl, path(64 * 1024))
    assert.ok([414, 431].includes(response.status))
  })

  it('refuses a missing or empty client_id with invalid_request', async () => {
    const path = authorizePath(valid())
    for (const bad of [without(path, 'client_id'), path.replace(/client_id=[^&]*/, 'client_id=')]) {
      assertNoWayOut(await person.browser.open(bad), 400, 'invalid_request')
      await assertRefused(await json(bad), 400, 'invalid_request')
    }
  })

  it('refuses an unknown client with invalid_client, signed in or not, and offers no way to it', async () => {
    const unknown = [
      'nobody',
      `rqc_${'a'.repeat(49)}`,
      'x'.repeat(5000),
      "' OR 1=1 --",
      'https://a.example/b/../id',
    ]
    for (const id of unknown) {
      const path = authorizePath(valid({ client_id: id, redirect_uri: 'https://agent.example/cb' }))
      assertNoWayOut(await person.browser.open(path), 400, 'invalid_client')
      assertNoWayOut(await createBrowser(service().baseUrl).open(path), 400, 'invalid_client')
      const refused = await json(path)
      assert.equal(refused.headers.get('location'), null)
      assert.equal(refused.headers.get('www-authenticate'), null)
      assert.equal((await assertRefused(refused, 400, 'invalid_client')).redirect_to, undefined)
    }
  })

  it('refuses a missing or unregistered redirect_uri with invalid_request, and offers no way to it', async () => {
    const path = authorizePath(valid())
    const uris = [
      '',
      'https://evil.example/cb',
      'https://agent.example/cb',
      `${AGENT_URI}&more=1`,
      'https://agent.example/cb?tenant=/1&x=a+b',
      'https://AGENT.example/cb?tenant=%2F1&x=a+b',
      'https://agent.example:443/cb?tenant=%2F1&x=a+b',
      `${CALLBACK}/`,
      `${CALLBACK}?x`,
      `${CALLBACK}#x`,
      'http://127.0.0.1:8765/Callback',
      'http://127.0.0.1:8765/./callback',
      'http://localhost:8765/callback',
      'http://[::1]:8765/callback',
      'https://127.0.0.1:8765/callback',
      'http://127.0.0.1:8765@evil.example/callback',
      'http://127.0.0.1:99999/callback',
      'javascript:alert(1)',
    ]
    const bad = [
      without(path, 'redirect_uri'),
      ...uris.map((uri) => authorizePath(valid({ redirect_uri: uri }))),
    ]
    for (const path of bad) {
      const page = await person.browser.open(path)
      assertNoWayOut(page, 400, 'invalid_request')
      assert.match(page.text, /redirect_uri/)
      if (/[?&]redirect_uri=[^&]/.test(path)) {
        assert.match(page.text, /<h1>The app’s return address can’t be used<\/h1>/)
        assert.match(
          page.text,
          /isn’t registered here\. Nothing was shared\.[^]*<code>invalid_request<\/code>/,
        )
      }
      assertNoWayOut(await createBrowser(service().baseUrl).open(path), 400, 'invalid_request')
      const refusal = await assertRefused(await json(path, cookieOf(person)), 400, 'invalid_request')
      assert.equal(refusal.redirect_to, undefined)
    }
  })

  it('allows any port of a loopback address, whether one was registered or not', async () => {
    const uris = [
      'http://127.0.0.1/a',
      'http://127.0.0.1:7000/b',
      'http://[::1]/c?d=e',
      'http://[::1]:7000/f',
    ]
    const client = await register(service().baseUrl, { redirect_uris: uris })
    for (const uri of [
      'http://127.0.0.1/a',
      'http://127.0.0.1:50123/a',
      'http://127.0.0.1/b',
      'http://127.0.0.1:7001/b',
      'http://[::1]:1/c?d=e',
      'http://[::1]:65535/f',
    ]) {
      const path = authorizePath(valid({ client_id: client, redirect_uri: uri }))
      const consent = await person.browser.open(path)
      const location = (await decide(consent, 'approve')).headers.get('location') ?? ''
      assert.ok(location.startsWith(`${uri}${uri.includes('?') ? '&' : '?'}code=`), location)
    }
  })

  it('ignores scope, unknown parameters and those of OpenID Connect', async () => {
    for (const extra of [
      { scope: 'queue' },
      { scope: 'openid profile everything' },
      { scope: '' },
      { prompt: 'none', nonce: 'n', display: 'popup', max_age: '0', login_hint: 'x', claims: '{}' },
      { response_mode: 'query' },
      { foo: 'bar', __proto__x: '1', constructor: 'x' },
    ]) {
      const page = await person.browser.open(authorizePath(valid(extra as Record<string, string>)))
      assert.equal(page.status, 200, JSON.stringify(extra))
    }
  })

  it('accepts its own identifiers as resource, repeated too, and refuses any other with invalid_target', async () => {
    const { baseUrl } = service()
    const ours = ['', '/', '/mcp', '/queue'].map((path) => `&resource=${encodeURIComponent(baseUrl + path)}`)
    for (const query of [...ours, ours.join(''), '&resource=']) {
      assert.equal((await person.browser.open(authorizePath(valid()) + query)).status, 200, query)
    }
    const foreign = [
      'https://evil.example/mcp',
      '/mcp',
      'mcp',
      `${baseUrl}/mcp#x`,
      `${baseUrl}/mcp/`,
      `${baseUrl}/MCP`,
      `${baseUrl}/mcp?x=1`,
      `${baseUrl}/oauth`,
      `${baseUrl}.evil.example`,
    ]
    for (const resource of foreign) {
      const query = `&resource=${encodeURIComponent(resource)}`
      for (const path of [authorizePath(valid()) + query, authorizePath(valid()) + ours[0] + query]) {
        const page = await person.browser.open(path)
        assert.equal(page.status, 400)
        assert.ok(page.text.includes(`href="${CALLBACK}?error=invalid_target&amp;iss=`), resource)
      }
    }
  })

  const wrong: [change: Record<string, string> | string, error: string][] = [
    ['response_type', 'invalid_request'],
    [{ response_type: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'Code' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    ['code_challenge', 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(44) }, 'invalid_request'],
    [{ code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
    [{ code_challenge: `${'a'.repeat(42)}.` }, 'invalid_request'],
    [{ code_challenge: `${'a'.repeat(42)}+` }, 'invalid_request'],
    [{ code_challenge: `${'a'.repeat(43)}\n` }, 'invalid_request'],
    ['code_challenge_method', 'invalid_request'],
    [{ code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: 's256' }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ response_mode: 'form_post' }, 'invalid_request'],
    [{ request: 'eyJ.x.y' }, 'request_not_supported'],
    [{ request_uri: 'https://agent.example/request' }, 'request_uri_not_supported'],
  ]
  const wrongPath = (change: Record<string, string> | string) =>
    typeof change === 'string'
      ? without(authorizePath(valid({ state: 'x y' })), change)
      : authorizePath(valid({ state: 'x y', ...change }))

  it('shows an error to a signed-in person with 400, and links to the client without redirecting', async () => {
    for (const [change, error] of wrong) {
      const path = wrongPath(change)
      const iss = encodeURIComponent(service().baseUrl)
      const target = `${CALLBACK}?error=${error}&state=x%20y&iss=${iss}`
      const page = await person.browser.open(path)
      assert.equal(page.status, 400, JSON.stringify(change))
      assert.ok(page.text.includes(`<code>${error}</code>`))
      assert.equal(refreshTarget(page), undefined)
      assert.ok(page.text.includes(`href="${target.replaceAll('&', '&amp;')}"`), 'a link to follow')
      assert.match(page.text.replace(/<[^>]*>/g, ''), /tell the app, at 127\.0\.0\.1:8765\./)
      assert.equal(page.headers.get('location'), null)
      const refused = await json(path, cookieOf(person))
      assert.equal(refused.headers.get('location'), null)
      assert.equal((await assertRefused(refused, 400, error)).redirect_to, target)
    }
  })

  it('redirects to an extension of ours with an error, and to no other program that uses its id', async () => {
    const hash = 'c8fb2fd109f78e2a4caea1628b3cd034b49ebe1f'
    const extension = { client_id: 'reading-queue-firefox', code_challenge_method: 'plain' }
    const own = `https://${hash}.extensions.allizom.org/cb`
    const target = `${own}?error=invalid_request&iss=${encodeURIComponent(service().baseUrl)}`
    const page = await person.browser.open(authorizePath(valid({ ...extension, redirect_uri: own })))
    assert.equal(page.status, 400)
    assert.equal(refreshTarget(page), target)
    assert.equal(page.headers.get('location'), target)

    const loopback = `http://127.0.0.1:4321/mozoauth2/${hash}`
    const other = await person.browser.open(authorizePath(valid({ ...extension, redirect_uri: loopback })))
    assert.equal(other.status, 400)
    assert.equal(refreshTarget(other), undefined)
    assert.equal(other.headers.get('location'), null)
    assert.ok(other.text.includes(`href="${loopback}?error=invalid_request&amp;`))
  })

  it('trusts an extension of ours, and no program on this computer that uses its id', async () => {
    const own = await signUp(service().baseUrl)
    const hash = 'c8fb2fd109f78e2a4caea1628b3cd034b49ebe1f'
    const vouched = /own (browser )?extension|Reading Queue for Firefox/
    for (const [redirectUri, isOurs] of [
      [`http://127.0.0.1:4321/mozoauth2/${hash}`, false],
      [`https://${hash}.extensions.allizom.org/cb`, true],
    ] as const) {
      const { verifier, challenge } = createPkce()
      const request = { client_id: 'reading-queue-firefox', redirect_uri: redirectUri }
      const path = authorizePath({ ...request, code_challenge: challenge })
      const { text } = await own.browser.open(path)
      assert.equal(vouched.test(text), isOurs, redirectUri)
      assert.equal(/Unverified/.test(text), !isOurs)
      assert.equal(/Let the Reading Queue extension in this browser use/.test(text), isOurs)
      assert.equal(text.includes('class="target"'), !isOurs)
      assert.equal(/a program on this computer/i.test(text), !isOurs)

      const code = (await approve(own, path)).searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', ...request, code, code_verifier: verifier }
      const tokens = await tokensOf(await requestToken(service().baseUrl, form))
      const agents = await own.browser.open('/agents')
      assert.equal(vouched.test(agents.text), isOurs)
      assert.equal(/Program on this computer/.test(agents.text), !isOurs)
      await postJson(service().baseUrl, '/oauth/revoke', { body: { token: tokens.access_token } })
    }
  })

  it('redirects nobody to a client before they have signed in', async () => {
    for (const [change, error] of wrong) {
      const path = wrongPath(change)
      assertNoWayOut(await createBrowser(service().baseUrl).open(path), 400, error)
      const refused = await json(path)
      assert.equal(refused.headers.get('location'), null)
      assert.equal((await assertRefused(refused, 400, error)).redirect_to, undefined)
    }
  })

  it('refuses a repeated parameter with invalid_request', async () => {
    const path = authorizePath(valid({ state: 's', scope: 'queue', prompt: 'consent', foo: 'bar' }))
    for (const [name, value] of new URL(path, 'http://x').searchParams) {
      for (const again of [value, 'other', '']) {
        const page = await person.browser.open(`${path}&${name}=${encodeURIComponent(again)}`)
        assert.equal(page.status, 400, name)
        assert.ok(page.text.includes('<code>invalid_request</code>'), name)
        const leads = name !== 'client_id' && name !== 'redirect_uri'
        assert.equal(page.text.includes(`href="${CALLBACK}?error=invalid_request`), leads, name)
      }
    }
  })

  it('sends a signed-out browser to sign-in and keeps the request byte for byte', async () => {
    const paths = [
      authorizePath(valid({ state: 'a+b' })),
      `${authorizePath(valid())}&state=a+b%20c%2Bd&%6dore=%c3%bc&x='()*!~;,/?:@$`,
    ]
    for (const path of paths) {
      const response = await rawRequest(service().baseUrl, path, { headers: { accept: 'text/html' } })
      assert.equal(response.status, 303)
      assert.equal(response.headers.location, `/login?return=${encodeURIComponent(path)}`)
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.deepEqual(response.headers['set-cookie'], undefined)

      const form = await rawRequest(service().baseUrl, response.headers.location)
      const cookie = form.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      const token = /name="form_token" value="([^"]*)"/.exec(form.text)?.[1] ?? ''
      const fields = { form_token: token, email: person.email, password: PASSWORD, return: path }
      assert.ok(form.text.includes(`name="return" value="${escapeHtml(path)}"`))
      const signedIn = await rawRequest(service().baseUrl, '/login', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      })
      assert.equal(signedIn.status, 303)
      assert.equal(signedIn.headers.location, path)

      for (const form of ['/login', '/signup']) {
        const newIdentity = createBrowser(service().baseUrl)
        const signIn = await newIdentity.open(path)
        assert.equal(new URL(signIn.url).pathname, '/login')
        const page =
          form === '/login'
            ? signIn
            : await newIdentity.open(unescapeHtml(/href="(\/signup[^"]*)"/.exec(signIn.text)?.[1] ?? ''))
        const email = form === '/login' ? person.email : `${crypto.randomUUID()}@example.org`
        const consent = await newIdentity.submit(page, { email, password: PASSWORD })
        assert.equal(consent.status, 200)
        // A browser spells some characters of an address anew before it sends them.
        assert.equal(consent.url, new URL(path, service().baseUrl).href)
        assert.ok(consent.text.includes('value="approve"'))
      }
    }
  })

  it('keeps the request through a wrong password and through switching between sign-in and sign-up', async () => {
    const path = authorizePath(valid({ state: 'kept' }))
    const newIdentity = createBrowser(service().baseUrl)
    const again = await newIdentity.submit(await newIdentity.open(path), {
      email: person.email,
      password: 'not the right one',
    })
    assert.equal(again.status, 200)
    assert.equal(new URL(again.url).pathname, '/login')
    const signUpPage = await newIdentity.open(
      unescapeHtml(/href="(\/signup[^"]*)"/.exec(again.text)?.[1] ?? ''),
    )
    const signIn = await newIdentity.open(
      unescapeHtml(/href="(\/login[^"]*)"/.exec(signUpPage.text)?.[1] ?? ''),
    )
    const consent = await newIdentity.submit(signIn, { email: person.email, password: PASSWORD })
    assert.equal(consent.url, service().baseUrl + path)
  })

  it('responds to a signed-out program with 401 access_denied', async () => {
    const path = authorizePath(valid({ state: 's' }))
    const response = await json(path)
    assert.equal(response.headers.get('location'), null)
    assert.equal((await assertRefused(response, 401, 'access_denied')).redirect_to, undefined)
    for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
      const response = await fetch(service().baseUrl + path, { headers: { accept }, redirect: 'manual' })
      await assertRefused(response, 401, 'access_denied')
    }
    const answer = await rawRequest(service().baseUrl, path)
    assert.equal(answer.status, 401)
    assert.equal(JSON.parse(answer.text).error, 'access_denied')
  })

  it('can’t be opened with an access token', async () => {
    const tokens = await requestToken(service().baseUrl, await obtainCode(service().baseUrl, person))
    const { access_token: token } = (await tokens.json()) as { access_token: string }
    const response = await fetch(service().baseUrl + authorizePath(valid()), {
      headers: { authorization: `Bearer ${token}` },
    })
    await assertRefused(response, 401, 'access_denied')
  })

  it('shows a page that says who asks, where access is sent, what it allows and how to end it', async () => {
    const client = await register(service().baseUrl, {
      client_name: 'Reading Queue',
      redirect_uris: ['https://agent.example:8443/cb', CALLBACK],
    })
    const uri = 'https://agent.example:8443/cb'
    const page = await person.browser.open(authorizePath(valid({ client_id: client, redirect_uri: uri })))
    const text = page.text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    assert.match(text, /Reading Queue/)
    assert.match(text, /Unverified .*registered itself/)
    assert.match(text, /agent\.example:8443/)
    assert.ok(text.includes(person.email))
    assert.match(text, /Use another account/)
    assert.match(text, /read everything/)
    assert.match(text, /save, change and remove/)
    assert.match(text, /up to a year/)
    assert.match(text, /Everything it does is recorded/)
    assert.match(text, /you can undo it/)
    assert.ok(page.text.includes('href="/agents"'))
    const local = await person.browser.open(authorizePath(valid({ client_id: client })))
    assert.match(local.text, /an app on this computer/)
    assert.match(local.text, /127\.0\.0\.1:8765/)
  })

  it('has the host that gets access as its headline, and the name below as a short claim', async () => {
    const [longName, uri] = ['Trusted Bank '.repeat(7).trim(), 'https://evil.example/cb']
    const client = await register(service().baseUrl, { client_name: longName, redirect_uris: [uri] })
    const { text } = await person.browser.open(authorizePath(valid({ client_id: client, redirect_uri: uri })))
    const heading = /<h1>([^]*?)<\/h1>/.exec(text)?.[1] ?? ''
    assert.match(heading.replaceAll(/<[^>]*>/g, ''), /Let evil\.example use your reading queue\?/)
    const [, claim = ''] = /calls itself “<bdi>([^<]*)<\/bdi>”/.exec(text) ?? []
    assert.ok(longName.startsWith(claim.slice(0, -1)) && claim.endsWith('…') && claim.length <= 61, claim)
  })

  it('says whether the person approved the app before, or another one at the same host', async () => {
    const own = await signUp(service().baseUrl)
    const uri = 'https://app.example/cb'
    const known = await register(service().baseUrl, { client_name: 'Known', redirect_uris: [uri] })
    const other = await register(service().baseUrl, { client_name: 'Other', redirect_uris: [uri] })
    const here = await register(service().baseUrl, { client_name: 'Here' })
    const hereToo = await register(service().baseUrl, { client_name: 'Here too' })
    const noteOf = async (client: string, redirect: string) => {
      const path = authorizePath(valid({ client_id: client, redirect_uri: redirect }))
      const { text } = await own.browser.open(path)
      return /(?:You approved this app before|New: you haven’t[^<]*)/.exec(text)?.[0]
    }
    assert.equal(await noteOf(known, uri), 'New: you haven’t approved this app before.')
    for (const [client, redirect] of [
      [known, uri],
      [here, CALLBACK],
    ] as const) {
      const { verifier, challenge } = createPkce()
      const request = { client_id: client, redirect_uri: redirect }
      const code = (
        await approve(own, authorizePath({ ...request, code_challenge: challenge }))
      ).searchParams.get('code')
      const form = { grant_type: 'authorization_code', ...request, code: code ?? '', code_verifier: verifier }
      assert.equal((await requestToken(service().baseUrl, form)).status, 200)
    }
    assert.equal(await noteOf(known, uri), 'You approved this app before')
    const consent = async () => {
      return (await own.browser.open(authorizePath(valid({ client_id: known, redirect_uri: uri })))).text
    }
    assert.doesNotMatch(await consent(), /stays paused|only suggest changes\. That stays/)
    for (const decision of ['pause', 'suggest']) {
      const page = await own.browser.open('/agents')
      await own.browser.submit(page, { agent: known }, { action: `/agents/${decision}` })
    }
    assert.match(await consent(), /You paused this app\. It stays paused if you approve/)
    assert.match(await consent(), /You let this app only suggest changes\. Approving doesn’t change that/)
    assert.match((await noteOf(other, uri)) ?? '', /New: you haven’t approved this app before, but another/)
    // Any program can listen on this computer.
    assert.equal(await noteOf(hereToo, CALLBACK), 'New: you haven’t approved this app before.')
  })

  it('offers two buttons in a form that works as it is, without scripts', async () => {
    const { text } = await person.browser.open(authorizePath(valid()))
    const form = /<form[^>]*action="\/oauth\/authorize"[^>]*>.*?<\/form>/s.exec(text)?.[0] ?? ''
    assert.match(form, /method="post"/)
    const buttons = [...form.matchAll(/<button[^>]*name="decision" value="(\w+)"/g)].map(([, value]) => value)
    assert.deepEqual(buttons, ['approve', 'deny'])
    assert.doesNotMatch(text, /<script|\son\w+=|style="/i)
  })

  it('sends the security headers with each of its pages', async () => {
    const path = authorizePath(valid())
    const consent = await person.browser.open(path)
    const wrongRequest = await person.browser.open(authorizePath(valid({ response_type: 'token' })))
    const denied = await decide(consent, 'deny')
    const signIn = await createBrowser(service().baseUrl).open(path)
    const policy =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'"
    for (const page of [consent, wrongRequest, denied, signIn]) {
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.equal(page.headers.get('x-frame-options'), 'DENY')
      assert.match(page.headers.get('permissions-policy') ?? '', /camera=\(\), .*microphone=\(\), .*usb=\(\)/)
      assert.equal(page.headers.get('referrer-policy'), 'same-origin')
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin')
      assert.equal(page.headers.get('strict-transport-security'), null)
    }
    // form-action would block the redirect to the client after the code was made.
    for (const page of [consent, wrongRequest, denied]) {
      assert.equal(page.headers.get('content-security-policy'), policy)
    }
    const scripts =
      "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types worker 'allow-duplicates'"
    const ownPolicy = `${policy}; form-action 'self'; ${scripts}`
    assert.equal(signIn.headers.get('content-security-policy'), ownPolicy)
  })

  it('asks each time, even for a client that was approved before', async () => {
    const client = await register(service().baseUrl)
    for (let time = 0; time < 2; time++) {
      const consent = await person.browser.open(authorizePath(valid({ client_id: client })))
      assert.equal(consent.status, 200)
      assert.equal((await decide(consent, 'approve')).status, 303)
    }
  })

  it('responds to a denial with 401 and a page that redirects to the client', async () => {
    const target = `${CALLBACK}?error=access_denied&state=a%20b&iss=${encodeURIComponent(service().baseUrl)}`
    const path = authorizePath(valid({ state: 'a b' }))
    const page = await decide(await person.browser.open(path), 'deny')
    assert.equal(page.status, 401)
    assert.equal(page.headers.get('www-authenticate'), null)
    assert.ok(page.text.includes('<code>access_denied</code>'))
    assert.equal(refreshTarget(page), target)
    assert.ok(page.text.includes(`href="${target.replaceAll('&', '&amp;')}"`))
    assert.equal(page.headers.get('location'), target)
    assertNoStore(page)

    const consent = await person.browser.open(path)
    const answer = await decide(consent, 'deny', { accept: 'application/json' })
    const response = new Response(answer.text, { status: answer.status, headers: answer.headers })
    assert.equal(response.headers.get('location'), target)
    assert.equal((await assertRefused(response, 401, 'access_denied')).redirect_to, target)
  })

  it('accepts one decision for one request, the first one', async () => {
    for (const [first, status] of [
      ['approve', 303],
      ['deny', 401],
    ] as const) {
      const consent = await person.browser.open(authorizePath(valid({ state: 's' })))
      assert.equal((await decide(consent, first)).status, status)
      for (const second of ['approve', 'deny']) {
        assertNoWayOut(await decide(consent, second), 400, 'invalid_request')
      }
    }
  })

  it('accepts a decision for ten minutes', async () => {
    service().clock.hold()
    const consents = [
      await person.browser.open(authorizePath(valid())),
      await person.browser.open(authorizePath(valid())),
    ]
    service().clock.advance(10 * MINUTE - 1)
    assert.equal((await decide(consents[0]!, 'approve')).status, 303)
    service().clock.advance(1)
    assertNoWayOut(await decide(consents[1]!, 'approve'), 400, 'invalid_request')
  })

  it('accepts a decision only from the session that was asked', async () => {
    const stranger = await signUp(service().baseUrl)
    const consent = await person.browser.open(authorizePath(valid()))
    const elsewhere = await stranger.browser.submit(
      consent,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    assertNoWayOut(elsewhere, 401, 'access_denied')

    const own = await signUp(service().baseUrl)
    const confirmation = await own.browser.open(authorizePath(valid()))
    await own.browser.submit(confirmation, {}, { action: '/logout' })
    const signedOut = await own.browser.submit(
      confirmation,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    assertNoWayOut(signedOut, 401, 'access_denied')
    await own.browser.submit(await own.browser.open('/login'), { email: own.email, password: PASSWORD })
    const pageWithNewSession = await own.browser.submit(
      confirmation,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    assertNoWayOut(pageWithNewSession, 401, 'access_denied')
  })

  it('uses only what it sealed itself, and nothing else from the form', async () => {
    const consent = await person.browser.open(authorizePath(valid({ state: 'mine' })))
    const forged = {
      decision: 'approve',
      redirect_uri: 'https://evil.example',
      state: 'evil',
      client_id: 'evil',
      code_challenge: 'a'.repeat(43),
    }
    const response = await person.browser.submit(consent, forged, { action: '/oauth/authorize' })
    const target = new URL(response.headers.get('location') ?? '')
    assert.equal(target.origin + target.pathname, CALLBACK)
    assert.equal(target.searchParams.get('state'), 'mine')
  })

  it('refuses a decision without a valid pending authorization with invalid_request', async () => {
    const consent = await person.browser.open(authorizePath(valid()))
    const form = consent.forms.find(({ action }) => action === '/oauth/authorize')!
    const sealed = form.fields['request'] ?? ''
    for (const request of [
      '',
      'nonsense',
      sealed.slice(0, -2),
      `${sealed.slice(0, 40)}AAAA${sealed.slice(44)}`,
    ]) {
      const response = await person.browser.submit(
        consent,
        { decision: 'approve', request },
        { action: '/oauth/authorize' },
      )
      assertNoWayOut(response, 400, 'invalid_request')
    }
    for (const decision of ['', 'Approve', 'yes']) {
      assertNoWayOut(await decide(consent, decision), 400, 'invalid_request')
    }
    const post = (body: string, type: string) =>
      fetch(`${service().baseUrl}/oauth/authorize`, {
        method: 'POST',
        headers: { cookie: cookieOf(person), 'content-type': type },
        body,
      })
    await assertRefused(await post('', 'application/x-www-form-urlencoded'), 400, 'invalid_request')
    await assertRefused(await post('{}', 'application/json'), 400, 'invalid_request')
    assert.equal((await decide(consent, 'approve')).status, 303)
  })

  it('refuses a decision from another site with 403, and keeps the request open', async () => {
    const consent = await person.browser.open(authorizePath(valid()))
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      assertNoWayOut(await decide(consent, 'approve', headers), 403, 'access_denied')
    }
    const ours = { origin: service().baseUrl, 'sec-fetch-site': 'same-origin' }
    assert.equal((await decide(consent, 'approve', ours)).status, 303)
  })

  it('answers HEAD as GET without a body', async () => {
    const path = authorizePath(valid())
    const cookie = cookieOf(person)
    const head = await rawRequest(service().baseUrl, path, {
      method: 'HEAD',
      headers: { cookie, accept: 'text/html' },
    })
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assert.equal(head.headers.location, undefined)
    const signedOut = await rawRequest(service().baseUrl, path, {
      method: 'HEAD',
      headers: { accept: 'text/html' },
    })
    assert.equal(signedOut.status, 303)
  })

  it('stores nothing of undecided requests, HEAD or GET', async () => {
    const countRows = async () => {
      const tables = ['authorization_codes', 'decided_requests', 'grants', 'sessions', 'rate_limits']
      const rows = await Promise.all(
        tables.map((table) =>
          service().running.services.db.row<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table}`),
        ),
      )
      return rows.map((row) => row?.total)
    }
    const earlier = await countRows()
    for (let time = 0; time < 5; time++) {
      await createBrowser(service().baseUrl).open(authorizePath(valid()))
      await person.browser.open(authorizePath(valid()))
      await rawRequest(service().baseUrl, authorizePath(valid()), {
        method: 'HEAD',
        headers: { cookie: cookieOf(person), accept: 'text/html' },
      })
    }
    assert.deepEqual(await countRows(), earlier)
  })

  it('answers other methods with 405', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(`${service().baseUrl}/oauth/authorize`, { method })
      assert.equal(response.headers.get('allow'), 'GET, POST, HEAD, OPTIONS')
      await assertRefused(response, 405, 'invalid_request')
    }
  })

  it('lets somebody else sign in and returns to the same request', async () => {
    const path = authorizePath(valid({ state: 'same' }))
    const first = await signUp(service().baseUrl)
    const consent = await first.browser.open(path)
    const signIn = await first.browser.submit(consent, {}, { action: '/logout' })
    assert.equal(new URL(signIn.url).pathname, '/login')
    const other = await first.browser.submit(signIn, { email: person.email, password: PASSWORD })
    assert.equal(other.url, service().baseUrl + path)
    assert.ok(other.text.includes(person.email))
  })
})

onBothEngines(
  'Authorization behind a proxy',
  (service) => {
    it('accepts 120 requests in a minute from one address', async () => {
      service().clock.hold()
      const clientId = await register(service().baseUrl)
      const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
      const open = (address: string, accept: string) =>
        fetch(service().baseUrl + path, {
          headers: { accept, 'x-forwarded-for': address },
          redirect: 'manual',
        })
      for (let at = 0; at < 120; at++) {
        assert.equal((await open('198.51.100.1', 'text/html')).status, 303)
      }
      const refused = await open('198.51.100.1', 'application/json')
      assert.equal(refused.headers.get('retry-after'), '60')
      await assertRefused(refused, 429, 'temporarily_unavailable')
      const page = await open('198.51.100.1', 'text/html')
      assert.equal(page.status, 429)
      assert.match(await page.text(), /<code>temporarily_unavailable<\/code>/)
      assert.equal((await open('198.51.100.2', 'text/html')).status, 303)
    })
  },
  { env: { TRUST_PROXY: '1' } },
)

onBothEngines(
  'Authorization where the operator allows more redirect URIs',
  (service) => {
    it('accepts exactly those, and localhost on any port', async () => {
      const person = await signUp(service().baseUrl)
      const uris = ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:7777/cb']
      const clientId = await register(service().baseUrl, { redirect_uris: uris })
      for (const uri of [
        uris[0]!,
        'http://localhost:7777/cb',
        'http://localhost:50000/cb',
        'http://localhost/cb',
      ]) {
        const path = authorizePath({
          client_id: clientId,
          redirect_uri: uri,
          code_challenge: createPkce().challenge,
        })
        const consent = await person.browser.open(path)
        const response = await person.browser.submit(
          consent,
          { decision: 'approve' },
          { action: '/oauth/authorize' },
        )
        assert.ok(response.headers.get('location')?.startsWith(`${uri}?code=`), uri)
      }
      for (const uri of ['http://localhost:7777/other', 'cursor://anysphere.cursor-mcp/oauth/callback2']) {
        const path = authorizePath({
          client_id: clientId,
          redirect_uri: uri,
          code_challenge: createPkce().challenge,
        })
        assertNoWayOut(await person.browser.open(path), 400, 'invalid_request')
      }
    })
  },
  { env: { EXTRA_REDIRECT_URIS: 'http://localhost cursor://anysphere.cursor-mcp/oauth/callback' } },
)
