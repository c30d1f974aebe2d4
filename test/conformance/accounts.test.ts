import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { startServer } from '../../src/server/start.ts'
import { setUpCode } from '../../src/accounts/sign-up-policy.ts'
import { cookiesOf, openAccountForm, sendAccountForm, setCookies } from '../support/account-form.ts'
import { connectAgent, PASSWORD, signUp } from '../support/agent.ts'
import { createBrowser, type Page } from '../support/browser.ts'
import { socketOf } from '../support/oauth.ts'
import { type RawResponse, rawRequest } from '../support/raw-request.ts'
import { ENGINES, onBothEngines, startService, type TestService } from '../support/service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const HTTPS = 'https://queue.example.org'

const newEmail = () => `${randomUUID()}@example.org`

/** The name and value of a cookie line, and its attributes in whatever order. */
function readCookie(line: string): { name: string; value: string; attributes: string[] } {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  return { name, value, attributes: attributes.sort() }
}

/** Signs up through the form; gives the answer to it. */
async function signUpRaw(service: TestService, email: string, fields: Record<string, string> = {}) {
  const form = await openAccountForm(service, '/signup')
  return sendAccountForm(service, form, { fields: { email, password: PASSWORD, ...fields } })
}

async function countAccounts(service: TestService): Promise<number> {
  const row = await service.running.services.db.row<{ total: number }>(
    'SELECT COUNT(*) AS total FROM accounts',
  )
  return row?.total ?? 0
}

