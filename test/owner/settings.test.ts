import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setUpCode } from '../../src/accounts/sign-up-policy.ts'
import { readConfig } from '../../src/config/config.ts'
import { owner as migration } from '../../src/database/migrations/0019-owner.ts'
import { defaultSignUp } from '../../src/config/sign-up-mode.ts'
import { authorizePath, createPkce, PASSWORD, signUp } from '../support/agent.ts'
import { noticeOf, createBrowser } from '../support/browser.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { type Owner, SERVICE, signUpOwner } from './owner-session.ts'

const CURSOR = ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback']
const PUBLIC = { BASE_URL: 'http://queue.example.org', ALLOW_INSECURE_HTTP: '1' }

it('Anyone may create an account by default on loopback, and only the first visitor on a public address', () => {
  for (const baseUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]'])
    assert.equal(defaultSignUp(baseUrl), 'open', baseUrl)
  for (const baseUrl of ['https://queue.example.org', 'http://192.168.1.2', 'https://localhost.example.org'])
    assert.equal(defaultSignUp(baseUrl), 'first', baseUrl)
  const { signUp, extraRedirectUris } = readConfig({ SIGN_UP: '', EXTRA_REDIRECT_URIS: ' ' })
  assert.deepEqual([signUp, extraRedirectUris], [undefined, undefined])
})

