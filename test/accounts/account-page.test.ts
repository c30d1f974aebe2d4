import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import type { AccountId } from '../../src/ids.ts'
import { beginExport } from '../../src/library/export/running-exports.ts'
import { connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { createBrowser, noticeOf, type Page, type SimpleBrowser } from '../support/browser.ts'
import { onBothEngines } from '../support/service.ts'

const MINUTE = 60_000
const OTHER_PASSWORD = 'another four words here'
const CHROME_ON_LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const SAFARI_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

function hasForm(page: Page, action: string): boolean {
  return page.forms.some((form) => form.action === action)
}

onBothEngines('The account page', (service) => {
  const person = () => signUp(service().baseUrl)
  const isSignedIn = async (browser: SimpleBrowser) =>
    (await browser.open('/account')).url.endsWith('/account')

  async function signIn(email: string, password: string, headers: Record<string, string> = {}) {
    const browser = createBrowser(service().baseUrl)
    const page = await browser.submit(await browser.open('/login'), { email, password }, { headers })
    return { browser, isIn: page.url.endsWith('/queue') }
  }

  /** Sends a form of the account page, as it stands but for some fields. */
  async function send(
    { browser }: Pick<Person, 'browser'>,
    action: string,
    fields: Record<string, string> = {},
  ) {
    return browser.submit(await browser.open('/account'), fields, { action })
  }

  it('is linked in the header, and opens only after signing in', async () => {
    const { browser } = await person()
    assert.match((await browser.open('/queue')).text, /<a[^>]* href="\/account"/)
    const stranger = createBrowser(service().baseUrl)
    assert.equal((await stranger.open('/account')).url, `${service().baseUrl}/login?return=%2Faccount`)
  })

  it('changes the email address, so that only the new one signs in', async () => {
    const ada = await person()
    const email = `${randomUUID()}@example.org`
    const page = await send(ada, '/account/email', { email: ` ${email.toUpperCase()} ` })
    assert.equal(noticeOf(page), `Email address changed. From now on, sign in with ${email}.`)
    assert.equal((await signIn(email, PASSWORD)).isIn, true)
    assert.equal((await signIn(ada.email, PASSWORD)).isIn, false)
  })

  it('tells an address that is taken, invalid, or the current one apart', async () => {
    const [ada, bob] = [await person(), await person()]
    for (const [email, message] of [
      [bob.email, 'This address can’t be used. Choose another one.'],
      ['nonsense', 'Enter an email address, like you@example.org.'],
      [ada.email, 'This is already your email address.'],
    ] as const) {
      const page = await send(ada, '/account/email', { email })
      assert.equal(page.status, 200)
      assert.equal(noticeOf(page), message)
    }
    assert.equal((await signIn(ada.email, PASSWORD)).isIn, true)
  })

  it('gives a readable refusal to one of two people who take the same address at the same moment', async () => {
    const people = await Promise.all([person(), person(), person()])
    const email = `${randomUUID()}@example.org`
    const pages = await Promise.all(people.map((each) => send(each, '/account/email', { email })))
    const message = pages.map(noticeOf).sort()
    assert.deepEqual(message, [
      `Email address changed. From now on, sign in with ${email}.`,
      'This address can’t be used. Choose another one.',
      'This address can’t be used. Choose another one.',
    ])
  })

  it('lets an address be tried only ten times an hour', async () => {
    const [ada, bob] = [await person(), await person()]
    for (let time = 1; time <= 10; time++) {
      assert.equal((await send(ada, '/account/email', { email: bob.email })).status, 200)
    }
    const refused = await send(ada, '/account/email', { email: bob.email })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  })

  it('changes the password, signs every other browser out, and renews the session id', async () => {
    const ada = await person()
    const other = await signIn(ada.email, PASSWORD)
    const before = ada.browser.cookies.get('rq_session')
    const page = await send(ada, '/account/password', { password: OTHER_PASSWORD })
    assert.equal(noticeOf(page), 'Password saved. You’ve been signed out in every other browser.')
    assert.equal(await isSignedIn(ada.browser), true)
    assert.equal(await isSignedIn(other.browser), false)
    assert.notEqual(ada.browser.cookies.get('rq_session'), before)
    ada.browser.cookies.set('rq_session', before ?? '')
    assert.equal(await isSignedIn(ada.browser), false)
    assert.equal((await signIn(ada.email, OTHER_PASSWORD)).isIn, true)
    assert.equal((await signIn(ada.email, PASSWORD)).isIn, false)
  })

  it('refuses a new password that is short, common or the address, and keeps the old one', async () => {
    const ada = await person()
    for (const [password, message] of [
      ['short', /at least 12 characters/],
      ['password1234', /too common/],
      [ada.email, /your email address/],
    ] as const) {
      const page = await send(ada, '/account/password', { password })
      assert.equal(page.status, 200)
      assert.match(noticeOf(page), message)
      assert.match(page.text, /id="new-password"[^>]*aria-invalid="true"/)
    }
    assert.equal((await signIn(ada.email, PASSWORD)).isIn, true)
  })

  it('asks for the current password ten minutes after sign-in, and counts wrong ones', async () => {
    const ada = await person()
    assert.doesNotMatch((await ada.browser.open('/account')).text, /name="current_password"/)
    service().clock.advance(10 * MINUTE)
    const page = await ada.browser.open('/account')
    assert.match(page.text, /name="current_password"/)
    const fields = { password: OTHER_PASSWORD, email: `${randomUUID()}@example.org` }
    for (const action of ['/account/email', '/account/password']) {
      const without = await send(ada, action, fields)
      assert.equal(noticeOf(without), 'Enter your current password.')
      const wrong = await send(ada, action, { ...fields, current_password: 'wrong but long enough' })
      assert.equal(noticeOf(wrong), 'That is not your current password. Try again.')
    }
    const changed = await send(ada, '/account/password', { ...fields, current_password: PASSWORD })
    assert.equal(noticeOf(changed), 'Password saved. You’ve been signed out in every other browser.')
    service().clock.advance(10 * MINUTE)
    for (let time = 1; time <= 5; time++) {
      await send(ada, '/account/email', { ...fields, current_password: 'wrong but long enough' })
    }
    const refused = await send(ada, '/account/email', { ...fields, current_password: OTHER_PASSWORD })
    assert.equal(refused.status, 429)
  })

  it('offers no change of sign-in methods until the person confirms their identity', async () => {
    const ada = await person()
    service().clock.advance(10 * MINUTE)
    const page = await ada.browser.open('/account')
    assert.equal(hasForm(page, '/account/delete'), false)
    assert.equal(hasForm(page, '/account/passkeys'), false)
    const token = page.forms[0]?.fields['form_token'] ?? ''
    for (const action of [
      '/account/delete',
      '/account/passkeys',
      '/account/passkeys/remove',
      '/account/passkeys/rename',
      '/account/password/remove',
    ]) {
      const forged = { ...page, forms: [{ action, method: 'post', fields: { form_token: token } }] }
      const response = await ada.browser.submit(forged, { email: ada.email })
      assert.equal(response.url, `${service().baseUrl}/account/confirm`, action)
    }
    const before = ada.browser.cookies.get('rq_session')
    const confirm = await ada.browser.open('/account/confirm')
    const wrong = await ada.browser.submit(
      confirm,
      { current_password: 'wrong' },
      { action: '/account/confirm' },
    )
    assert.equal(noticeOf(wrong), 'That is not your current password. Try again.')
    const done = await ada.browser.submit(
      wrong,
      { current_password: PASSWORD },
      { action: '/account/confirm' },
    )
    assert.match(noticeOf(done), /^Confirmed\./)
    assert.equal(hasForm(done, '/account/delete'), true)
    assert.notEqual(ada.browser.cookies.get('rq_session'), before)
  })

  it('shows a refused name of a passkey in the form of that passkey', async () => {
    const ada = await person()
    const { db } = service().running.services
    for (const id of ['one', 'two'])
      await db.run(
        `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
         SELECT id, ?, '', 0, '', ?, 1 FROM accounts WHERE email = ?`,
        id,
        `Passkey ${id}`,
        ada.email,
      )
    const page = await ada.browser.open('/account')
    const form = page.forms.find(({ fields }) => fields['passkey'] === 'two')!
    assert.equal(form.action, '/account/passkeys/rename')
    const refused = await ada.browser.submit({ ...page, forms: [form] }, { name: 'x'.repeat(61) })
    assert.equal(noticeOf(refused), 'A passkey’s name can have at most 60 characters.')
    const renaming = refused.forms.filter(({ action }) => action === '/account/passkeys/rename')
    assert.deepEqual(
      renaming.map(({ fields }) => fields['name']),
      ['Passkey one', 'x'.repeat(61)],
    )
    assert.deepEqual(
      [...refused.text.matchAll(/<input[^>]*\sid="(name-of-[^"]*)"[^>]*aria-invalid="true"/g)].map(
        ([, id]) => id,
      ),
      ['name-of-two'],
    )
  })

  it('lists the signed-in browsers, and signs out one or all others', async () => {
    const ada = await person()
    const phone = await signIn(ada.email, PASSWORD, { 'user-agent': SAFARI_ON_IPHONE })
    const desk = await signIn(ada.email, PASSWORD, { 'user-agent': CHROME_ON_LINUX })
    const third = await signIn(ada.email, PASSWORD, { 'user-agent': 'x' })
    const stranger = await person()
    const list = await ada.browser.open('/account')
    assert.match(list.text, /<strong>Safari on iPhone<\/strong>/)
    assert.match(list.text, /<strong>Chrome on Linux<\/strong>/)
    assert.match(list.text, /<strong>An unknown browser<\/strong>/)
    assert.equal(list.text.match(/This browser/g)?.length, 1)
    const rows = list.forms.filter(({ action }) => action === '/account/sessions/end')
    assert.equal(rows.length, 3)

    const phoneRow = rows.find(({ fields }) => {
      const at = list.text.indexOf(`value="${fields['session']}"`)
      return list.text.slice(0, at).lastIndexOf('iPhone') > list.text.slice(0, at).lastIndexOf('<li>')
    })!
    await ada.browser.submit({ ...list, forms: [phoneRow] }, {})
    assert.equal(await isSignedIn(phone.browser), false)
    assert.equal(await isSignedIn(desk.browser), true)

    // Another person's row ends nothing.
    const foreign = { ...(await stranger.browser.open('/account')) }
    const token = foreign.forms[0]?.fields['form_token'] ?? ''
    const session = rows.find((row) => row !== phoneRow)?.fields['session'] ?? ''
    foreign.forms = [
      { action: '/account/sessions/end', method: 'post', fields: { form_token: token, session } },
    ]
    await stranger.browser.submit(foreign, {})
    assert.equal(await isSignedIn(desk.browser), true)
    assert.equal(await isSignedIn(third.browser), true)

    const done = await send(ada, '/account/sessions/end-others')
    assert.equal(noticeOf(done), 'Signed out of 2 other browsers.')
    assert.equal(await isSignedIn(desk.browser), false)
    assert.equal(await isSignedIn(ada.browser), true)
    assert.equal(await isSignedIn(stranger.browser), true)
  })

  it('never shows a session’s hash', async () => {
    const ada = await person()
    await signIn(ada.email, PASSWORD)
    const { text } = await ada.browser.open('/account')
    const rows = await service().running.services.db.rows<{ hash: string }>('SELECT hash FROM sessions')
    assert.ok(rows.length > 1)
    for (const { hash } of rows) assert.equal(text.includes(hash), false)
  })

  it('does not remove a password that is the only way to sign in', async () => {
    const ada = await person()
    const page = await ada.browser.open('/account')
    assert.equal(hasForm(page, '/account/password/remove'), false)
    const token = page.forms[0]?.fields['form_token'] ?? ''
    page.forms = [{ action: '/account/password/remove', method: 'post', fields: { form_token: token } }]
    const refused = await ada.browser.submit(page, {})
    assert.equal(noticeOf(refused), 'This is your only way to sign in. Add another one before you remove it.')
    assert.equal((await signIn(ada.email, PASSWORD)).isIn, true)
  })

  it('leaves the agents their access when the password changes', async () => {
    const ada = await person()
    const agent = await connectAgent(service().baseUrl, ada)
    await send(ada, '/account/password', { password: OTHER_PASSWORD })
    assert.equal((await agent.call('/queue')).status, 200)
  })

  it('formats sizes in the language of the page', async () => {
    const { browser, email } = await person()
    const { db } = service().running.services
    await db.run(
      'UPDATE queues SET stored_bytes = 8549 WHERE account_id = (SELECT id FROM accounts WHERE email = ?)',
      email,
    )
    const inLanguage = async (language: string) =>
      (await browser.open('/account', { 'accept-language': language })).text
    assert.match(await inLanguage('de'), /8,55 KB/)
    assert.match(await inLanguage('en'), /8\.55 KB/)
  })

  it('links to the progress of an export only while one runs', async () => {
    const { browser, email } = await person()
    const { services } = service().running
    const account = await services.db.row<{ id: AccountId }>('SELECT id FROM accounts WHERE email = ?', email)
    const isOffered = async () =>
      (await browser.open('/account')).text.includes('href="/account/export/progress"')
    assert.equal(await isOffered(), false)
    const running = await beginExport(services, { accountId: account!.id, clientId: null, total: 3 })
    assert.equal(await isOffered(), true)
    await running.end()
    assert.equal(await isOffered(), false)
  })

  it('has contents that lead to each of its groups and sections', async () => {
    const { text } = await (await person()).browser.open('/account')
    const [, contents = ''] = /<nav class="contents"[^>]*>([\s\S]*?)<\/nav>/.exec(text) ?? []
    const listed = [...contents.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
    const [, groups = ''] = /<div class="sections">([\s\S]*?)<\/main>/.exec(text) ?? []
    assert.deepEqual(
      listed,
      [...groups.matchAll(/<h[23] id="([\w-]+)"/g)].map(([, id]) => id),
    )
    assert.ok(listed.length >= 14)
    const sections = [...groups.matchAll(/<section [^>]*aria-labelledby="([\w-]+)"/g)].map(([, id]) => id)
    assert.ok(sections.length >= 10 && sections.every((id) => listed.includes(id)))
  })
})

onBothEngines('The first account', (service) => {
  it('is marked as the owner’s, with a link to the owner’s settings; others are not', async () => {
    const [owner, other] = [await signUp(service().baseUrl), await signUp(service().baseUrl)]
    const page = await owner.browser.open('/account')
    assert.match(page.text, /You own this service\..*<a href="\/account\/service">This service<\/a>/)
    assert.doesNotMatch((await other.browser.open('/account')).text, /You own this service|account\/service/)
  })
})
