import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createPasswordResetToken } from '../../src/accounts/password-reset-tokens.ts'
import { authorizePath, createPkce, PASSWORD, type Person, register, signUp } from '../support/agent.ts'
import { scan, turnOnTotp } from '../support/authenticator.ts'
import { createBrowser, noticeOf, type Page, type SimpleBrowser } from '../support/browser.ts'
import { onBothEngines, startService } from '../support/service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const NEW_PASSWORD = 'another four words here'
const WRONG = 'Wrong or already used code. Wait for the next one, or use a recovery code.'

onBothEngines('Two-step sign-in', (service) => {
  const db = () => service().running.services.db
  const clock = () => service().clock
  // On a slow machine a code's time would pass while it is sent.
  before(() => clock().hold())

  /** Up to the page that asks for the code. */
  async function enterPassword(
    { email }: Person,
    path = '/login',
    password = PASSWORD,
  ): Promise<{ browser: SimpleBrowser; asked: Page }> {
    const browser = createBrowser(service().baseUrl)
    return { browser, asked: await browser.submit(await browser.open(path), { email, password }) }
  }

  async function withTotp() {
    const person = await signUp(service().baseUrl)
    const turnedOn = await turnOnTotp(person.browser, clock())
    // The code that turned it on is used up.
    clock().advance(MINUTE)
    return { ...person, ...turnedOn }
  }

  const isIn = async (browser: SimpleBrowser) => (await browser.open('/queue')).url.endsWith('/queue')

  async function linkFor({ email }: Person, isCreatedByOperator: boolean): Promise<string> {
    const { random } = service().running.services
    const row = await db().row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', email)
    const reset = { accountId: row!.id, isCreatedByOperator }
    return `/reset?token=${await createPasswordResetToken(db(), random, { ...reset, now: clock().now() })}`
  }

  it('is turned on with a valid code of the app, and shows ten recovery codes once', async () => {
    const person = await signUp(service().baseUrl)
    const setUp = await person.browser.open('/account/totp')
    assert.match(setUp.text, /<svg\s+class="qr-code"/)
    assert.doesNotMatch(setUp.headers.get('content-security-policy') ?? '', /unsafe-inline/)
    const app = scan(setUp, clock())
    const wrong = await person.browser.submit(setUp, { code: '000000' }, { action: '/account/totp' })
    assert.match(noticeOf(wrong), /^Wrong code/)
    const on = await person.browser.submit(wrong, { code: app.code() }, { action: '/account/totp' })
    const codes = [...on.text.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(([, code]) => code!)
    assert.equal(new Set(codes).size, 10)
    assert.equal(on.headers.get('cache-control'), 'no-store')
    const account = await person.browser.open('/account')
    assert.match(account.text, /10 recovery codes left/)
    const kept = JSON.stringify([
      await db().rows('SELECT * FROM totp'),
      await db().rows('SELECT * FROM recovery_codes'),
    ])
    for (const code of codes) {
      assert.equal(account.text.includes(code), false)
      assert.equal(kept.includes(code.replaceAll('-', '')), false)
    }
    const key = /<code class="key">([^<]*)</.exec(setUp.text)![1]!.replaceAll(' ', '')
    assert.equal(kept.includes(key), false, 'the key is sealed')
  })

  it('asks for the code after the password, on a page that continues to where the person was going', async () => {
    const person = await withTotp()
    const clientId = await register(service().baseUrl)
    const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge, state: 's' })
    const { browser, asked } = await enterPassword(person, path)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /Enter your code/)
    assert.equal(await isIn(browser), false)
    const wrong = await browser.submit(asked, { code: '000000' })
    assert.equal(wrong.status, 200)
    assert.equal(noticeOf(wrong), WRONG)
    assert.equal(
      noticeOf(await browser.submit(asked, { code: '' })),
      'Enter the code from your authenticator app.',
    )
    const code = person.app.code()
    const consent = await browser.submit(wrong, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    assert.equal(consent.url, service().baseUrl + path)
    assert.match(consent.text, /name="decision"/)
  })

  it('accepts a code once, also if it is sent several times at once, and one step early or late', async () => {
    const person = await withTotp()
    const tries = await Promise.all(Array.from({ length: 4 }, () => enterPassword(person)))
    const code = person.app.code()
    const pages = await Promise.all(tries.map(({ browser, asked }) => browser.submit(asked, { code })))
    assert.equal(pages.filter(({ url }) => url.endsWith('/queue')).length, 1)
    const again = await enterPassword(person)
    assert.equal(noticeOf(await again.browser.submit(again.asked, { code })), WRONG)
    // The sooner one of the four came through, the more of the others count towards the limit, which each wrong code renews.
    const enterRested = () => {
      clock().advance(15 * MINUTE)
      return enterPassword(person)
    }
    for (const ahead of [-90, 90]) {
      const far = await enterRested()
      const page = await far.browser.submit(far.asked, { code: person.app.code(ahead * SECOND) })
      assert.equal(noticeOf(page), WRONG, String(ahead))
    }
    const next = await enterRested()
    assert.match(
      (await next.browser.submit(next.asked, { code: person.app.code(30 * SECOND) })).url,
      /queue$/,
    )
    clock().advance(15 * MINUTE)
  })

  it('accepts each recovery code once, in any spelling, while codes of the app are limited', async () => {
    const person = await withTotp()
    const { browser, asked } = await enterPassword(person)
    for (let time = 0; time < 5; time++)
      assert.equal((await browser.submit(asked, { code: '000000' })).status, 200)
    const refused = await browser.submit(asked, { code: person.app.code() })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    const [first = '', second = ''] = person.codes
    const spelt = first.replaceAll('-', ' ').toUpperCase()
    assert.match((await browser.submit(asked, { code: spelt })).url, /\/queue$/)
    const again = await enterPassword(person)
    assert.equal(noticeOf(await again.browser.submit(again.asked, { code: first })), WRONG)
    assert.match((await again.browser.submit(again.asked, { code: second })).url, /\/queue$/)
    assert.match((await again.browser.open('/account')).text, /8 recovery codes left/)
    // Somebody else’s opens nothing.
    const other = await withTotp()
    const { browser: theirs, asked: form } = await enterPassword(other)
    assert.equal(noticeOf(await theirs.submit(form, { code: person.codes[2]! })), WRONG)
    clock().advance(15 * MINUTE)
  })

  it('asks only in the browser that sent the password, for ten minutes, and while the password is valid', async () => {
    const person = await withTotp()
    const { browser, asked } = await enterPassword(person)
    const thief = createBrowser(service().baseUrl)
    const login = await thief.open('/login')
    const fields = { ...asked.forms[0]!.fields, form_token: login.forms[0]!.fields['form_token'] ?? '' }
    const forged = { ...asked, forms: [{ ...asked.forms[0]!, fields }] }
    const stolen = await thief.submit(forged, { code: person.app.code() })
    assert.equal(noticeOf(stolen), 'That took too long. Sign in again.')

    const account = await person.browser.open('/account')
    const changed = { password: NEW_PASSWORD }
    await person.browser.submit(account, changed, { action: '/account/password' })
    const late = await browser.submit(asked, { code: person.app.code() })
    assert.match(noticeOf(late), /^Your password or another way to sign in has just changed/)

    const { browser: slow, asked: form } = await enterPassword(person, '/login', NEW_PASSWORD)
    clock().advance(10 * MINUTE)
    assert.equal(
      noticeOf(await slow.submit(form, { code: person.app.code() })),
      'That took too long. Sign in again.',
    )
  })

  it('is part of confirming the person’s identity, and of nothing less', async () => {
    const person = await withTotp()
    clock().advance(10 * MINUTE)
    const account = await person.browser.open('/account')
    assert.doesNotMatch(account.text, /action="\/account\/(password|email|totp\/remove)"/)
    const form_token = account.forms[0]!.fields['form_token'] ?? ''
    for (const action of [
      '/account/password',
      '/account/email',
      '/account/totp/remove',
      '/account/totp/codes',
    ]) {
      const fields = {
        form_token,
        password: NEW_PASSWORD,
        email: 'x@example.org',
        current_password: PASSWORD,
      }
      const forged = { ...account, forms: [{ action, method: 'post', fields }] }
      const page = await person.browser.submit(forged, {})
      assert.ok(
        page.url.endsWith('/account/confirm') || noticeOf(page) === 'First confirm that it is you.',
        action,
      )
    }
    const confirm = await person.browser.open('/account/confirm')
    const sent = { current_password: PASSWORD, code: '000000' }
    const wrong = await person.browser.submit(confirm, sent, { action: '/account/confirm' })
    assert.equal(noticeOf(wrong), WRONG)
    const right = { current_password: PASSWORD, code: person.app.code() }
    const done = await person.browser.submit(wrong, right, { action: '/account/confirm' })
    assert.match(noticeOf(done), /^Confirmed\./)
    const off = await person.browser.submit(done, {}, { action: '/account/totp/remove' })
    assert.equal(noticeOf(off), 'Two-step sign-in turned off.')
    assert.match((await enterPassword(person)).asked.url, /\/queue$/)
  })

  it('is asked for in a reset by email and kept, but removed by the operator’s link unless selected', async () => {
    const person = await withTotp()
    const browser = createBrowser(service().baseUrl)
    const link = await linkFor(person, false)
    const form = await browser.open(link)
    for (const [code, message] of [
      ['', 'Enter the code from your authenticator app.'],
      ['000000', WRONG],
    ] as const) {
      const refused = await browser.submit(form, { password: NEW_PASSWORD, code })
      assert.equal(noticeOf(refused), message)
    }
    const reset = await browser.submit(form, { password: NEW_PASSWORD, code: person.app.code() })
    assert.match(noticeOf(reset), /^Your password is reset/)
    assert.match((await enterPassword(person, '/login', NEW_PASSWORD)).asked.text, /Enter your code/)

    for (const [keep, expected] of [
      [{ keep_totp: 'yes' }, /Enter your code/],
      [{}, /<body class="app"/],
    ] as const) {
      const operated = await browser.open(await linkFor(person, true))
      assert.doesNotMatch(operated.text, /name="code"/)
      await browser.submit(operated, { password: PASSWORD, ...keep })
      assert.match((await enterPassword(person)).asked.text, expected)
    }
    assert.match((await enterPassword(person)).asked.url, /\/queue$/)
  })

  it('accepts a code once across two instances, even if the other one asked for it', async () => {
    const one = service()
    if (one.engine === 'sqlite') return
    const other = await startService(one.engine, { databaseUrl: one.databaseUrl })
    try {
      const person = await withTotp()
      other.clock.advance(clock().now() - other.clock.now())
      const { browser, asked } = await enterPassword(person)
      const elsewhere = { ...asked, url: asked.url.replace(one.baseUrl, other.baseUrl) }
      const code = person.app.code()
      const entered = await browser.submit(elsewhere, { code })
      assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/queue'])
      const again = await enterPassword(person)
      assert.equal(noticeOf(await again.browser.submit(again.asked, { code })), WRONG)
    } finally {
      await other.stop()
    }
  })

  it('lists successful and failed sign-ins, and how they were made', async () => {
    const person = await withTotp()
    const stranger = createBrowser(service().baseUrl)
    const login = await stranger.open('/login')
    await stranger.submit(login, { email: person.email, password: 'wrong but long enough' })
    const { browser, asked } = await enterPassword(person)
    await browser.submit(asked, { code: '000000' })
    await browser.submit(asked, { code: person.app.code() })
    const { text } = await browser.open('/account')
    const list = text.slice(text.indexOf('id="sign-ins-heading"')).split('</section>')[0]!
    const message = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) => [
      /Failed/.test(row),
      /, (with[^,]*|account created),/.exec(row)?.[1],
      /127\.0\.0\.1/.test(row),
    ])
    assert.deepEqual(message, [
      [false, 'with a password and a code', true],
      [true, 'with a password and a code', true],
      [true, 'with a password', true],
      [false, 'account created', true],
    ])
  })
})