for (const engine of ENGINES) {
  describe(`The settings of a service, on ${engine}`, () => {
    let service: TestService
    let otherInstance: TestService
    let owner: Owner
    before(async () => {
      service = await startService(engine)
      otherInstance = await startService(engine, { databaseUrl: service.databaseUrl })
      owner = await signUpOwner(service)
    })
    after(async () => {
      await otherInstance.stop()
      await service.stop()
    })

    async function register(at: TestService, uris: string[]): Promise<Response> {
      return fetch(`${at.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: uris }),
      })
    }

    it('apply to every instance at once: who may create an account', async () => {
      const open = async (at: TestService) => (await createBrowser(at.baseUrl).open('/signup')).status
      assert.deepEqual([await open(service), await open(otherInstance)], [200, 200])
      const form = await createBrowser(otherInstance.baseUrl).open('/signup')
      const saved = await owner.send('sign-up', { sign_up: 'first' })
      assert.equal(noticeOf(saved), 'Saved. New accounts need an invitation.')
      assert.deepEqual([await open(service), await open(otherInstance)], [403, 403])
      const browser = createBrowser(otherInstance.baseUrl)
      const late = await browser.open('/login')
      const forged = {
        ...form,
        forms: [{ action: '/signup', method: 'post', fields: late.forms[0]!.fields }],
      }
      const fields = { email: 'late@example.org', password: PASSWORD }
      assert.equal((await browser.submit(forged, fields)).status, 403)
      const wrong = await owner.send('sign-up', { sign_up: 'everyone' })
      assert.equal(noticeOf(wrong), 'Choose who can create an account.')
      await owner.send('sign-up', { sign_up: 'open' })
      assert.deepEqual([await open(service), await open(otherInstance)], [200, 200])
    })

    it('apply to every instance at once: further redirect URIs of agents', async () => {
      assert.equal((await register(otherInstance, CURSOR)).status, 400)
      assert.match(
        (await owner.browser.open('/connect?app=cursor')).text,
        /href="\/account\/service#callbacks"/,
      )
      const saved = await owner.send('callbacks', { callbacks: `${CURSOR.join('\r\n')}\r\n` })
      assert.equal(noticeOf(saved), 'Saved. 2 additional callbacks are allowed.')
      for (const at of [service, otherInstance]) {
        const response = await register(at, ['http://localhost:4321/callback', CURSOR[1]!])
        assert.equal(response.status, 201)
        const { client_id: clientId } = (await response.json()) as { client_id: string }
        const recipe = await (await fetch(`${at.baseUrl}/auth.md`)).text()
        assert.match(recipe, /also accepts `http:\/\/localhost`/)
        const person = await signUp(at.baseUrl)
        const authorizeAddress = authorizePath({
          client_id: clientId,
          redirect_uri: 'http://localhost:9/callback',
          code_challenge: createPkce().challenge,
        })
        assert.match((await person.browser.open(authorizeAddress)).text, /value="approve"/)
      }
      for (const wrong of [
        'javascript:alert(1)',
        'https://example.org/#x',
        'nonsense',
        'x:'.padEnd(3000, 'y'),
      ]) {
        const response = await owner.send('callbacks', { callbacks: `${CURSOR[1]}\n${wrong}` })
        assert.match(noticeOf(response), /can’t be allowed\. Enter an exact address/, wrong)
      }
      const many = Array.from({ length: 51 }, (_, i) => `app://callback/${i}`).join('\n')
      assert.match(noticeOf(await owner.send('callbacks', { callbacks: many })), /at most 50/)
      assert.equal((await register(otherInstance, CURSOR)).status, 201)
      await owner.send('callbacks', { callbacks: '' })
      assert.equal((await register(otherInstance, CURSOR)).status, 400)
    })

    it('are read-only if the environment sets them', async () => {
      const fixed = await startService(engine, {
        databaseUrl: service.databaseUrl,
        env: { SIGN_UP: 'closed', EXTRA_REDIRECT_URIS: 'app://fixed' },
      })
      const browser = createBrowser(fixed.baseUrl)
      const fields = { email: owner.email, password: PASSWORD }
      await browser.submit(await browser.open('/login'), fields)
      const page = await browser.open(SERVICE)
      assert.match(page.text, /Set by <code>SIGN_UP<\/code> in the server’s environment/)
      assert.match(page.text, /<code>app:\/\/fixed<\/code>/)
      for (const [name, given] of [
        ['sign-up', { sign_up: 'open' }],
        ['callbacks', { callbacks: 'app://other' }],
      ] as const) {
        const form = page.forms.find(({ action }) => action === `${SERVICE}/invitations`)!
        const action = `${SERVICE}/${name}`
        const response = await browser.submit({ ...page, forms: [{ ...form, action }] }, given)
        assert.match(noticeOf(response), /is set in the server’s environment/)
      }
      assert.equal((await createBrowser(fixed.baseUrl).open('/signup')).status, 403)
      assert.equal((await createBrowser(service.baseUrl).open('/signup')).status, 200)
      await fixed.stop()
    })
  })

  describe(`The owner, on ${engine}`, () => {
    it('of a public address is whoever has the set-up code, even if anyone may create an account', async () => {
      const service = await startService(engine, { env: { ...PUBLIC, SIGN_UP: 'open' } })
      const socket = `http://127.0.0.1:${service.running.services.config.port}`
      const attempt = async (fields: Record<string, string> = {}) => {
        const browser = createBrowser(socket)
        const form = await browser.open('/signup')
        const email = `${crypto.randomUUID()}@example.org`
        return browser.submit(form, { email, password: PASSWORD, ...fields })
      }
      assert.match(noticeOf(await attempt()), /^Enter the set-up code/)
      assert.match(noticeOf(await attempt({ set_up_code: 'x' })), /^Wrong set-up code/)
      const code = setUpCode(service.running.services.seal)
      assert.equal(new URL((await attempt({ set_up_code: code })).url).pathname, '/queue')
      assert.doesNotMatch((await createBrowser(socket).open('/signup')).text, /set_up_code/)
      assert.equal(new URL((await attempt()).url).pathname, '/queue')
      await service.stop()
    })

    it('has to be the last to delete their account, which resets the settings', async () => {
      const service = await startService(engine)
      const owner = await signUpOwner(service)
      await owner.send('sign-up', { sign_up: 'first' })
      const path = await owner.invite()
      const account = await owner.browser.open('/account')
      await owner.browser.submit(account, { email: owner.email }, { action: '/account/delete' })
      assert.equal((await createBrowser(service.baseUrl).open('/signup')).status, 200)
      const next = await signUpOwner(service)
      await next.send('sign-up', { sign_up: 'first' })
      assert.equal((await createBrowser(service.baseUrl).open(path)).status, 403)
      await service.stop()
    })

    it('is the oldest account of a database that names none', async () => {
      const service = await startService(engine)
      const [first, second] = [await signUp(service.baseUrl), await signUp(service.baseUrl)]
      const { db } = service.running.services
      const adopt = migration.statements.find((sql) => sql.startsWith('INSERT INTO service_facts'))!
      await db.run(adopt)
      assert.equal((await first.browser.open(SERVICE)).status, 200)
      await db.run("DELETE FROM service_facts WHERE name = 'owner'")
      await db.run(adopt)
      assert.equal((await first.browser.open(SERVICE)).status, 200)
      assert.equal((await second.browser.open(SERVICE)).status, 404)
      await service.stop()
    })
  })
}
