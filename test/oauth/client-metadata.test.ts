import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDocumentFetcher } from '../../src/ports/fetch-document.ts'
import { approve, connectAgent, createPkce, type Person, requestToken, signUp } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import {
  assertNoWayOut,
  connectDocumentClient,
  LOOPBACK,
  openRequest,
  publishClient,
  questionOf,
  requestPath,
} from '../support/document-client.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

let publisher: Publisher
before(async () => {
  publisher = await startPublisher()
})
after(() => publisher.stop())

const publish = (document: Parameters<Publisher['publish']>[1] = {}, headers: Record<string, string> = {}) =>
  publishClient(publisher, document, headers)
const requestsFor = (url: string) => publisher.requests.filter((requested) => requested === url).length

for (const engine of ENGINES) {
  describe(`Clients with a metadata document, on ${engine}`, () => {
    let service: TestService
    let person: Person
    before(async () => {
      service = await startService(engine, { fetchDocument: (url) => publisher.fetchDocument(url) })
      service.clock.hold()
      person = await signUp(service.baseUrl)
    })
    after(() => service.stop())

    const open = (clientId: string, parameters: Record<string, string> = {}) =>
      openRequest(person, clientId, parameters)
    const connect = (clientId: string) => connectDocumentClient(service.baseUrl, person, { clientId })

    async function assertUnknown(clientId: string): Promise<void> {
      const page = await open(clientId)
      assert.equal(page.status, 400, `${clientId}: ${page.text}`)
      assert.equal(questionOf(page), 'invalid_client', clientId)
      assert.match(page.text, /This client is not registered here\./)
      assertNoWayOut(page)
    }

    async function assertAsked(clientId: string): Promise<Page> {
      const page = await open(clientId)
      assert.equal(page.status, 200, `${clientId}: ${page.text}`)
      assert.equal(questionOf(page), 'consent', clientId)
      return page
    }

    it('connect without registering, use the queue, refresh and revoke', async () => {
      const clientId = publish()
      const { target, agent } = await connect(clientId)
      assert.equal(`${target.origin}${target.pathname}`, LOOPBACK)
      assert.deepEqual([...target.searchParams.keys()], ['code', 'state', 'iss'])
      const saved = await agent.save({ url: 'https://example.org/by-document', title: 'Saved by it' })
      assert.equal(saved.properties.savedBy.name, 'Example App')
      const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: clientId }
      const refreshed = await requestToken(service.baseUrl, form)
      assert.equal(refreshed.status, 200)
      const { access_token: access } = (await refreshed.json()) as Record<string, string>
      const revocation = new URLSearchParams({ token: access ?? '', client_id: clientId })
      const revoked = await fetch(`${service.baseUrl}/oauth/revoke`, { method: 'POST', body: revocation })
      assert.equal(revoked.status, 200)
      assert.equal((await agent.call('/queue')).status, 401)
      assert.equal(requestsFor(clientId), 1, 'the document was fetched once')
    })

    it('are shown with their publisher and the place that access is sent to', async () => {
      const { text } = await assertAsked(publish({ client_name: 'Nice App' }))
      assert.match(text, /“<bdi>Nice App<\/bdi>”/)
      assert.match(text, /Unverified/)
      assert.ok(text.includes(`<strong class="publisher" dir="ltr">app.example:${publisher.port}</strong>`))
      assert.match(text, /an app on this computer/)
      assert.match(text, /127\.0\.0\.1:51234/)
      assert.match(text, /Any program on this computer could have sent this request\./)
    })

    it('have their document fetched only for a signed-in person', async () => {
      const clientId = publish()
      const response = await fetch(service.baseUrl + requestPath(clientId), {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      })
      assert.equal(response.status, 303)
      assert.match(response.headers.get('location') ?? '', /^\/login\?return=/)
      const json = await fetch(service.baseUrl + requestPath(clientId), {
        headers: { accept: 'application/json' },
      })
      assert.equal(json.status, 401)
      assert.equal(((await json.json()) as { error: string }).error, 'access_denied')
      assert.equal(requestsFor(clientId), 0)
    })

    it('have no document fetched by the token, refresh and revocation endpoints', async () => {
      const clientId = publish()
      const exchange = {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: LOOPBACK,
        client_id: clientId,
      }
      const verifier = createPkce().verifier
      const response = await requestToken(service.baseUrl, { ...exchange, code_verifier: verifier })
      assert.equal(((await response.json()) as { error: string }).error, 'invalid_grant')
      const refresh = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }
      const refused = await requestToken(service.baseUrl, refresh)
      assert.equal(((await refused.json()) as { error: string }).error, 'invalid_grant')
      assert.equal(requestsFor(clientId), 0)
    })

    it('must have a URL in its canonical form, which is compared as a string', async () => {
      const path = `/client-of-many-forms-on-${engine}.json`
      const good = publisher.url(path)
      publisher.publish(good)
      const { port } = publisher
      const requestCount = publisher.requests.length
      for (const clientId of [
        `http://app.example:${port}${path}`,
        `https://app.example:${port}`,
        `https://app.example:${port}/`,
        `${good}#fragment`,
        `${good}#`,
        `https://user@app.example:${port}${path}`,
        `https://user:secret@app.example:${port}${path}`,
        `https://@app.example:${port}${path}`,
        `https://app.example:${port}/./client.json`,
        `https://app.example:${port}/a/../client.json`,
        `https://app.example:${port}/a/%2e%2E/client.json`,
        `https://app.example:${port}\\client.json`,
        `https://app.example:${port}/\tclient.json`,
        `https://app.example:${port}/client\u0000.json`,
        `https://app.example:443${path}`,
        `https://App.example:${port}${path}`,
        `https://app.example.:${port}${path}`,
        `https://bücher.example:${port}${path}`,
        `HTTPS://app.example:${port}${path}`,
        `https://app.example:${port}/${'a'.repeat(500)}`,
        'https://',
        'https://127.1/client.json',
        'https://2130706433/client.json',
        `${service.baseUrl.replace('http:', 'https:')}/client.json`,
      ]) {
        await assertUnknown(clientId)
      }
      assert.equal(publisher.requests.length, requestCount, 'nothing was fetched')
      await assertAsked(good)
      await assertUnknown(`${good}/`)
      assert.equal(requestsFor(`${good}/`), 1, 'another URL is another client')
    })

    it('may have a name in another script, which is shown as it is written in a URL', async () => {
      const clientId = publisher.url('/client.json', 'xn--bcher-kva.example')
      publisher.publish(clientId)
      assert.match((await assertAsked(clientId)).text, /xn--bcher-kva\.example/)
    })

    it('are unknown if the document can’t be used, and only the log has the reason', async () => {
      const reasons: [document: Parameters<Publisher['publish']>[1], reason: RegExp][] = [
        [{ client_id: 'https://evil.example/client.json' }, /client_id is not this URL/],
        [{ client_secret: 'hunter2' }, /shared secret/],
        [{ token_endpoint_auth_method: 'private_key_jwt' }, /without authentication/],
        [{ redirect_uris: ['javascript:alert(1)', 'http://app.example/cb'] }, /No redirect URI can be used/],
        [(response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<p>No'), /answered 403/],
        [(response) => response.writeHead(302, { location: publisher.url('/x') }).end(), /answered 302/],
        [(response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('{}'), /not JSON/],
        [(response) => response.destroy(), /broke off the connection/],
      ]
      for (const [document, reason] of reasons) {
        await assertUnknown(publish(document))
        const line = service.logged().trim().split('\n').at(-1) ?? ''
        assert.match(line, /"client-metadata-refused"/)
        assert.match(line, reason)
        assert.doesNotMatch(line, /hunter2/)
      }
      await assertUnknown(publisher.url('/not-there.json'))
    })

    it('are shown with an escaped name, whatever it contains', async () => {
      const name = '<img src=x onerror=alert(1)>\u202eReading Queue & "Co"'
      const { text } = await assertAsked(publish({ client_name: name, logo_uri: publisher.url('/logo.png') }))
      assert.match(text, /&lt;img src=x onerror=alert\(1\)&gt;Reading Queue &amp; &quot;Co&quot;/)
      assert.doesNotMatch(text, /<img src=x|\u202e/)
      assert.match(text, /nobody has verified this name/)
      assert.equal(requestsFor(publisher.url('/logo.png')), 0)
      const unnamed = await assertAsked(publish({ client_name: '\u200b' }))
      assert.match(unnamed.text, /This app gave no name/)
    })

    it('get their code only at a listed redirect URI, which may have any port at a loopback address', async () => {
      const clientId = publish({
        redirect_uris: ['https://app.example/cb', 'http://127.0.0.1/callback', 'http://[::1]:8080/callback'],
      })
      for (const uri of [
        'https://app.example/cb',
        'http://127.0.0.1/callback',
        'http://127.0.0.1:1/callback',
        'http://[::1]:65535/callback',
        'http://[::1]/callback',
      ])
        assert.equal(questionOf(await open(clientId, { redirect_uri: uri })), 'consent', uri)
      for (const uri of [
        'https://app.example/cb/',
        'https://app.example/cb/more',
        'https://app.example/CB',
        'https://APP.example/cb',
        'https://app.example:443/cb',
        'https://app.example:8443/cb',
        'https://app.example/cb?extra=1',
        'https://app.example.evil.example/cb',
        'http://app.example/cb',
        'http://127.0.0.1/callback/more',
        'http://127.0.0.1:1/callback?extra=1',
        'http://127.0.0.1:1/Callback',
        'http://127.0.0.2/callback',
        'http://localhost/callback',
        'http://localhost:51234/callback',
        'https://127.0.0.1/callback',
      ]) {
        const page = await open(clientId, { redirect_uri: uri })
        assert.equal(page.status, 400, uri)
        assert.equal(questionOf(page), 'invalid_request', uri)
        assertNoWayOut(page)
      }
      const listsOne = publish({ redirect_uris: ['http://127.0.0.1/callback'] })
      const other = await open(listsOne, { redirect_uri: 'http://[::1]:51234/callback' })
      assert.equal(questionOf(other), 'invalid_request')
    })

    it('have to exchange a code with the same redirect URI', async () => {
      const clientId = publish({ redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'] })
      const { verifier, challenge } = createPkce()
      const target = await approve(person, requestPath(clientId, { code_challenge: challenge }))
      const form = {
        grant_type: 'authorization_code',
        code: target.searchParams.get('code') ?? '',
        client_id: clientId,
        code_verifier: verifier,
      }
      for (const uri of ['http://[::1]:51234/callback', 'http://127.0.0.1:51235/callback']) {
        const response = await requestToken(service.baseUrl, { ...form, redirect_uri: uri })
        assert.equal(((await response.json()) as { error: string }).error, 'invalid_grant')
      }
      const used = await requestToken(service.baseUrl, { ...form, redirect_uri: LOOPBACK })
      assert.equal(used.status, 200)
    })

    it('get an error by redirect only once their redirect URI is verified', async () => {
      const clientId = publish()
      const mistaken = await open(clientId, { code_challenge_method: 'plain' })
      assert.equal(mistaken.status, 400)
      assert.match(mistaken.text, /href="http:\/\/127\.0\.0\.1:51234\/callback\?error=invalid_request/)
    })

    it('do not affect registered and built-in clients', async () => {
      const requestCount = publisher.requests.length
      const registered = await connectAgent(service.baseUrl, person)
      assert.equal((await registered.call('/queue')).status, 200)
      for (const clientId of ['reading-queue-chrome', 'unknown', 'app.example/client.json']) {
        const page = await open(clientId)
        assert.equal(page.status, 400)
      }
      assert.equal(publisher.requests.length, requestCount)
    })
  })
}

describe('A metadata document on a private network', () => {
  it('is not fetched, although saved pages may be', async () => {
    const service = await startService('sqlite', {
      env: { ALLOW_PRIVATE_FETCH: '1' },
      fetchDocument: createDocumentFetcher(),
    })
    const person = await signUp(service.baseUrl)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '192.168.0.1']) {
      const url = publisher.url('/private.json', host)
      publisher.publish(url)
      assert.equal(questionOf(await openRequest(person, url)), 'invalid_client', host)
      assert.equal(requestsFor(url), 0)
    }
    await service.stop()
  })
})