onBothEngines('An account', (service) => {
  const signIn = (email: string, password: string, form = openAccountForm(service(), '/login')) =>
    form.then((form) => sendAccountForm(service(), form, { fields: { email, password } }))

  it('is created, left and entered again with the forms as they are, given only a cookie jar', async () => {
    const email = newEmail()
    const browser = createBrowser(service().baseUrl)
    const queue = await browser.submit(await browser.open('/signup'), { email, password: PASSWORD })
    assert.equal(queue.url, `${service().baseUrl}/queue`)
    assert.ok(queue.text.includes(email))
    const front = await browser.submit(queue, {}, { action: '/logout' })
    assert.equal(new URL(front.url).pathname, '/')
    assert.equal(new URL((await browser.open('/queue')).url).pathname, '/login')
    const again = await browser.submit(await browser.open('/login'), { email, password: PASSWORD })
    assert.equal(again.url, `${service().baseUrl}/queue`)
    assert.ok(again.text.includes(email))
  })

  it('compares addresses trimmed and in lower case, and normalises nothing else', async () => {
    const name = randomUUID()
    assert.equal((await signUpRaw(service(), `  Ada.${name}+x@Example.ORG `)).status, 303)
    for (const [email, isRight] of [
      [`ada.${name}+x@example.org`, true],
      [`\tADA.${name}+X@EXAMPLE.ORG `, true],
      [`ada${name}+x@example.org`, false],
      [`ada.${name}@example.org`, false],
    ] as const) {
      const location = String((await signIn(email, PASSWORD)).headers.location)
      assert.equal(location === '/queue', isRight, email)
    }
  })

  it('is not created twice for one address, and the form says so without a hint at the reason', async () => {
    const email = newEmail()
    await signUpRaw(service(), email)
    const browser = createBrowser(service().baseUrl)
    const page = await browser.submit(await browser.open('/signup'), {
      email: email.toUpperCase(),
      password: 'another four words here',
    })
    assert.equal(page.status, 200)
    assert.equal(new URL(page.url).pathname, '/signup')
    assert.match(page.text, /This address can’t be used\. Sign in, or use another one\./)
    assert.equal(String((await signIn(email, PASSWORD)).headers.location), '/queue')
  })

  it('is not created for an invalid address', async () => {
    for (const email of ['', 'ada', 'ada@', '@example.org', 'a b@example.org', `${'a'.repeat(250)}@x.org`]) {
      const browser = createBrowser(service().baseUrl)
      const page = await browser.submit(await browser.open('/signup'), { email, password: PASSWORD })
      assert.equal(page.status, 200)
      assert.match(page.text, /Enter an email address/)
    }
  })

  it('refuses passwords that are short, common or the address, with the reason, and keeps the form', async () => {
    const name = `ada-${randomUUID()}`
    const email = `${name}@example.org`
    for (const [password, reason] of [
      ['elevenchars', /at least 12 characters/],
      ['', /at least 12 characters/],
      ['💜'.repeat(11), /at least 12 characters/],
      ['password1234', /too common/],
      ['PassWord1234', /too common/],
      ['aaaaaaaaaaaaaaaa', /too common/],
      ['abcdefghijklmnop', /too common/],
      ['reading-queue', /too common/],
      [email, /your email address/],
      [email.toUpperCase(), /your email address/],
      [name, /your email address/],
      ['x1-'.repeat(342), /at most 1024 bytes/],
    ] as const) {
      const browser = createBrowser(service().baseUrl)
      const page = await browser.submit(await browser.open('/signup'), { email, password })
      assert.equal(page.status, 200)
      assert.equal(new URL(page.url).pathname, '/signup')
      assert.match(page.text, reason)
      assert.equal(page.forms[0]?.fields['email'], email)
      assert.equal(page.forms[0]?.fields['password'], '')
      if (password && !email.includes(password.toLowerCase())) {
        assert.equal(page.text.includes(password), false)
        assert.equal(page.url.includes(encodeURIComponent(password)), false)
      }
    }
    const rows = await service().running.services.db.rows('SELECT id FROM accounts WHERE email = ?', email)
    assert.deepEqual(rows, [])
  })

  it('takes a passphrase of 200 characters with spaces and emoji, however it is composed', async () => {
    const email = newEmail()
    const passphrase = `${'é 💜 '.repeat(50)}`.slice(0, 200)
    assert.equal((await signUpRaw(service(), email, { password: passphrase })).status, 303)
    assert.equal(String((await signIn(email, passphrase.normalize('NFD'))).headers.location), '/queue')
    const shorter = await signIn(email, passphrase.slice(0, -1))
    assert.notEqual(String(shorter.headers.location), '/queue')
  })

  it('responds to a wrong password and an unknown address alike', async () => {
    const email = newEmail()
    await signUpRaw(service(), email)
    const unknown = newEmail()
    const pages: Page[] = []
    for (const address of [email, unknown]) {
      const browser = createBrowser(service().baseUrl)
      const form = await browser.open('/login')
      pages.push(await browser.submit(form, { email: address, password: 'wrong but long enough' }))
    }
    const [wrong, nobody] = pages.map(({ text }) =>
      text
        .replaceAll(/[0-9a-f-]{36}@example\.org/g, 'ADDRESS')
        .replaceAll(/name="form_token" value="[^"]*"/g, 'TOKEN'),
    )
    assert.equal(wrong, nobody)
    assert.match(wrong ?? '', /Wrong email or password/)
    assert.ok(pages[0]!.text.includes(email))
    const headers = pages.map((page) => Object.keys(Object.fromEntries(page.headers)).sort())
    assert.deepEqual(headers[0], headers[1])
    assert.deepEqual(
      pages.map((page) => page.status),
      [200, 200],
    )
  })

  it('costs one password hash per attempt, whether the address is known or not', async () => {
    const email = newEmail()
    await signUpRaw(service(), email)
    let hashes = 0
    const hook = createHook({
      init: (_, type) => {
        if (type === 'ARGON2REQUEST') hashes++
      },
    }).enable()
    try {
      for (const [address, expected] of [
        [email, 1],
        [newEmail(), 1],
        ['', 1],
        ['no address at all', 1],
      ] as const) {
        hashes = 0
        await signIn(address, 'wrong but long enough')
        assert.equal(hashes, expected, address)
      }
    } finally {
      hook.disable()
    }
  })

  it('delays further attempts after five wrong passwords, up to 15 minutes, and then lets the owner in', async () => {
    const email = newEmail()
    service().clock.hold()
    await signUpRaw(service(), email)
    for (let attempt = 1; attempt <= 5; attempt++) {
      assert.equal((await signIn(email, 'wrong but long enough')).status, 303)
    }
    const waits: number[] = []
    for (let attempt = 6; attempt <= 13; attempt++) {
      const refused = await signIn(email, PASSWORD)
      assert.equal(refused.status, 429)
      assert.match(refused.text, /Too many attempts/)
      const wait = Number(refused.headers['retry-after'])
      waits.push(wait)
      service().clock.advance(wait * SECOND)
      assert.equal((await signIn(email, 'wrong but long enough')).status, 303)
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 480, 900, 900, 900])
    service().clock.advance(15 * MINUTE)
    assert.equal(String((await signIn(email, PASSWORD)).headers.location), '/queue')
    assert.equal((await signIn(email, 'wrong but long enough')).status, 303, 'a success starts anew')
  })

  it('has a record of each sign-in, successful or not', async () => {
    const email = newEmail()
    await signUpRaw(service(), email)
    await signIn(email, 'wrong but long enough')
    await signIn(email, PASSWORD)
    const rows = await service().running.services.db.rows<{ succeeded: number; address: string }>(
      `SELECT s.succeeded, s.address FROM sign_in_attempts s JOIN accounts a ON a.id = s.account_id
       WHERE a.email = ? ORDER BY s.id`,
      email,
    )
    assert.deepEqual(
      rows.map(({ succeeded, address }) => [succeeded, address]),
      [
        [1, '127.0.0.1'],
        [0, '127.0.0.1'],
        [1, '127.0.0.1'],
      ],
    )
  })
})

