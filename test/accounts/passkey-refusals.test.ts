import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signUp } from '../support/agent.ts'
import { createBrowser, noticeOf, type SimpleBrowser } from '../support/browser.ts'
import { onBothEngines } from '../support/service.ts'

const MINUTE = 60_000
const TOO_LONG = 'That took too long. Try again.'

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** An answer to a challenge in the shape of a passkey's, with nothing behind it. */
function answerTo(challenge: string, id: string, baseUrl: string): string {
  const clientData = { type: 'webauthn.get', challenge, origin: baseUrl, crossOrigin: false }
  return JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(JSON.stringify(clientData)),
      authenticatorData: base64url('x'.repeat(37)),
      signature: base64url('signature'),
    },
  })
}

onBothEngines(
  'A passkey’s answer',
  (service) => {
    async function challengeFor(
      browser: SimpleBrowser,
      headers: Record<string, string> = {},
    ): Promise<string> {
      const login = await browser.open('/login')
      const { form_token: token = '' } = login.forms[0]!.fields
      const page = {
        ...login,
        forms: [
          { action: '/passkeys/authentication-options', method: 'post', fields: { form_token: token } },
        ],
      }
      const response = await browser.submit(page, {}, { headers: { accept: 'application/json', ...headers } })
      assert.equal(response.status, 200, response.text)
      const options = JSON.parse(response.text) as Record<string, unknown>
      assert.equal(options['rpId'], 'localhost')
      assert.equal(options['userVerification'], 'preferred')
      return String(options['challenge'])
    }

    async function send(browser: SimpleBrowser, credential: string, headers: Record<string, string> = {}) {
      return browser.submit(
        await browser.open('/login'),
        { credential },
        { action: '/login/passkey', headers },
      )
    }

    /** Keeps a passkey that no device has. */
    async function savePasskey(email: string, id: string): Promise<void> {
      const { db } = service().running.services
      await db.run(
        `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
         SELECT id, ?, ?, 0, '', 'None', 1 FROM accounts WHERE email = ?`,
        id,
        base64url('no key'),
        email,
      )
    }

    it('that is malformed is refused as unreadable', async () => {
      const browser = createBrowser(service().baseUrl)
      for (const credential of [
        '',
        'null',
        '[]',
        '{}',
        '{"id":1}',
        '{"id":"x","response":null}',
        '{"id":"x","response":{"clientDataJSON":1}}',
        '{"id":"x","response":{"clientDataJSON":"bm9uc2Vuc2U"}}',
        `{"id":"x","response":{"clientDataJSON":"${base64url('null')}"}}`,
        `{"id":"x","response":{"clientDataJSON":"${base64url('{"challenge":{}}')}"}}`,
        `{"id":{},"response":{"clientDataJSON":"${base64url('{"challenge":"x"}')}"}}`,
      ]) {
        assert.equal((await send(browser, credential)).status, 400, credential)
      }
      assert.doesNotMatch(service().logged(), /failed by a bug/)
    })

    it('is accepted once, for the browser that was challenged, and for five minutes', async () => {
      service().clock.hold()
      const { baseUrl } = service()
      const [browser, other] = [createBrowser(baseUrl), createBrowser(baseUrl)]
      const first = await challengeFor(browser)
      assert.match(first, /^[\w-]{43}$/)
      assert.equal(noticeOf(await send(other, answerTo(first, 'unknown', baseUrl))), TOO_LONG)
      const unknown = await send(browser, answerTo(first, 'unknown', baseUrl))
      assert.match(noticeOf(unknown), /^This passkey isn’t registered here/)
      assert.equal(noticeOf(await send(browser, answerTo(first, 'unknown', baseUrl))), TOO_LONG)
      const second = await challengeFor(browser)
      assert.notEqual(second, first)
      service().clock.advance(5 * MINUTE)
      assert.equal(noticeOf(await send(browser, answerTo(second, 'unknown', baseUrl))), TOO_LONG)
      assert.equal(noticeOf(await send(browser, answerTo('made up', 'unknown', baseUrl))), TOO_LONG)
    })

    it('with a wrong signature for a known passkey is refused and recorded', async () => {
      const { baseUrl } = service()
      const { email } = await signUp(baseUrl)
      const id = base64url(email)
      await savePasskey(email, id)
      const browser = createBrowser(baseUrl)
      for (const handle of [undefined, base64url('somebody else')]) {
        const answer = JSON.parse(answerTo(await challengeFor(browser), id, baseUrl))
        answer.response.userHandle = handle
        const refused = await send(browser, JSON.stringify(answer))
        assert.equal(noticeOf(refused), 'The passkey could not be verified. Try again.')
      }
      assert.match((await browser.open('/queue')).url, /\/login/)
      const rows = await service().running.services.db.rows<{ succeeded: number }>(
        `SELECT s.succeeded FROM sign_in_attempts s JOIN accounts a ON a.id = s.account_id
         WHERE a.email = ? AND s.method = 'passkey'`,
        email,
      )
      assert.deepEqual(
        rows.map(({ succeeded }) => succeeded),
        [0, 0],
      )
    })

    it('requests for a challenge are refused from another site', async () => {
      const browser = createBrowser(service().baseUrl)
      const headers = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await send(browser, '{}', headers)).status, 403)
      await assert.rejects(challengeFor(browser, headers), /403/)
    })

    it('that is wrong counts towards the limit of the IP address only, up to 30 in 15 minutes', async () => {
      const { baseUrl } = service()
      const [near, far] = [{ 'x-forwarded-for': '198.51.100.1' }, { 'x-forwarded-for': '198.51.100.2' }]
      const browser = createBrowser(baseUrl)
      for (let time = 0; time < 30; time++) {
        assert.equal((await send(browser, answerTo('made up', 'unknown', baseUrl), near)).status, 200)
      }
      const refused = await send(browser, answerTo('made up', 'unknown', baseUrl), near)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal((await send(browser, answerTo('made up', 'unknown', baseUrl), far)).status, 200)
    })
  },
  { env: { TRUST_PROXY: '1' } },
)
