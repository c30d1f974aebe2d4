import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createInvitation } from '../../src/accounts/invitations.ts'
import { authorizePath, createPkce, PASSWORD, register, signUp } from '../support/agent.ts'
import { createBrowser, noticeOf, type Page, type SimpleBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type Subject, startIdentityProvider, type TestProvider } from '../support/identity-provider.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const MINUTE = 60_000
const OTHER_PASSWORD = 'another four words here'

const newSubject = (more: Partial<Subject> = {}): Subject => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.org`,
  ...more,
})

/** Follows the provider's own redirects with a cookie jar of its own; gives the address of the way back. */
async function passProvider(
  start: string,
  issuer: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  let url = start
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider stopped at ${url}: ${await response.text()}`)
    url = new URL(location, url).href
    if (!url.startsWith(issuer)) return url
  }
  throw new Error('The provider does not end')
}

for (const engine of ENGINES) {
  describe(`Signing in through a provider, on ${engine}`, () => {
    let provider: TestProvider
    const services: TestService[] = []

    let service: TestService
    const ports: number[] = []
    before(async () => {
      for (let count = 0; count < 7; count++) ports.push(await freePort())
      provider = await startIdentityProvider(ports.map((port) => `http://localhost:${port}`))
      await start({})
    })
    after(async () => {
      for (const each of services) await each.stop()
      await provider.stop()
    })

    /** Goes on with a service of its own, at the next address that the provider knows. */
    async function start(more: Record<string, string>): Promise<void> {
      service = await startService(engine, { env: { ...provider.env, PORT: String(ports.pop()), ...more } })
      services.push(service)
    }

    /** Sends the button's form; gives where the browser is sent. */
    async function leave(browser: SimpleBrowser, from = '/login', action = '/login/oidc'): Promise<string> {
      const response = await browser.submit(await browser.open(from), {}, { action })
      assert.equal(response.status, 303, response.text)
      return response.headers.get('location') ?? ''
    }

    async function enter(
      subject: Subject,
      browser = createBrowser(service.baseUrl),
      from = '/login',
    ): Promise<Page> {
      provider.signInAs(subject)
      return browser.open(await passProvider(await leave(browser, from), provider.issuer))
    }

    async function connect(browser: SimpleBrowser, subject: Subject): Promise<Page> {
      provider.signInAs(subject)
      const away = await leave(browser, '/account', '/account/provider/connect')
      return browser.open(await passProvider(away, provider.issuer))
    }

    /** All sessions are from so long ago that they are to be confirmed; the provider's clock stays. */
    const ageSessions = () =>
      service.running.services.db.run('UPDATE sessions SET signed_in_at = signed_in_at - ?', 10 * MINUTE)

    const emailOn = async (browser: SimpleBrowser) =>
      /class="email" title="([^"]*)"/.exec((await browser.open('/account')).text)?.[1]

    it('sends a new code challenge, state and nonce each time, and finds the created account again', async () => {
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      assert.match((await browser.open('/login')).text, /Sign in with Example ID/)
      const queue = await enter(subject, browser)
      assert.equal(queue.url, `${service.baseUrl}/queue`)
      assert.equal(await emailOn(browser), subject.email)
      const second = createBrowser(service.baseUrl)
      await enter(subject, second)
      assert.equal(await emailOn(second), subject.email)

      const [one, two] = provider.asked.slice(-2)
      for (const name of ['state', 'nonce', 'code_challenge']) {
        assert.match(one?.get(name) ?? '', /^[\w-]{43}$/, name)
        assert.notEqual(one?.get(name), two?.get(name), name)
      }
      assert.equal(one?.get('response_type'), 'code')
      assert.equal(one?.get('code_challenge_method'), 'S256')
      assert.equal(one?.get('redirect_uri'), `${service.baseUrl}/login/oidc/callback`)
      assert.equal(one?.get('scope'), 'openid email')
    })

    it('identifies a person by iss and sub, whatever their address at the provider is', async () => {
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      await enter(subject, browser)
      const again = createBrowser(service.baseUrl)
      await enter({ ...subject, email: `${randomUUID()}@example.org` }, again)
      assert.equal(await emailOn(again), subject.email)
    })

    it('never opens an existing account because the address is the same', async () => {
      const ada = await signUp(service.baseUrl)
      const browser = createBrowser(service.baseUrl)
      const confirmation = await enter(newSubject({ email: ada.email }), browser)
      assert.match(confirmation.text, /You’re new here/)
      assert.equal(confirmation.text.includes(ada.email), false)
      const taken = await browser.submit(
        confirmation,
        { email: ada.email },
        { action: '/login/oidc/account' },
      )
      assert.equal(taken.status, 200)
      assert.match(noticeOf(taken), /This address can’t be used/)
      const email = `${randomUUID()}@example.org`
      const queue = await browser.submit(taken, { email }, { action: '/login/oidc/account' })
      assert.equal(queue.url, `${service.baseUrl}/queue`)
      assert.equal(await emailOn(browser), email)
    })

    it('asks for the address if the provider has not verified one', async () => {
      const email = `${randomUUID()}@example.org`
      for (const [subject, shown] of [
        [{ sub: randomUUID() }, ''],
        [{ sub: randomUUID(), email, isVerified: false }, email],
      ] as const) {
        const browser = createBrowser(service.baseUrl)
        const confirmation = await enter(subject, browser)
        assert.match(confirmation.text, /You’re new here/)
        assert.equal(
          confirmation.forms.find(({ action }) => action === '/login/oidc/account')?.fields['email'],
          shown,
        )
        const mistaken = await browser.submit(
          confirmation,
          { email: 'nonsense' },
          { action: '/login/oidc/account' },
        )
        assert.match(noticeOf(mistaken), /Enter an email address/)
      }
    })

    it('accepts the address form only from the browser that signed in', async () => {
      const browser = createBrowser(service.baseUrl)
      const confirmation = await enter({ sub: randomUUID() }, browser)
      const sealed =
        confirmation.forms.find(({ action }) => action === '/login/oidc/account')!.fields['identity'] ?? ''
      const thief = createBrowser(service.baseUrl)
      const login = await thief.open('/login')
      const fields = {
        form_token: login.forms[0]!.fields['form_token'] ?? '',
        identity: sealed,
        email: 'eve@example.org',
      }
      const forged = { ...login, forms: [{ action: '/login/oidc/account', method: 'post', fields }] }
      assert.equal((await thief.submit(forged, {})).status, 409)
      assert.equal((await thief.submit(forged, { identity: 'x' })).status, 409)
    })

    it('continues a pending authorization', async () => {
      const clientId = await register(service.baseUrl)
      const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge, state: 's' })
      const browser = createBrowser(service.baseUrl)
      const consent = await enter(newSubject(), browser, path)
      assert.equal(consent.url, service.baseUrl + path)
      assert.match(consent.text, /name="decision"/)
    })

    it('continues to a path of this service only', async () => {
      for (const wanted of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
        const browser = createBrowser(service.baseUrl)
        provider.signInAs(newSubject())
        const response = await browser.submit(
          await browser.open('/login'),
          { return: wanted },
          { action: '/login/oidc' },
        )
        const back = await passProvider(response.headers.get('location') ?? '', provider.issuer)
        assert.equal((await browser.open(back)).url, `${service.baseUrl}/queue`)
      }
    })

    it('explains that the person declined', async () => {
      const browser = createBrowser(service.baseUrl)
      provider.signInAs(null)
      const login = await browser.open(await passProvider(await leave(browser), provider.issuer))
      assert.equal(new URL(login.url).pathname, '/login')
      assert.equal(noticeOf(login), 'You did not sign in with Example ID.')
    })

    it('accepts a response once, and only in the browser that started', async () => {
      const tooOld = 'That sign-in took too long, or began in another browser. Start again.'
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      provider.signInAs(subject)
      const back = await passProvider(await leave(browser), provider.issuer)
      // Log-in CSRF: a stranger's answer in a victim's browser.
      const victim = createBrowser(service.baseUrl)
      await victim.open('/login')
      const refused = await victim.open(back)
      assert.equal(noticeOf(refused), tooOld)
      assert.match((await victim.open('/queue')).url, /\/login/)

      assert.equal((await browser.open(back)).url, `${service.baseUrl}/queue`)
      const out = await browser.submit(await browser.open('/account'), {}, { action: '/logout' })
      assert.equal(out.status, 200)
      assert.equal(noticeOf(await browser.open(back)), tooOld)
      assert.equal(noticeOf(await browser.open('/login/oidc/callback')), tooOld)
      assert.equal(noticeOf(await browser.open('/login/oidc/callback?code=x&state=y')), tooOld)
    })

    it('rejects a response that names another issuer, a wrong code, or none', async () => {
      for (const change of [
        (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
        (url: URL) => url.searchParams.delete('iss'),
        (url: URL) => url.searchParams.set('code', 'stolen'),
        (url: URL) => url.searchParams.delete('code'),
      ]) {
        const browser = createBrowser(service.baseUrl)
        provider.signInAs(newSubject())
        const back = new URL(await passProvider(await leave(browser), provider.issuer))
        change(back)
        const login = await browser.open(back.href)
        assert.equal(new URL(login.url).pathname, '/login')
        assert.equal(noticeOf(login), 'Signing in with Example ID did not work. Try again.')
        assert.match((await browser.open('/queue')).url, /\/login/)
      }
      assert.doesNotMatch(service.logged(), /the-secret-of-the-client/)
    })

    it('rejects the code of another attempt', async () => {
      const [mine, theirs] = [createBrowser(service.baseUrl), createBrowser(service.baseUrl)]
      provider.signInAs(newSubject())
      const stolen = new URL(await passProvider(await leave(theirs), provider.issuer)).searchParams.get(
        'code',
      )
      const back = new URL(await passProvider(await leave(mine), provider.issuer))
      back.searchParams.set('code', stolen ?? '')
      assert.equal(
        noticeOf(await mine.open(back.href)),
        'Signing in with Example ID did not work. Try again.',
      )
    })

    it('is refused without the form token and from another site', async () => {
      const browser = createBrowser(service.baseUrl)
      const login = await browser.open('/login')
      assert.equal((await browser.submit(login, { form_token: 'x' }, { action: '/login/oidc' })).status, 403)
      const headers = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await browser.submit(login, {}, { action: '/login/oidc', headers })).status, 403)
    })

    it('can be connected on the account page, and then opens the account', async () => {
      const ada = await signUp(service.baseUrl)
      const subject = newSubject()
      const before = ada.browser.cookies.get('rq_session')
      const page = await connect(ada.browser, subject)
      assert.equal(noticeOf(page), 'Connected. You can now sign in with Example ID.')
      assert.notEqual(ada.browser.cookies.get('rq_session'), before)
      const browser = createBrowser(service.baseUrl)
      await enter(subject, browser)
      assert.equal(await emailOn(browser), ada.email)

      const gone = await ada.browser.submit(page, {}, { action: '/account/provider/disconnect' })
      assert.equal(noticeOf(gone), 'Disconnected Example ID.')
      assert.match((await enter({ ...subject, email: ada.email })).text, /You’re new here/)
    })

    it('can be connected only after a recent sign-in, and to one account', async () => {
      const [ada, bob] = [await signUp(service.baseUrl), await signUp(service.baseUrl)]
      const subject = newSubject()
      await connect(ada.browser, subject)
      const refused = await connect(bob.browser, subject)
      assert.match(noticeOf(refused), /is connected already/)
      const form = await bob.browser.open('/account')
      await ageSessions()
      const response = await bob.browser.submit(form, {}, { action: '/account/provider/connect' })
      assert.equal(new URL(response.url).pathname, '/account/confirm')
    })

    it('can’t be disconnected if it is the only way to sign in, and confirms the person’s identity', async () => {
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      await enter(subject, browser)
      const kept = await browser.submit(
        await browser.open('/account'),
        {},
        { action: '/account/provider/disconnect' },
      )
      assert.equal(noticeOf(kept), 'This is your only way to sign in. Add another one before you remove it.')
      await ageSessions()
      const page = await browser.open('/account')
      assert.doesNotMatch(page.text, /action="\/account\/(password|email)"/)
      const away = await leave(browser, '/account/confirm', '/account/confirm/provider')
      assert.equal(new URL(away).searchParams.get('prompt'), 'login')
      assert.equal(new URL(away).searchParams.get('max_age'), '0')
      provider.signInAs(newSubject())
      const wrong = await browser.open(await passProvider(away, provider.issuer))
      assert.match(noticeOf(wrong), /^That is not the account that is connected here/)
      provider.signInAs(subject)
      const again = await leave(browser, '/account/confirm', '/account/confirm/provider')
      const confirmed = await browser.open(await passProvider(again, provider.issuer))
      assert.match(noticeOf(confirmed), /^Confirmed\./)
      const set = await browser.submit(
        confirmed,
        { password: OTHER_PASSWORD },
        { action: '/account/password' },
      )
      assert.match(noticeOf(set), /^Password saved/)
      const gone = await browser.submit(set, {}, { action: '/account/provider/disconnect' })
      assert.equal(noticeOf(gone), 'Disconnected Example ID.')
    })

    it('confirms nothing if the provider’s response says that the person did not sign in again', async () => {
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      const cookies = new Map<string, string>()
      provider.signInAs(subject)
      await browser.open(await passProvider(await leave(browser), provider.issuer, cookies))
      await ageSessions()
      const failed = 'Signing in with Example ID did not work. Try again.'
      // The browser carries the request: whoever sits at it may take out what asks for a new sign-in.
      const away = new URL(await leave(browser, '/account/confirm', '/account/confirm/provider'))
      away.searchParams.delete('prompt')
      away.searchParams.delete('max_age')
      const without = await browser.open(await passProvider(away.href, provider.issuer, cookies))
      assert.equal(noticeOf(without), failed)
      // A provider that says when, and it was long ago.
      provider.signInAs({ ...subject, signedInAgo: 3600 })
      const second = new URL(await leave(browser, '/account/confirm', '/account/confirm/provider'))
      second.searchParams.set('max_age', '86400')
      const old = await browser.open(await passProvider(second.href, provider.issuer))
      assert.equal(noticeOf(old), failed)
      assert.match(service.logged(), /asked for no new sign-in: auth_time is \d+/)
      assert.match((await browser.open('/account')).text, /href="\/account\/confirm\?return=/)
    })

    it('does not accept a sign-in started earlier as a confirmation', async () => {
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      const first = await leave(browser)
      await enter(subject, browser)
      await ageSessions()
      await browser.open(await passProvider(first, provider.issuer))
      assert.match((await browser.open('/account')).text, /href="\/account\/confirm\?return=/)
    })

    it('creates no account if sign-up is closed, with a readable message', async () => {
      await start({ SIGN_UP: 'closed' })
      const login = await enter(newSubject())
      assert.equal(new URL(login.url).pathname, '/login')
      assert.match(noticeOf(login), /^You have no account here, and new ones need an invitation/)
    })

    it('creates one account if only the first is allowed, and one more for each invitation', async () => {
      await start({ SIGN_UP: 'first' })
      assert.equal((await enter(newSubject())).url, `${service.baseUrl}/queue`)
      assert.match(noticeOf(await enter(newSubject())), /new ones need an invitation/)
      const { db, random, clock } = service.running.services
      const invite = async () =>
        `/signup?invitation=${await createInvitation(db, random, { note: '', now: clock.now() })}`
      const link = await invite()
      assert.equal((await enter(newSubject(), undefined, link)).url, `${service.baseUrl}/queue`)
      const browser = createBrowser(service.baseUrl)
      assert.equal((await browser.open(link)).status, 403)
      const confirmation = await enter(newSubject({ isVerified: false }), browser, await invite())
      assert.match(confirmation.text, /You’re new here/)
      const made = await browser.submit(confirmation, { email: `${randomUUID()}@example.org` })
      assert.equal(made.url, `${service.baseUrl}/queue`)
      await start({ SIGN_UP: 'closed', PASSWORD_SIGN_IN: '0' })
      const { services } = service.running
      const secret = await createInvitation(services.db, random, { note: '', now: clock.now() })
      const only = await enter(newSubject(), undefined, `/signup?invitation=${secret}`)
      assert.equal(only.url, `${service.baseUrl}/queue`)
    })

    it('refuses a disabled account with a readable message', async () => {
      await start({})
      const subject = newSubject()
      const browser = createBrowser(service.baseUrl)
      await enter(subject, browser)
      await service.running.services.db.run('UPDATE accounts SET disabled_at = 1')
      assert.match(noticeOf(await enter(subject)), /^This account is disabled\./)
      assert.equal(new URL((await browser.open('/queue')).url).pathname, '/login')
    })

    it('hides passwords if they are turned off', async () => {
      await start({ PASSWORD_SIGN_IN: '0' })
      const browser = createBrowser(service.baseUrl)
      const login = await browser.open('/login')
      assert.doesNotMatch(login.text, /name="password"|\/forgot/)
      assert.equal(new URL((await browser.open('/signup')).url).pathname, '/login')
      assert.match((await browser.open('/forgot')).text, /This service doesn’t use passwords/)
      const fields = login.forms[0]!.fields
      for (const action of ['/login', '/signup']) {
        const forged = { ...login, forms: [{ action, method: 'post', fields }] }
        const response = await browser.submit(forged, { email: 'ada@example.org', password: PASSWORD })
        assert.equal(response.status, 409)
        assert.match(response.text, /Passwords are turned off here/)
      }
      await enter(newSubject(), browser)
      const page = await browser.open('/account')
      assert.doesNotMatch(page.text, /password/i)
    })

    it('reports that the provider is unreachable, and works again once it can be reached', async () => {
      await start({ OIDC_ISSUER: 'http://127.0.0.1:9' })
      const browser = createBrowser(service.baseUrl)
      const login = await browser.submit(
        await browser.open('/login?return=%2Fagents'),
        {},
        { action: '/login/oidc' },
      )
      assert.equal(new URL(login.url).searchParams.get('return'), '/agents')
      assert.equal(noticeOf(login), 'Example ID cannot be reached right now. Try again in a few minutes.')
    })
  })
}