it('An account’s password is stored only as an argon2id hash, at the recommended cost unless a test says otherwise', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-cost-'))
  const running = await startServer(readConfig({ PORT: '0', DATA_DIR: folder }))
  const { email } = await signUp(running.services.config.baseUrl)
  const row = await running.services.db.row<{ password_hash: string }>(
    'SELECT password_hash FROM accounts WHERE email = ?',
    email,
  )
  assert.match(row?.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  await running.close()
  rmSync(folder, { recursive: true })
})

onBothEngines('A session', (service) => {
  const open = (path: string, cookie: string, accept = 'text/html') =>
    rawRequest(service().baseUrl, path, { headers: { accept, cookie } })
  async function signedUp(): Promise<{ email: string; cookie: string }> {
    const email = newEmail()
    const response = await signUpRaw(service(), email)
    return { email, cookie: cookiesOf(response).join('; ') }
  }
  const isLive = async (cookie: string) => (await open('/agents', cookie)).status === 200

  it('has a cookie that no script reads and no other site sends along a form', async () => {
    const response = await signUpRaw(service(), newEmail())
    const [session, presession, ...more] = setCookies(response).map(readCookie)
    assert.deepEqual(more, [])
    assert.equal(session?.name, 'rq_session')
    assert.match(session?.value ?? '', /^[\w-]{43}$/)
    assert.deepEqual(session?.attributes, ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
    assert.equal(presession?.name, 'rq_presession')
    assert.ok(presession?.attributes.includes('Max-Age=0'), 'the pre-session ends')
    const form = await openAccountForm(service(), '/login')
    const [before] = setCookies(form.page).map(readCookie)
    assert.equal(before?.name, 'rq_presession')
    assert.deepEqual(before?.attributes, ['HttpOnly', 'Path=/', 'SameSite=Lax'])
  })

  it('gets a new id at each sign-in, and the old id is invalid', async () => {
    const { email, cookie } = await signedUp()
    assert.equal(await isLive(cookie), true)
    const { cookie: inside } = { cookie }
    const page = await open('/agents', inside)
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const form = { path: '/login', token, cookie, page }
    const again = await sendAccountForm(service(), form, { fields: { email, password: PASSWORD } })
    assert.equal(again.status, 303)
    const renewed = cookiesOf(again).join('; ')
    assert.notEqual(renewed, cookie)
    assert.equal(await isLive(renewed), true)
    assert.equal(await isLive(cookie), false)
  })

  it('never has an id that the browser sent', async () => {
    const { email } = await signedUp()
    const planted = `rq_session=${'A'.repeat(43)}`
    const form = await openAccountForm(service(), '/login')
    const withPlanted = { ...form, cookie: `${planted}; ${form.cookie}` }
    const response = await sendAccountForm(service(), withPlanted, { fields: { email, password: PASSWORD } })
    assert.equal(response.status, 303)
    assert.notEqual(cookiesOf(response)[0], planted)
    assert.equal(await isLive(planted), false)
    const [presession] = form.cookie.split('=').slice(1)
    assert.equal(await isLive(`rq_session=${presession}`), false)
  })

  it('clears the browser’s data at sign-out, even if it has ended, but not for another site', async () => {
    const sendLogout = (headers: Record<string, string>) =>
      fetch(`${service().baseUrl}/logout`, { method: 'POST', redirect: 'manual', headers })
    const again = await sendLogout({ 'sec-fetch-site': 'same-origin' })
    assert.equal(again.status, 303)
    assert.equal(again.headers.get('clear-site-data'), '"storage"')
    const foreign = await sendLogout({ 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
    assert.equal(foreign.headers.get('clear-site-data'), null)
  })

  it('ends on the server when the person signs out, by POST only', async () => {
    const { cookie } = await signedUp()
    assert.equal((await open('/logout', cookie)).status, 303)
    assert.equal(await isLive(cookie), true)
    const page = await open('/agents', cookie)
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const response = await sendAccountForm(
      service(),
      { path: '/logout', token, cookie, page },
      { fields: {} },
    )
    assert.equal(response.status, 303)
    const [dropped] = setCookies(response).map(readCookie)
    assert.equal(dropped?.name, 'rq_session')
    assert.equal(dropped?.value, '')
    assert.ok(dropped?.attributes.includes('Max-Age=0'))
    assert.equal(await isLive(cookie), false)
  })

  it('lasts while it is used every 14 days, and 90 days at most', async () => {
    service().clock.hold()
    const [idle, used] = [(await signedUp()).cookie, (await signedUp()).cookie]
    for (let days = 13; days <= 78; days += 13) {
      service().clock.advance(13 * DAY)
      assert.equal(await isLive(used), true, `day ${days}`)
    }
    assert.equal(await isLive(idle), false)
    service().clock.advance(12 * DAY - 1)
    assert.equal(await isLive(used), true)
    service().clock.advance(1)
    assert.equal(await isLive(used), false)
    const fortnight = (await signedUp()).cookie
    service().clock.advance(14 * DAY)
    assert.equal(await isLive(fortnight), false)
  })

  it('sets no cookie in responses of the API, the documents and the OAuth endpoints', async () => {
    const { cookie } = await signedUp()
    for (const [path, method] of [
      ['/queue', 'GET'],
      ['/.well-known/oauth-authorization-server', 'GET'],
      ['/auth.md', 'GET'],
      ['/oauth/register', 'POST'],
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
    ] as const) {
      for (const headers of [{ accept: '*/*' }, { accept: '*/*', cookie }]) {
        const response = await rawRequest(service().baseUrl, path, { method, headers })
        assert.deepEqual(setCookies(response), [], path)
      }
    }
  })

  it('leads to a path of this service only after sign-in', async () => {
    const { email } = await signedUp()
    for (const [wanted, expected] of [
      ['/agents', '/agents'],
      ['/queue?state=read&tag=a%2Fb#x', '/queue?state=read&tag=a%2Fb#x'],
      ['/', '/'],
      ['//evil.example', '/queue'],
      ['/\\evil.example', '/queue'],
      ['/\t/evil.example', '/queue'],
      ['/\n/evil.example', '/queue'],
      ['\t//evil.example', '/queue'],
      ['/x\r\nLocation: https://evil.example', '/queue'],
      ['/x\u0085y', '/queue'],
      ['/x\\y', '/queue'],
      ['https://evil.example', '/queue'],
      ['https:evil.example', '/queue'],
      ['javascript:alert(1)', '/queue'],
      ['evil.example', '/queue'],
      ['@evil.example', '/queue'],
      ['.evil.example', '/queue'],
      ['?x', '/queue'],
      ['', '/queue'],
    ] as const) {
      const path = `/login?return=${encodeURIComponent(wanted)}`
      const form = await openAccountForm(service(), path)
      const kept = /name="return" value="([^"]*)"/.exec(form.page.text)?.[1]
      assert.equal(kept?.replaceAll('&amp;', '&'), expected)
      const fields = { email, password: PASSWORD, return: wanted }
      const response = await sendAccountForm(service(), form, { fields })
      assert.equal(response.status, 303)
      assert.equal(response.headers.location, expected, JSON.stringify(wanted))
      const inside = await open(path, cookiesOf(response).join('; '))
      assert.equal(inside.headers.location, expected)
      const page = await open('/agents', cookiesOf(response).join('; '))
      const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
      const signOut = { path: '/logout', token, cookie: cookiesOf(response).join('; '), page }
      const left = await sendAccountForm(service(), signOut, { fields: { return: wanted } })
      if (wanted) assert.equal(left.headers.location, expected)
    }
  })

  it('ignores a return path with text that a header can’t contain', async () => {
    const { email } = await signedUp()
    for (const wanted of ['/queue?tag=ü', '/queue?tag=💜', '/queue?tag=%', '/queue?tag=\u2028']) {
      const form = await openAccountForm(service(), `/login?return=${encodeURIComponent(wanted)}`)
      assert.equal(form.page.status, 200)
      const response = await sendAccountForm(service(), form, {
        fields: { email, password: PASSWORD, return: wanted },
      })
      assert.equal(response.status, 303, wanted)
      assert.match(String(response.headers.location), /^\/queue/)
    }
  })
})

onBothEngines('A form of a page', (service) => {
  type Send = (headers: Record<string, string>, token?: string, cookie?: string) => Promise<RawResponse>

  /** Each form of ours: how to send it, and whether it did something. */
  async function forms(): Promise<
    Record<string, { send: Send; isDone: (response: RawResponse) => boolean }>
  > {
    const person = await signUp(service().baseUrl)
    await connectAgent(service().baseUrl, person)
    const inside = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const agents = await person.browser.open('/agents')
    const revoke = agents.forms.find(({ action }) => action === '/agents/revoke')?.fields ?? {}
    const outside = await openAccountForm(service(), '/login')
    const send =
      (
        path: string,
        fields: Record<string, string>,
        { ownToken, ownCookie }: { ownToken: string; ownCookie: string },
      ): Send =>
      (headers, token = ownToken, cookie = ownCookie) =>
        sendAccountForm(service(), { path, token, cookie, page: outside.page }, { fields, headers })
    const signIn = { email: person.email, password: PASSWORD }
    const newIdentity = { email: newEmail(), password: PASSWORD }
    const token = revoke['form_token'] ?? ''
    return {
      '/login': {
        send: send('/login', signIn, { ownToken: outside.token, ownCookie: outside.cookie }),
        isDone: (response) => response.headers.location === '/queue',
      },
      '/signup': {
        send: send('/signup', newIdentity, { ownToken: outside.token, ownCookie: outside.cookie }),
        isDone: (response) => response.headers.location === '/queue',
      },
      '/agents/revoke': {
        send: send(
          '/agents/revoke',
          { agent: revoke['agent'] ?? '' },
          { ownToken: token, ownCookie: inside },
        ),
        isDone: (response) => String(response.headers.location).startsWith('/agents?flash='),
      },
      '/logout': {
        send: send('/logout', {}, { ownToken: token, ownCookie: inside }),
        isDone: (response) => response.status === 303,
      },
    }
  }

  it('is refused with 403 when another site sent it', async () => {
    for (const [path, { send, isDone }] of Object.entries(await forms())) {
      for (const headers of [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin: service().baseUrl },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${service().baseUrl}.evil.example` },
        { origin: service().baseUrl.replace('http:', 'https:') },
        { origin: service().baseUrl.replace('localhost', '127.0.0.1') },
      ] as Record<string, string>[]) {
        const response = await send(headers)
        assert.equal(response.status, 403, `${path} ${JSON.stringify(headers)}`)
        assert.deepEqual(
          cookiesOf(response).filter((cookie) => cookie.startsWith('rq_session')),
          [],
        )
      }
      assert.ok(isDone(await send({ 'sec-fetch-site': 'same-origin', origin: service().baseUrl })), path)
    }
  })

  it('is accepted from our own origin, and without an Origin header', async () => {
    for (const [path, { send, isDone }] of Object.entries(await forms())) {
      assert.ok(isDone(await send({ origin: service().baseUrl })), path)
    }
    for (const [path, { send, isDone }] of Object.entries(await forms())) {
      assert.ok(isDone(await send({})), path)
    }
  })

  it('is refused with 403 when its token is missing, wrong or of another browser', async () => {
    const foreign = await openAccountForm(service(), '/login')
    for (const [path, { send }] of Object.entries(await forms())) {
      for (const token of ['', 'nonsense', foreign.token]) {
        assert.equal((await send({ 'sec-fetch-site': 'same-origin' }, token)).status, 403, path)
      }
    }
    const { '/login': signIn } = await forms()
    assert.equal((await signIn!.send({}, undefined, 'other=cookie')).status, 403)
    assert.equal((await signIn!.send({}, undefined, foreign.cookie)).status, 403)
  })

  it('is shown again with a fresh token that works', async () => {
    const person = await signUp(service().baseUrl)
    for (const [path, fields] of [
      ['/login', { email: person.email, password: PASSWORD }],
      ['/signup', { email: newEmail(), password: PASSWORD }],
    ] as const) {
      const browser = createBrowser(service().baseUrl)
      const page = await browser.open(path)
      const refused = await browser.submit(page, { ...fields, form_token: 'stale' })
      assert.equal(refused.status, 403)
      const done = await browser.submit(refused, fields)
      assert.equal(done.url, `${service().baseUrl}/queue`)
    }
  })

  it('is accepted only with the content type of a form', async () => {
    for (const path of ['/login', '/signup']) {
      const form = await openAccountForm(service(), path)
      for (const type of ['application/json', 'text/plain']) {
        const response = await sendAccountForm(service(), form, {
          fields: {},
          headers: { 'content-type': type },
        })
        assert.equal(response.status, 415)
        assert.deepEqual(cookiesOf(response), [])
      }
    }
  })
})

onBothEngines(
  'Sign-in behind a proxy',
  (service) => {
    const attempt = async (path: string, address: string, fields: Record<string, string>) => {
      const form = await openAccountForm(service(), path)
      return sendAccountForm(service(), form, { fields, headers: { 'x-forwarded-for': address } })
    }
    const wrong = 'wrong but long enough'

    it('lets the owner in at once from another address while one has to wait', async () => {
      const { email } = await signUp(service().baseUrl)
      for (let time = 0; time < 5; time++) {
        await attempt('/login', '198.51.100.1', { email, password: wrong })
      }
      assert.equal((await attempt('/login', '198.51.100.1', { email, password: PASSWORD })).status, 429)
      const response = await attempt('/login', '198.51.100.2', { email, password: PASSWORD })
      assert.equal(response.headers.location, '/queue')
    })

    it('stops an address after 30 wrong attempts in 15 minutes, whatever the accounts', async () => {
      const { email } = await signUp(service().baseUrl)
      service().clock.hold()
      const right = { email, password: PASSWORD }
      for (let time = 0; time < 30; time++) {
        const response = await attempt('/login', '198.51.100.3', { email: newEmail(), password: wrong })
        assert.equal(response.status, 303)
        if (time % 10 === 0) {
          assert.equal((await attempt('/login', '198.51.100.3', right)).headers.location, '/queue')
        }
      }
      const refused = await attempt('/login', '198.51.100.3', right)
      assert.equal(refused.status, 429)
      assert.equal(refused.headers['retry-after'], '900')
      assert.equal((await attempt('/login', '198.51.100.4', right)).headers.location, '/queue')
      service().clock.advance(15 * MINUTE)
      assert.equal((await attempt('/login', '198.51.100.3', right)).headers.location, '/queue')
    })

    it('stops an address after 30 sign-ups for taken addresses', async () => {
      const { email } = await signUp(service().baseUrl)
      for (let time = 0; time < 30; time++) {
        const response = await attempt('/signup', '198.51.100.5', { email, password: PASSWORD })
        assert.equal(response.status, 303)
      }
      const fields = { email: newEmail(), password: PASSWORD }
      assert.equal((await attempt('/signup', '198.51.100.5', fields)).status, 429)
      assert.equal((await attempt('/signup', '198.51.100.6', fields)).headers.location, '/queue')
    })
  },
  { env: { TRUST_PROXY: '1' } },
)

onBothEngines(
  'Over https',
  (service) => {
    before(async () => {
      const code = setUpCode(service().running.services.seal)
      await signUpRaw(service(), newEmail(), { set_up_code: code })
    })

    it('cookies are bound to the host and to https', async () => {
      const form = await openAccountForm(service(), '/signup')
      const [before] = setCookies(form.page).map(readCookie)
      assert.equal(before?.name, '__Host-rq_presession')
      assert.deepEqual(before?.attributes, ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
      const response = await sendAccountForm(service(), form, {
        fields: { email: newEmail(), password: PASSWORD },
      })
      const [session, dropped] = setCookies(response).map(readCookie)
      assert.equal(session?.name, '__Host-rq_session')
      assert.deepEqual(session?.attributes, [
        'HttpOnly',
        'Max-Age=7776000',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ])
      assert.equal(dropped?.name, '__Host-rq_presession')
      assert.ok(dropped?.attributes.includes('Secure'))
      assert.ok(dropped?.attributes.includes('Max-Age=0'))
    })

    it('a cookie under the plain name is ignored', async () => {
      const response = await signUpRaw(service(), newEmail())
      const [cookie = ''] = cookiesOf(response)
      const open = (cookie: string) =>
        rawRequest(socketOf(service()), '/agents', { headers: { cookie, accept: 'text/html' } })
      assert.equal((await open(cookie)).status, 200)
      assert.equal((await open(cookie.replace('__Host-', ''))).status, 303)
    })

    it('every response requires https from then on', async () => {
      for (const path of ['/', '/login', '/queue', '/auth.md', '/oauth/token', '/nothing']) {
        const response = await rawRequest(socketOf(service()), path)
        assert.match(String(response.headers['strict-transport-security']), /^max-age=\d{8,}/, path)
      }
    })

    it('forms require the public origin', async () => {
      const send = async (headers: Record<string, string>) => {
        const form = await openAccountForm(service(), '/signup')
        return sendAccountForm(service(), form, {
          fields: { email: newEmail(), password: PASSWORD },
          headers,
        })
      }
      assert.equal((await send({ origin: HTTPS })).headers.location, '/queue')
      assert.equal((await send({ origin: 'http://queue.example.org' })).status, 403)
      assert.equal((await send({ origin: socketOf(service()) })).status, 403)
    })
  },
  { env: { BASE_URL: HTTPS, SIGN_UP: 'open' } },
)

for (const engine of ENGINES) {
  describe(`Who may sign up, on ${engine}`, () => {
    async function withService(env: Record<string, string>, work: (service: TestService) => Promise<void>) {
      const service = await startService(engine, { env })
      try {
        await work(service)
      } finally {
        await service.stop()
      }
    }

    it('is the first visitor only, if the operator says so', async () => {
      await withService({ SIGN_UP: 'first' }, async (service) => {
        assert.match((await openAccountForm(service, '/login')).page.text, /href="\/signup"/)
        const late = await openAccountForm(service, '/signup')
        assert.equal((await signUpRaw(service, newEmail())).headers.location, '/queue')
        const response = await sendAccountForm(service, late, {
          fields: { email: newEmail(), password: PASSWORD },
        })
        assert.equal(response.status, 403)
        const form = await openAccountForm(service, '/signup')
        assert.equal(form.page.status, 403)
        assert.match(form.page.text, /Sign-up is closed/)
        assert.doesNotMatch((await openAccountForm(service, '/login')).page.text, /\/signup/)
        assert.equal(await countAccounts(service), 1)
      })
    })

    it('is exactly one of ten who sign up at once on an empty service', async () => {
      await withService({ SIGN_UP: 'first' }, async (service) => {
        const forms = await Promise.all(Array.from({ length: 10 }, () => openAccountForm(service, '/signup')))
        const answers = await Promise.all(
          forms.map((form) =>
            sendAccountForm(service, form, { fields: { email: newEmail(), password: PASSWORD } }),
          ),
        )
        assert.deepEqual(answers.map(({ status }) => status).sort(), [
          303,
          ...Array.from({ length: 9 }, () => 403),
        ])
        assert.equal(await countAccounts(service), 1)
        const winner = answers.find(({ status }) => status === 303)
        assert.equal(winner?.headers.location, '/queue')
      })
    })

    it('is still open after a first attempt that failed', async () => {
      await withService({ SIGN_UP: 'first' }, async (service) => {
        assert.match(String((await signUpRaw(service, 'nonsense')).headers.location), /^\/signup\?flash=/)
        assert.equal((await signUpRaw(service, newEmail())).headers.location, '/queue')
      })
    })

    it('is the owner, with the code that the server printed, if others can reach the service', async () => {
      await withService({ SIGN_UP: 'first', BASE_URL: HTTPS }, async (service) => {
        assert.match((await openAccountForm(service, '/signup')).page.text, /name="set_up_code"/)
        const code = setUpCode(service.running.services.seal)
        for (const wrong of ['', 'nonsense', code.slice(1), `${code}x`]) {
          const form = await openAccountForm(service, '/signup')
          const fields = { email: newEmail(), password: PASSWORD, set_up_code: wrong }
          const location = String((await sendAccountForm(service, form, { fields })).headers.location)
          assert.match(location, /^\/signup\?flash=/)
          const { page } = await openAccountForm(service, location, { cookie: form.cookie })
          assert.match(page.text, wrong ? /Wrong set-up code\./ : /Enter the set-up code/)
        }
        assert.equal(await countAccounts(service), 0)
        assert.equal(
          (await signUpRaw(service, newEmail(), { set_up_code: ` ${code} ` })).headers.location,
          '/queue',
        )
        assert.equal((await signUpRaw(service, newEmail(), { set_up_code: code })).status, 403)
      })
    })

    it('is nobody if sign-up is closed', async () => {
      await withService({ SIGN_UP: 'closed' }, async (service) => {
        const form = await openAccountForm(service, '/signup')
        assert.equal(form.page.status, 403)
        const signIn = await openAccountForm(service, '/login')
        assert.doesNotMatch(signIn.page.text, /\/signup/)
        const sent = { ...signIn, path: '/signup' }
        const response = await sendAccountForm(service, sent, {
          fields: { email: newEmail(), password: PASSWORD },
        })
        assert.equal(response.status, 403)
        assert.equal(await countAccounts(service), 0)
      })
    })
  })
}
