import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sweepOAuth } from '../../src/oauth/sweep.ts'
import type { FetchDocument } from '../../src/ports/fetch-document.ts'
import { createPkce, type Person, requestToken, signUp } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import {
  answerLocalhost,
  assertNoWayOut,
  connectDocumentClient,
  LOOPBACK,
  openRequest,
  publishClient,
  questionOf,
} from '../support/document-client.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CLAUDE_CODE = 'https://claude.ai/oauth/claude-code-client-metadata'
const CODEX = 'https://chatgpt.com/oauth/codex/client.json'

type Document = Parameters<Publisher['publish']>[1]

let publisher: Publisher
before(async () => {
  publisher = await startPublisher()
})
after(() => publisher.stop())

const publish = (document: Document = {}, headers: Record<string, string> = {}) =>
  publishClient(publisher, document, headers)
const requestsFor = (url: string) => publisher.requests.filter((requested) => requested === url).length
const refuse: Document = (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<p>No')
const vanish: Document = (response) => response.writeHead(404).end()
const cached = (value: string) => ({ 'cache-control': value })

/** The URL at which the test's publisher stands in for a real one, on the usual port. */
const standIn = (url: string) => url.replace(/^(https:\/\/[^/:]+)\//, `$1:${publisher.port}/`)
const fetchDocument: FetchDocument = (url) => publisher.fetchDocument(standIn(url))
const publishFor = (clientId: string, document: Document) =>
  publisher.publish(
    standIn(clientId),
    typeof document === 'function' ? document : { client_id: clientId, ...document },
  )

for (const engine of ENGINES) {
  describe(`A cached metadata document, on ${engine}`, () => {
    let service: TestService
    let person: Person
    before(async () => {
      service = await startService(engine, { fetchDocument })
      service.clock.hold()
      person = await signUp(service.baseUrl)
    })
    after(() => service.stop())

    const open = (clientId: string, parameters: Record<string, string> = {}, by = person) =>
      openRequest(by, clientId, parameters)
    const ask = async (clientId: string, parameters: Record<string, string> = {}, by = person) =>
      questionOf(await open(clientId, parameters, by))
    const decide = (page: Page, decision: string, by = person) =>
      by.browser.submit(page, { decision }, { action: '/oauth/authorize' })
    const connect = (clientId: string, by = person) =>
      connectDocumentClient(service.baseUrl, by, { clientId })
    const newPerson = () => signUp(service.baseUrl)
    const countOf = async (sql: string) =>
      (await service.running.services.db.row<{ count: number }>(sql))?.count

    it('is cached for at least five minutes, at most a day, and within that as its publisher says', async () => {
      for (const [cacheControl, lifetime] of [
        ['max-age=0', 5 * MINUTE],
        ['no-cache', 5 * MINUTE],
        ['', 5 * MINUTE],
        ['private, max-age=3600', HOUR],
        ['max-age=1000000000', DAY],
        ['max-age=99999999999999999999', DAY],
      ] as const) {
        const clientId = publish({}, cached(cacheControl))
        const user = await newPerson()
        await ask(clientId, {}, user)
        service.clock.advance(lifetime - 1)
        await ask(clientId, {}, user)
        assert.equal(requestsFor(clientId), 1, cacheControl)
        service.clock.advance(1)
        assert.equal(await ask(clientId, {}, await newPerson()), 'consent')
        assert.equal(requestsFor(clientId), 2, cacheControl)
      }
    })

    it('is used once if it must not be stored, which is enough to connect', async () => {
      person = await newPerson()
      const clientId = publish({}, cached('no-store, max-age=3600'))
      const { agent } = await connect(clientId)
      assert.equal((await agent.call('/queue')).status, 200)
      await ask(clientId)
      assert.equal(requestsFor(clientId), 2)
      publisher.publish(clientId, refuse)
      assert.equal(await ask(clientId), 'invalid_client', 'no copy was kept')
    })

    it('is requested again after a failure', async () => {
      person = await newPerson()
      const clientId = publish(refuse)
      assert.equal(await ask(clientId), 'invalid_client')
      publisher.publish(clientId)
      assert.equal(await ask(clientId), 'consent')
      const invalid = publish({ client_name: 7 })
      assert.equal(await ask(invalid), 'invalid_client')
      publisher.publish(invalid)
      assert.equal(await ask(invalid), 'consent')
    })

    it('is used for 30 days while its publisher can’t be reached', async () => {
      person = await newPerson()
      const clientId = publish()
      assert.equal(await ask(clientId), 'consent')
      publisher.publish(clientId, refuse)
      service.clock.advance(29 * DAY)
      person = await newPerson()
      assert.equal(await ask(clientId), 'consent')
      service.clock.advance(DAY)
      person = await newPerson()
      assert.equal(await ask(clientId), 'invalid_client')
    })

    it('is dropped once its publisher serves an invalid one, and stays dropped if that can’t be reached later', async () => {
      for (const withdrawal of [
        vanish,
        { redirect_uris: [] },
        { token_endpoint_auth_method: 'private_key_jwt' },
      ]) {
        const clientId = publish()
        assert.equal(await ask(clientId), 'consent')
        service.clock.advance(5 * MINUTE)
        publisher.publish(clientId, withdrawal)
        assert.equal(await ask(clientId), 'invalid_client')
        publisher.publish(clientId, refuse)
        assert.equal(await ask(clientId), 'invalid_client')
        publisher.publish(clientId)
        assert.equal(await ask(clientId), 'consent')
      }
    })

    it('has a built-in copy for common clients, used while their publisher refuses us', async () => {
      person = await newPerson()
      publishFor(CLAUDE_CODE, refuse)
      publishFor(CODEX, vanish)
      const page = await open(CLAUDE_CODE, { redirect_uri: 'http://localhost:4567/callback' })
      assert.equal(questionOf(page), 'localhost')
      assert.match(page.text, /“<bdi>Claude Code<\/bdi>”, published by\s+<strong[^>]*>claude\.ai</)
      assert.equal(questionOf(await answerLocalhost(person, page, 'allow')), 'consent')
      assert.equal(await ask(CODEX), 'invalid_client', 'not where there is nothing')
      publishFor(CODEX, refuse)
      assert.equal(await ask(CODEX), 'invalid_client', 'nor where there was nothing before')
    })

    it('replaces the built-in copy once its publisher answers', async () => {
      person = await newPerson()
      publishFor(CLAUDE_CODE, { client_name: 'Claude Code', redirect_uris: ['https://claude.ai/elsewhere'] })
      assert.equal(await ask(CLAUDE_CODE), 'invalid_request', 'the callback was withdrawn')
      publishFor(CLAUDE_CODE, refuse)
      service.clock.advance(DAY)
      person = await newPerson()
      assert.equal(await ask(CLAUDE_CODE), 'invalid_request', 'and stays so')
    })

    it('may change while the page is open, and the agent gets the name that the person saw', async () => {
      person = await newPerson()
      const clientId = publish({ client_name: 'Seen Name' })
      const { verifier, challenge } = createPkce()
      const page = await open(clientId, { code_challenge: challenge })
      service.clock.advance(5 * MINUTE)
      publisher.publish(clientId, { client_name: 'Another Name' })
      assert.match((await open(clientId)).text, /<bdi>Another Name<\/bdi>/)
      const approved = await decide(page, 'approve')
      assert.equal(approved.status, 303)
      const form = {
        grant_type: 'authorization_code',
        code: new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '',
        redirect_uri: LOOPBACK,
        client_id: clientId,
        code_verifier: verifier,
      }
      assert.equal((await requestToken(service.baseUrl, form)).status, 200)
      const { text } = await person.browser.open('/agents')
      assert.match(text, /<bdi>Seen Name<\/bdi>/)
      assert.doesNotMatch(text, /Another Name/)
    })

    it('prevents the approval of a redirect URI that it has dropped since the page was opened', async () => {
      person = await newPerson()
      const clientId = publish()
      const pages = [await open(clientId), await open(clientId)]
      service.clock.advance(5 * MINUTE)
      publisher.publish(clientId, { redirect_uris: ['https://app.example/cb'] })
      assert.equal(await ask(clientId, {}, await newPerson()), 'invalid_request')
      for (const [index, decision] of ['approve', 'deny'].entries()) {
        const late = await decide(pages[index]!, decision)
        assert.equal(late.status, 400)
        assert.match(late.text, /no longer lists the address/)
        assertNoWayOut(late)
      }
    })

    it('prevents approval once it is withdrawn', async () => {
      person = await newPerson()
      const clientId = publish()
      const page = await open(clientId)
      service.clock.advance(5 * MINUTE)
      publisher.publish(clientId, vanish)
      await ask(clientId)
      assert.equal((await decide(page, 'approve')).status, 400)
    })

    it('is not needed by an agent that is connected', async () => {
      person = await newPerson()
      const clientId = publish()
      const { agent } = await connect(clientId)
      publisher.publish(clientId, vanish)
      service.clock.advance(20 * DAY)
      person = await newPerson()
      assert.equal(await ask(clientId), 'invalid_client')
      const { db, clock } = service.running.services
      await sweepOAuth(db, clock.now())
      const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: clientId }
      const refreshed = await requestToken(service.baseUrl, form)
      assert.equal(refreshed.status, 200)
      const { access_token: access = '' } = (await refreshed.json()) as Record<string, string>
      const headers = { authorization: `Bearer ${access}`, accept: 'application/vnd.siren+json' }
      assert.equal((await fetch(`${service.baseUrl}/queue`, { headers })).status, 200)
    })

    it('serves many installations and people, each with its own access', async () => {
      const [ada, bob] = [await newPerson(), await newPerson()]
      const clientId = publish({ client_name: 'Everywhere' })
      const laptop = await connect(clientId, ada)
      const desktop = await connect(clientId, ada)
      const bobs = await connect(clientId, bob)
      const statuses = () =>
        Promise.all([laptop, desktop, bobs].map(async ({ agent }) => (await agent.call('/queue')).status))
      assert.deepEqual(await statuses(), [200, 200, 200])

      const page = await ada.browser.open('/agents')
      assert.equal(page.text.match(/127\.0\.0\.1:51234, approved/g)?.length, 2, 'one by one')
      const forms = page.forms.filter(({ action, fields }) => action === '/agents/revoke' && fields['grant'])
      assert.equal(forms.length, 2)
      const oldest = forms.at(-1)!.fields['grant']!
      const done = await ada.browser.submit(
        page,
        { agent: clientId, grant: oldest },
        { action: '/agents/revoke' },
      )
      assert.match(done.text, /Revoked one connection of “Everywhere”\. The others stay\./)
      assert.deepEqual((await statuses()).toSorted(), [200, 200, 401])

      const others = (await ada.browser.open('/agents')).forms.filter(({ fields }) => fields['grant'])
      assert.equal(others.length, 0, 'one needs no list')
      await ada.browser.submit(
        await ada.browser.open('/agents'),
        { agent: clientId },
        { action: '/agents/revoke' },
      )
      assert.deepEqual(await statuses(), [401, 401, 200])
      assert.equal(await ask(clientId, {}, bob), 'consent')
    })

    it('gives its agent a page, whose path escapes the slashes of the URL', async () => {
      person = await newPerson()
      const clientId = publish({ client_name: 'With A Page' })
      const { agent } = await connect(clientId)
      await agent.save({ url: 'https://example.org/with-a-page', title: 'With a page' })
      const { text } = await person.browser.open('/agents')
      const path = /<a href="(\/agents\/[^"]+)"\s*><bdi>With A Page/.exec(text)?.[1] ?? ''
      assert.match(path, /^\/agents\/[\w-]+$/)
      const page = await person.browser.open(path)
      assert.equal(page.status, 200)
      assert.match(page.text, /Published by app\.example:\d+\. Nobody has verified its name\./)
      assert.match(page.text, /With a page/)
      assert.equal((await person.browser.open(`${path}/undo?since=always`)).status, 200)
      assert.ok((await person.browser.open('/history')).text.includes(`href="${path}"`))
    })

    it('is fetched once for simultaneous requests', async () => {
      const people = await Promise.all(Array.from({ length: 3 }, newPerson))
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      const clientId = publish(async (response) => {
        await held
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({
            client_id: clientId,
            client_name: 'Slow',
            redirect_uris: ['http://127.0.0.1/callback'],
          }),
        )
      })
      const responses = people.flatMap((one) => [ask(clientId, {}, one), ask(clientId, {}, one)])
      release()
      assert.deepEqual(new Set(await Promise.all(responses)), new Set(['consent']))
      assert.equal(requestsFor(clientId), 1)
    })

    it('is requested at most 30 times an hour for one account, without affecting others', async () => {
      person = await newPerson()
      const known = publish()
      assert.equal(await ask(known), 'consent')
      for (let index = 1; index < 30; index++) assert.equal(await ask(publish()), 'consent')
      const page = await open(publish())
      assert.equal(page.status, 429)
      assert.ok(Number(page.headers.get('retry-after')) > 0)
      assertNoWayOut(page)
      assert.equal(await ask(known), 'consent', 'what is cached needs no request')
      service.clock.advance(6 * MINUTE)
      assert.equal(await ask(known), 'consent', 'a stale copy serves too')
      assert.equal(requestsFor(known), 1)
      assert.equal(await ask(publish(), {}, await newPerson()), 'consent')
      service.clock.advance(HOUR)
      assert.equal(await ask(publish()), 'consent')
    })

    it('is requested at most 60 times a minute from one publisher', async () => {
      service.clock.advance(HOUR)
      const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()]
      const at = (index: number) => {
        const url = publisher.url(`/flood-${engine}-${index}.json`, 'other.example')
        publisher.publish(url)
        return url
      }
      for (let index = 0; index < 60; index++)
        assert.equal(await ask(at(index), {}, index < 30 ? ada : bob), 'consent')
      assert.equal((await open(at(60), {}, eve)).status, 429)
      assert.equal(await ask(publish(), {}, eve), 'consent', 'another publisher')
      service.clock.advance(MINUTE)
      assert.equal(await ask(at(60), {}, eve), 'consent')
    })

    it('is one of at most 1,000 that no agent uses, and is deleted eventually', async () => {
      person = await newPerson()
      const { db, clock } = service.running.services
      const used = publish()
      await connect(used)
      await db.transaction(async (tx) => {
        for (let index = 0; index < 1000; index++)
          await tx.run(
            'INSERT INTO client_documents (client_id, name, redirect_uris, fetched_at, fresh_until) VALUES (?, ?, ?, ?, ?)',
            `https://fill.example/${index}`,
            'Fill',
            '[]',
            clock.now(),
            clock.now(),
          )
      })
      service.clock.advance(1000)
      const count =
        'SELECT COUNT(*) AS count FROM client_documents WHERE client_id NOT IN (SELECT client_id FROM grants)'
      for (let index = 0; index < 3; index++) {
        const before = (await countOf(count))!
        assert.equal(await ask(publish()), 'consent')
        assert.ok((await countOf(count))! <= before, 'an older one made room')
      }
      const row = () => countOf(`SELECT COUNT(*) AS count FROM client_documents WHERE client_id = '${used}'`)
      service.clock.advance(91 * DAY)
      await sweepOAuth(db, clock.now())
      assert.equal(await countOf(count), 0)
      assert.equal(await row(), 1, 'its agent is on record')
    })

    it('is deleted with the account', async () => {
      const user = await newPerson()
      const clientId = publish()
      await answerLocalhost(
        user,
        await open(clientId, { redirect_uri: 'http://localhost:1/callback' }, user),
        'allow',
      )
      const permissions = 'SELECT COUNT(*) AS count FROM localhost_permissions'
      const before = (await countOf(permissions))!
      await service.running.services.db.run('DELETE FROM accounts WHERE email = ?', user.email)
      assert.equal(await countOf(permissions), before - 1)
    })
  })

  describe(`Without metadata documents, on ${engine}`, () => {
    it('no such client is accepted or advertised, and connected agents keep their access', async () => {
      const first = await startService(engine, { fetchDocument })
      const person = await signUp(first.baseUrl)
      const clientId = publish()
      const { agent } = await connectDocumentClient(first.baseUrl, person, { clientId })
      const advertised = async (baseUrl: string) =>
        (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json() as Promise<
          Record<string, unknown>
        >
      const metadata = await advertised(first.baseUrl)
      assert.equal(metadata['client_id_metadata_document_supported'], true)
      assert.deepEqual(metadata['token_endpoint_auth_methods_supported'], ['none'])
      assert.equal(metadata['authorization_response_iss_parameter_supported'], true)
      assert.match(await (await fetch(`${first.baseUrl}/auth.md`)).text(), /Client ID Metadata Document/)

      const off = await startService(engine, {
        databaseUrl: first.databaseUrl,
        env: { CLIENT_METADATA_DOCUMENTS: '0' },
        fetchDocument,
      })
      const requestCount = requestsFor(clientId)
      assert.ok(!('client_id_metadata_document_supported' in (await advertised(off.baseUrl))))
      assert.doesNotMatch(await (await fetch(`${off.baseUrl}/auth.md`)).text(), /Client ID Metadata Document/)
      const another = await signUp(off.baseUrl)
      for (const id of [clientId, publish(), CLAUDE_CODE])
        assert.equal(questionOf(await openRequest(another, id)), 'invalid_client')
      const anonymous = await fetch(
        `${off.baseUrl}/oauth/authorize?client_id=${encodeURIComponent(clientId)}`,
      )
      assert.equal(anonymous.status, 400)
      assert.equal(requestsFor(clientId), requestCount)
      const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: clientId }
      assert.equal((await requestToken(off.baseUrl, form)).status, 200)
      await off.stop()
      await first.stop()
    })
  })
}

