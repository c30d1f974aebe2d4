import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { createBrowser, noticeOf, type Page } from '../support/browser.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const SERVICE = '/account/service'
const ACCOUNTS = `${SERVICE}/accounts`
const MINUTE = 60_000

onBothEngines('The owner’s pages', (service) => {
  let owner: Person
  let other: Person
  let otherId: string
  before(async () => {
    owner = await signUp(service().baseUrl)
    other = await signUp(service().baseUrl)
    otherId = await accountIdOf(service(), other.email)
  })

  const pages = () => [SERVICE, `${SERVICE}/health`, ACCOUNTS, `${ACCOUNTS}/${otherId}`]
  const forms = () => [
    ...['sign-up', 'callbacks', 'invitations', 'invitations/withdraw'].map((name) => `${SERVICE}/${name}`),
    ...['disable', 'enable', 'owner', 'delete'].map((name) => `${ACCOUNTS}/${otherId}/${name}`),
  ]

  /** A form as somebody would send it who knows all its fields; `token` is their session's own. */
  async function forge(person: Person, action: string, token: string): Promise<Page> {
    const page = await person.browser.open('/account')
    const fields = { form_token: token, sign_up: 'open', callbacks: 'http://localhost', email: other.email }
    return person.browser.submit({ ...page, forms: [{ action, method: 'post', fields }] }, {})
  }

  async function tokenOf({ browser }: Person): Promise<string> {
    return /name="form_token" value="([^"]*)"/.exec((await browser.open('/account')).text)?.[1] ?? ''
  }

  /** All but when the service's own work is due, which it notes in the background. */
  async function facts(): Promise<string[]> {
    const { db } = service().running.services
    const rows = await db.rows<{ name: string; value: string }>(
      "SELECT name, value FROM service_facts WHERE name <> 'master-key' AND name NOT LIKE '%-due-at' ORDER BY name",
    )
    const accounts = await db.rows('SELECT id, disabled_at FROM accounts ORDER BY id')
    const invitations = await db.rows('SELECT id FROM invitations')
    return [...rows, ...accounts, ...invitations].map((row) => JSON.stringify(row))
  }

  it('do not exist for anybody else, and ask a signed-out visitor to sign in', async () => {
    const before = await facts()
    assert.doesNotMatch((await other.browser.open('/account')).text, /account\/service/)
    const token = await tokenOf(other)
    for (const path of pages()) {
      const response = await other.browser.open(path)
      assert.equal(response.status, 404, path)
      assert.match(response.text, /There is nothing at this address\./)
      const stranger = await createBrowser(service().baseUrl).open(path)
      assert.equal(new URL(stranger.url).pathname, '/login', path)
    }
    for (const path of forms()) assert.equal((await forge(other, path, token)).status, 404, path)
    assert.deepEqual(await facts(), before)
  })

  it('are not opened by an agent’s token, not even one of the owner', async () => {
    const agent = await connectAgent(service().baseUrl, owner)
    for (const path of pages()) {
      const response = await agent.call(path, { redirect: 'manual' })
      assert.ok([303, 401].includes(response.status), path)
    }
  })

  it('change nothing without the token of their form', async () => {
    const before = await facts()
    for (const path of forms()) {
      assert.equal((await forge(owner, path, '')).status, 403, path)
      assert.equal((await forge(owner, path, await tokenOf(other))).status, 403, path)
    }
    assert.deepEqual(await facts(), before)
  })

  it('show the usage of each account, but none of its content', async () => {
    const agent = await connectAgent(service().baseUrl, other)
    await agent.save({ url: deadLink('secret-page'), title: 'A secret title', note: 'a secret note' })
    assert.match((await owner.browser.open('/account')).text, /href="\/account\/service"/)
    const list = await owner.browser.open(ACCOUNTS)
    const page = await owner.browser.open(`${ACCOUNTS}/${otherId}`)
    for (const { text } of [list, page]) {
      assert.match(text, new RegExp(other.email))
      assert.doesNotMatch(text, /secret/i)
    }
    assert.match(list.text, /1 item\b/)
    assert.match(
      page.text,
      /<dt>Items<\/dt>\s*<dd>1<\/dd>\s*<\/div>\s*<div>\s*<dt>Space used<\/dt>\s*<dd>[\d.]+ (bytes|KB)/,
    )
    assert.match(list.text, /Last seen/)
  })

  it('ask for the password again a while after signing in, then continue', async () => {
    const page = await owner.browser.open(`${ACCOUNTS}/${otherId}`)
    service().clock.advance(10 * MINUTE)
    const before = await facts()
    const confirmation = await owner.browser.submit(page, {}, { action: `${ACCOUNTS}/${otherId}/disable` })
    assert.match(confirmation.url, /\/account\/confirm\?return=/)
    assert.deepEqual(await facts(), before)
    const shown = await owner.browser.open(`${ACCOUNTS}/${otherId}`)
    assert.match(shown.text, /confirm it’s you/)
    assert.doesNotMatch(shown.text, /\/disable"/)
    const confirmed = await owner.browser.submit(
      confirmation,
      { current_password: PASSWORD },
      { action: '/account/confirm' },
    )
    assert.equal(new URL(confirmed.url).pathname, `${ACCOUNTS}/${otherId}`)
    assert.match(confirmed.text, /\/disable"/)
    const elsewhere = await owner.browser.open('/account/confirm?return=//evil.example/account/')
    assert.match(elsewhere.text, /name="return" value="\/account"/)
  })

  it('refuse to leave the service without an owner', async () => {
    const ownId = await accountIdOf(service(), owner.email)
    const token = await tokenOf(owner)
    for (const name of ['disable', 'delete', 'owner']) {
      const page = await owner.browser.open('/account')
      const fields = { form_token: token, email: owner.email }
      const action = `${ACCOUNTS}/${ownId}/${name}`
      const response = await owner.browser.submit(
        { ...page, forms: [{ action, method: 'post', fields }] },
        {},
      )
      assert.equal(noticeOf(response), 'This is your own account. Change it in your settings.', name)
    }
    const account = await owner.browser.open('/account')
    const kept = await owner.browser.submit(account, { email: owner.email }, { action: '/account/delete' })
    assert.match(noticeOf(kept), /^You own this service, and other people have accounts\./)
  })

  it('check the service on request', async () => {
    const { text, status } = await owner.browser.open(`${SERVICE}/health`)
    assert.equal(status, 200)
    assert.match(text, /The counters of every queue agree with its items\./)
    assert.match(text, new RegExp(`${service().baseUrl} answers as this service\\.`))
    const { db } = service().running.services
    await db.run('UPDATE queues SET unread = unread + 1')
    const found = await owner.browser.open(`${SERVICE}/health`)
    await db.run('UPDATE queues SET unread = unread - 1')
    assert.match(found.text, /1 thing needs attention\./)
    assert.match(found.text, /The counters of \d+ queues disagree/)
  })

  it('transfer the ownership, and delete an account, once its address is typed', async () => {
    const third = await signUp(service().baseUrl)
    const id = await accountIdOf(service(), third.email)
    const send = async (person: Person, name: string, email: string) =>
      person.browser.submit(
        await person.browser.open(`${ACCOUNTS}/${id}`),
        { email },
        { action: `${ACCOUNTS}/${id}/${name}` },
      )
    for (const name of ['owner', 'delete'])
      assert.match(noticeOf(await send(owner, name, owner.email)), /^Type the account’s email address/)
    assert.equal(
      noticeOf(await send(owner, 'owner', third.email)),
      `${third.email} is now the owner of this service.`,
    )
    assert.equal((await owner.browser.open(SERVICE)).status, 404)
    const back = await third.browser.open(`${ACCOUNTS}/${await accountIdOf(service(), owner.email)}`)
    await third.browser.submit(
      back,
      { email: owner.email },
      { action: `${new URL(back.url).pathname}/owner` },
    )
    const gone = await send(owner, 'delete', third.email)
    assert.equal(noticeOf(gone), `${third.email} is deleted.`)
    assert.equal(new URL((await third.browser.open('/queue')).url).pathname, '/login')
    assert.equal((await owner.browser.open(`${ACCOUNTS}/${id}`)).status, 404)
  })
})

