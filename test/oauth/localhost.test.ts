import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPkce, type Person, register, requestToken, signUp } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import {
  answerLocalhost,
  assertNoWayOut,
  connectDocumentClient,
  openRequest,
  publishClient,
  questionOf,
  requestPath,
} from '../support/document-client.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const LOCALHOST = 'http://localhost:51234/callback'
const ON_LOCALHOST = { redirect_uri: LOCALHOST }
const MINUTE = 60_000

let publisher: Publisher
before(async () => {
  publisher = await startPublisher()
})
after(() => publisher.stop())

for (const engine of ENGINES) {
  describe(`A client that lists http://localhost, on ${engine}`, () => {
    let service: TestService
    let person: Person
    before(async () => {
      service = await startService(engine, { fetchDocument: (url) => publisher.fetchDocument(url) })
      service.clock.hold()
      person = await signUp(service.baseUrl)
    })
    after(() => service.stop())

    const publish = (members: Record<string, unknown> = {}) => publishClient(publisher, members)
    const ask = (clientId: string, parameters: Record<string, string> = {}, by = person) =>
      openRequest(by, clientId, { ...ON_LOCALHOST, ...parameters })
    async function permit(clientId: string, by = person): Promise<Page> {
      return answerLocalhost(by, await ask(clientId, {}, by), 'allow')
    }
    const withdraw = async (clientId: string) =>
      person.browser.submit(
        await person.browser.open('/agents'),
        { agent: clientId },
        { action: '/agents/localhost' },
      )

    it('may use it once the person has allowed that, and then connects', async () => {
      const clientId = publish({ client_name: 'Local App' })
      const page = await ask(clientId)
      assert.equal(page.status, 200)
      assert.equal(questionOf(page), 'localhost')
      assertNoWayOut(page)
      assert.match(
        page.text,
        /“<bdi>Local App<\/bdi>”, published by\s+<strong[^>]*>app\.example:\d+<\/strong>/,
      )
      assert.match(page.text, /<strong>this computer<\/strong>/)
      assert.match(page.text, /<strong class="host" dir="ltr">localhost:51234<\/strong>/)
      assert.match(page.text, /Continue only if you started this yourself, just now\./)
      const [, first] = [...page.text.matchAll(/name="decision" value="(\w+)"/g)].map(([, value]) => value)
      assert.equal(first, 'allow', 'no stands first, so Enter means no')
      assert.match(page.text, /value="deny"[^]*value="allow"/)

      const consent = await answerLocalhost(person, page, 'allow')
      assert.equal(questionOf(consent), 'consent')
      assert.match(consent.text, /localhost:51234/)
      const { target, agent } = await connectDocumentClient(service.baseUrl, person, {
        clientId,
        redirectUri: LOCALHOST,
      })
      assert.equal(`${target.origin}${target.pathname}`, LOCALHOST)
      assert.equal((await agent.call('/queue')).status, 200)
    })

    it('needs permission only once, whatever the port', async () => {
      const clientId = publish()
      await permit(clientId)
      for (const port of ['', ':1', ':65535'])
        assert.equal(
          questionOf(await ask(clientId, { redirect_uri: `http://localhost${port}/callback` })),
          'consent',
        )
    })

    it('gets back a state of 10 KB after the permission', async () => {
      const clientId = publish()
      const state = 'Zm9v.-_~'.repeat(1280)
      const consent = await answerLocalhost(person, await ask(clientId, { state }), 'allow')
      const response = await person.browser.submit(
        consent,
        { decision: 'approve' },
        { action: '/oauth/authorize' },
      )
      assert.equal(new URL(response.headers.get('location') ?? '').searchParams.get('state'), state)
    })

    it('gets no redirect there without permission, not even with an error', async () => {
      const clientId = publish()
      for (const mistake of [
        { code_challenge_method: 'plain' },
        { response_type: 'token' },
        { resource: 'https://x' },
      ]) {
        const page = await ask(clientId, mistake)
        assert.equal(page.status, 400)
        assertNoWayOut(page)
        assert.doesNotMatch(page.text, /localhost:51234/)
      }
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(
        service.baseUrl + requestPath(clientId, { ...ON_LOCALHOST, response_type: 'x' }),
        {
          headers: { accept: 'application/json', cookie },
        },
      )
      assert.equal(((await response.json()) as { redirect_to?: string }).redirect_to, undefined)
    })

    it('gets no redirect there if the person refuses', async () => {
      const clientId = publish()
      const refused = await answerLocalhost(person, await ask(clientId), 'deny')
      assert.equal(refused.status, 401)
      assert.match(refused.text, /<code>access_denied<\/code>/)
      assertNoWayOut(refused)
      assert.equal(questionOf(await ask(clientId)), 'localhost', 'and is asked about again')
    })

    it('is allowed only by the form that was shown, in the same session, before it expires', async () => {
      const clientId = publish()
      const page = await ask(clientId)
      const form = page.forms.find(({ action }) => action === '/oauth/localhost')!
      const stranger = await signUp(service.baseUrl)
      const foreign = await ask(publish(), {}, stranger)
      const send = (fields: Record<string, string>, by = person, headers: Record<string, string> = {}) =>
        by.browser.submit(page, { decision: 'allow', ...fields }, { action: '/oauth/localhost', headers })
      assert.equal((await send({ form_token: '' })).status, 403)
      assert.equal((await send({ form_token: 'wrong' })).status, 403)
      assert.equal((await send({}, person, { origin: 'https://evil.example' })).status, 403)
      assert.equal((await send({ permission: '' })).status, 400)
      assert.equal((await send({ permission: 'forged' })).status, 400)
      const sealed = (of: Page) =>
        of.forms.find(({ action }) => action === '/oauth/localhost')!.fields['permission']!
      assert.equal((await send({ permission: sealed(foreign) })).status, 400, 'that of another account')
      const own = foreign.forms.find(({ action }) => action === '/oauth/localhost')!.fields['form_token']!
      assert.equal((await send({ form_token: own }, stranger)).status, 400, 'in another account')
      assert.equal(questionOf(await ask(clientId)), 'localhost')
      assert.equal(questionOf(await ask(clientId, {}, stranger)), 'localhost')
      service.clock.advance(10 * MINUTE)
      assert.equal((await send({ permission: form.fields['permission']! })).status, 400, 'too late')
      assert.equal(questionOf(await ask(clientId)), 'localhost')
    })

    it('is allowed for this client and this account only', async () => {
      const clientId = publish()
      await permit(clientId)
      assert.equal(questionOf(await ask(publish())), 'localhost')
      assert.equal(questionOf(await ask(clientId, {}, await signUp(service.baseUrl))), 'localhost')
    })

    it('may not use a host that only looks like localhost', async () => {
      const clientId = publish()
      await permit(clientId)
      for (const uri of [
        'http://localhost.evil.example:51234/callback',
        'http://localhost.:51234/callback',
        'http://LOCALHOST:51234/callback',
        'http://localhost@evil.example/callback',
        'http://localhost:51234/callback/more',
        'http://localhost:51234/callback?extra=1',
        'http://localhost:51234/Callback',
        'https://localhost:51234/callback',
        'http://[::1]:51234/callback',
      ]) {
        const page = await ask(clientId, { redirect_uri: uri })
        assert.equal(page.status, 400, uri)
        assertNoWayOut(page)
      }
    })

    it('has to exchange its code with the same host and port', async () => {
      const clientId = publish()
      await permit(clientId)
      const { verifier, challenge } = createPkce()
      const consent = await ask(clientId, { code_challenge: challenge })
      const response = await person.browser.submit(
        consent,
        { decision: 'approve' },
        { action: '/oauth/authorize' },
      )
      const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier }
      for (const uri of ['http://127.0.0.1:51234/callback', 'http://localhost:51235/callback']) {
        const refused = await requestToken(service.baseUrl, { ...form, redirect_uri: uri })
        assert.equal(((await refused.json()) as { error: string }).error, 'invalid_grant', uri)
      }
      assert.equal((await requestToken(service.baseUrl, { ...form, redirect_uri: LOCALHOST })).status, 200)
    })

    it('loses the permission on the Agents page, but keeps its access', async () => {
      const clientId = publish({ client_name: 'Withdrawn App' })
      await permit(clientId)
      const { agent } = await connectDocumentClient(service.baseUrl, person, {
        clientId,
        redirectUri: LOCALHOST,
      })
      const listed = await person.browser.open('/agents')
      assert.match(listed.text, /“<bdi>Withdrawn App<\/bdi>”, published by app\.example/)
      const consent = await ask(clientId)
      assert.equal(questionOf(consent), 'consent')
      const page = await withdraw(clientId)
      assert.match(page.text, /Withdrawn\. You’re asked again when “Withdrawn App” connects\./)
      assert.equal((await agent.call('/queue')).status, 200)
      for (const decision of ['approve', 'deny']) {
        const late = await person.browser.submit(consent, { decision }, { action: '/oauth/authorize' })
        assert.equal(late.status, 400, 'a page from before is of no use')
        assertNoWayOut(late)
      }
      assert.equal(questionOf(await ask(clientId)), 'localhost')
      assert.match((await withdraw(clientId)).text, /This was withdrawn already\./)
    })

    it('loses the permission with its access', async () => {
      const clientId = publish()
      await permit(clientId)
      await connectDocumentClient(service.baseUrl, person, { clientId, redirectUri: LOCALHOST })
      const page = await person.browser.open('/agents')
      await person.browser.submit(page, { agent: clientId }, { action: '/agents/revoke' })
      assert.equal(questionOf(await ask(clientId)), 'localhost')
    })

    it('may use without asking what the operator allows for everybody', async () => {
      const open = await startService(engine, {
        env: { EXTRA_REDIRECT_URIS: 'http://localhost' },
        fetchDocument: (url) => publisher.fetchDocument(url),
      })
      const somebody = await signUp(open.baseUrl)
      assert.equal(questionOf(await ask(publish(), {}, somebody)), 'consent')
      await open.stop()
    })

    it('can’t register with it', async () => {
      assert.equal(await register(service.baseUrl, { redirect_uris: [LOCALHOST] }), undefined)
    })
  })
}