describe('Two instances with metadata documents', () => {
  it('share documents, permissions and withdrawals, and each completes what the other began', async () => {
    const one = await startService('postgres', { fetchDocument })
    const { port } = new URL(one.baseUrl)
    const two = await startService('postgres', {
      databaseUrl: one.databaseUrl,
      env: { BASE_URL: one.baseUrl },
      fetchDocument,
    })
    const person = await signUp(one.baseUrl)
    const otherPort = two.running.services.config.port
    assert.notEqual(String(otherPort), port)
    /** The same browser at the other instance. */
    const atTwo = async (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${otherPort}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          accept: 'text/html',
          host: new URL(one.baseUrl).host,
          cookie: [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(init.headers as Record<string, string> | undefined),
        },
      })
    const clientId = publish()
    const parameters = { redirect_uri: 'http://localhost:9/callback' }
    const page = await openRequest(person, clientId, parameters)
    assert.equal(questionOf(page), 'localhost')
    const form = page.forms.find(({ action }) => action === '/oauth/localhost')!
    const body = new URLSearchParams({ ...form.fields, decision: 'allow' })
    const allowed = await atTwo('/oauth/localhost', { method: 'POST', body })
    assert.equal(allowed.status, 303)
    const consent = await openRequest(person, clientId, parameters)
    assert.equal(questionOf(consent), 'consent')
    assert.equal(requestsFor(clientId), 1)
    const decision = consent.forms.find(({ action }) => action === '/oauth/authorize')!
    const approved = await atTwo('/oauth/authorize', {
      method: 'POST',
      body: new URLSearchParams({ ...decision.fields, decision: 'approve' }),
    })
    assert.equal(approved.status, 303)
    assert.match(approved.headers.get('location') ?? '', /^http:\/\/localhost:9\/callback\?code=/)
    await two.stop()
    await one.stop()
  })
})