onBothEngines('The list of accounts', (service) => {
  const COUNT = 10_000

  it('is as quick with ten thousand accounts as with few, a page at a time', async () => {
    const owner = await signUp(service().baseUrl)
    const { db } = service().running.services
    const time = async (path: string) => {
      const begun = performance.now()
      const page = await owner.browser.open(path)
      assert.equal(page.status, 200)
      return { page, took: performance.now() - begun }
    }
    await time(ACCOUNTS)
    const few = (await time(ACCOUNTS)).took
    await db.transaction(async (tx) => {
      for (let at = 0; at < COUNT; at += 1000) {
        const ids = Array.from({ length: 1000 }, (_, i) => `0${String(at + i).padStart(7, '0')}`)
        const values = ids.map(() => '(?, ?, 1)').join(', ')
        await tx.run(
          `INSERT INTO accounts (id, email, created_at) VALUES ${values}`,
          ...ids.flatMap((id) => [id, `p${id}_x@example.org`]),
        )
        await tx.run(`INSERT INTO queues (account_id) VALUES ${ids.map(() => '(?)').join(', ')}`, ...ids)
      }
    })
    const first = await time(ACCOUNTS)
    assert.ok(first.took < 20 * few + 200, `${first.took} ms after ${few} ms`)
    const seen = new Set<string>()
    let path: string | undefined = `${ACCOUNTS}?q=p000012`
    for (let pages = 0; path !== undefined && pages < 5; pages++) {
      const { text }: Page = (await time(path)).page
      for (const [, email] of text.matchAll(/<bdi>(p\d+_x@example\.org)<\/bdi>/g)) seen.add(email!)
      path = /<a class="button quiet" href="([^"]*after=[^"]*)">/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    assert.equal(seen.size, 100)
    assert.match((await time(`${ACCOUNTS}?q=%25`)).page.text, /No account matches\./)
  })
})
