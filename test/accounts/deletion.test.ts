import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { first } from '../../src/database/migrations/0001-first.ts'
import { articles } from '../../src/database/migrations/0002-articles.ts'
import { search } from '../../src/database/migrations/0003-search.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { accountTables, fillTables, rowsOf } from '../support/account-rows.ts'
import { connectAgent, obtainCode, PASSWORD, type Person, requestToken, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { createBrowser, noticeOf, type Page } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { refusedLink } from '../support/links.ts'
import { createDatabase, ENGINES, onBothEngines, startService, type TestService } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

const MINUTE = 60_000
const PHC = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'

async function idOf(service: TestService, { email }: Person): Promise<string> {
  const row = await service.running.services.db.row<{ id: string }>(
    'SELECT id FROM accounts WHERE email = ?',
    email,
  )
  return row?.id ?? ''
}

async function deleteAccount({ browser, email }: Person, typed = email): Promise<Page> {
  return browser.submit(await browser.open('/account'), { email: typed }, { action: '/account/delete' })
}

/** The tables that still hold something of an account. */
async function tablesOf(service: TestService, accountId: string): Promise<string[]> {
  const counts = await rowsOf(service, accountId)
  return Object.keys(counts).filter((table) => counts[table] !== 0)
}

/** What an account has left once its queue is deleted. */
function leftOf(service: TestService, accountId: string): Promise<string[]> {
  return eventually(
    () => tablesOf(service, accountId),
    (tables) => tables.length === 0,
  )
}

onBothEngines('Deleting an account', (service) => {
  const person = () => signUp(service().baseUrl)
  // The first account is the owner's, which stays while there are others.
  before(person)

  it('deletes all its rows from every table with an account_id, and no other rows', async (test) => {
    const [ada, bob] = [await person(), await person()]
    const site = await startWebServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(articlePage('On hypermedia'))
    })
    test.after(() => site.stop())
    for (const each of [ada, bob]) {
      const agent = await connectAgent(service().baseUrl, each)
      await fetched(agent, await agent.save({ url: `${site.origin}/one`, tags: ['web'] }))
      await fillTables(service(), await idOf(service(), each))
    }
    const [adaId, bobId] = [await idOf(service(), ada), await idOf(service(), bob)]
    const tables = await accountTables(service())
    assert.ok(tables.length >= 16, tables.join(' '))
    const before = await rowsOf(service(), adaId)
    assert.deepEqual(
      tables.filter((table) => before[table] === 0),
      [],
      'the test has something to delete in every table',
    )
    const ofBob = await rowsOf(service(), bobId)

    const front = await deleteAccount(ada)
    assert.equal(new URL(front.url).pathname, '/')
    assert.equal(noticeOf(front), 'Your account is deleted. Everything in it is being erased.')
    assert.deepEqual(await leftOf(service(), adaId), [])
    assert.equal(await idOf(service(), ada), '')
    assert.deepEqual(await rowsOf(service(), bobId), ofBob)
    assert.equal((await bob.browser.open('/account')).status, 200)
  })

  it('deletes the words of its items from the index', async () => {
    const ada = await person()
    const agent = await connectAgent(service().baseUrl, ada)
    await agent.save({ url: refusedLink('words'), title: 'On hypermedia' })
    const { db } = service().running.services
    const accountId = await idOf(service(), ada)
    const row =
      service().engine === 'sqlite'
        ? await db.row<{ id: number }>('SELECT id FROM word_rows WHERE account_id = ?', accountId)
        : undefined
    const kept = () =>
      service().engine === 'sqlite'
        ? db.rows('SELECT rowid FROM item_words WHERE rowid = ?', row?.id ?? -1)
        : db.rows('SELECT id FROM item_words WHERE account_id = ?', accountId)
    assert.equal((await kept()).length, 1)
    await deleteAccount(ada)
    await leftOf(service(), accountId)
    assert.deepEqual(await kept(), [])
  })

  it('invalidates its sessions, tokens and password', async () => {
    const ada = await person()
    const agent = await connectAgent(service().baseUrl, ada)
    const phone = createBrowser(service().baseUrl)
    await phone.submit(await phone.open('/login'), { email: ada.email, password: PASSWORD })
    await deleteAccount(ada)
    assert.match((await ada.browser.open('/queue')).url, /\/login/)
    assert.match((await phone.open('/queue')).url, /\/login/)
    assert.equal((await agent.call('/queue')).status, 401)
    const refresh = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
    assert.equal((await requestToken(service().baseUrl, refresh)).status, 400)
    const login = await phone.submit(await phone.open('/login'), { email: ada.email, password: PASSWORD })
    assert.match(noticeOf(login), /Wrong email or password/)
    // The address is free again, and what it opens is empty.
    const again = await signUp(service().baseUrl, ada.email)
    assert.doesNotMatch((await again.browser.open('/queue')).text, /<article/)
  })

  it('requires the typed address, and a sign-in within the last ten minutes', async () => {
    const ada = await person()
    for (const typed of ['', 'ada', `x${ada.email}`]) {
      const page = await deleteAccount(ada, typed)
      assert.equal(page.status, 200)
      assert.equal(noticeOf(page), 'Type this account’s email address to confirm.')
    }
    const form = await ada.browser.open('/account')
    service().clock.advance(10 * MINUTE)
    const response = await ada.browser.submit(form, { email: ada.email }, { action: '/account/delete' })
    assert.equal(new URL(response.url).pathname, '/account/confirm')
    assert.notEqual(await idOf(service(), ada), '')
  })

  it('is refused when another site sent it', async () => {
    const ada = await person()
    const form = await ada.browser.open('/account')
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const response = await ada.browser.submit(
        form,
        { email: ada.email },
        { action: '/account/delete', headers },
      )
      assert.equal(response.status, 403)
    }
    assert.notEqual(await idOf(service(), ada), '')
  })

  it('leaves no rows of requests that run at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await person()
      const accountId = await idOf(service(), ada)
      const agent = await connectAgent(service().baseUrl, ada)
      const code = await obtainCode(service().baseUrl, ada)
      const form = await ada.browser.open('/account')
      const save = (index: number) =>
        agent.call('/queue', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: refusedLink(`${round}-${index}`), tags: ['web'] }),
        })
      const phone = createBrowser(service().baseUrl)
      const login = await phone.open('/login')
      const running = [
        ...Array.from({ length: 8 }, (_, index) => save(index)),
        requestToken(service().baseUrl, code),
        requestToken(service().baseUrl, {
          grant_type: 'refresh_token',
          refresh_token: agent.refresh,
          client_id: agent.clientId,
        }),
        phone.submit(login, { email: ada.email, password: PASSWORD }),
      ]
      const deletion = ada.browser.submit(form, { email: ada.email }, { action: '/account/delete' })
      const answers = await Promise.all([...running, deletion, ...[20, 21, 22].map(save)])
      for (const { status } of answers) assert.ok([200, 201, 400, 401, 404].includes(status), String(status))
      assert.equal(await idOf(service(), ada), '')
      assert.deepEqual(await leftOf(service(), accountId), [])
    }
    assert.doesNotMatch(service().logged(), /failed by a bug/)
  })

  it('leaves no rows of a page that is being fetched', async (test) => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const site = await startWebServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      const answer = () => response.end(articlePage('Held'))
      if (request.url === '/held') void held.then(answer)
      else answer()
    })
    test.after(() => site.stop())
    const [ada, bob] = [await person(), await person()]
    const accountId = await idOf(service(), ada)
    const agent = await connectAgent(service().baseUrl, ada)
    await agent.save({ url: `${site.origin}/held` })
    await eventually(
      async () => site.requests.length,
      (count) => count === 1,
    )
    await deleteAccount(ada)
    release()
    // Another page of the same site is fetched after it.
    const other = await connectAgent(service().baseUrl, bob)
    await fetched(other, await other.save({ url: `${site.origin}/free` }))
    assert.deepEqual(await leftOf(service(), accountId), [])
    assert.doesNotMatch(service().logged(), /FOREIGN KEY|foreign key|failed by a bug/)
  })
})

for (const engine of ENGINES) {
  it(`deletes rows from before tables had a foreign key to the account, on ${engine}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-test-'))
    const databaseUrl = engine === 'sqlite' ? `sqlite:${folder}/queue.db` : await createDatabase()
    const db = await openDatabase(databaseUrl, () => undefined)
    await migrate(db, [first, articles, search])
    await db.run(
      "INSERT INTO accounts (id, email, password, created_at) VALUES ('a', 'ada@example.org', ?, 1)",
      PHC,
    )
    await db.run("INSERT INTO queues (account_id) VALUES ('a')")
    await db.run("INSERT INTO item_tags (account_id, tag, item_id) VALUES ('a', 'web', 'i')")
    await db.close()
    const service = await startService(engine, { databaseUrl })
    const kept = await service.running.services.db.row<{ password_hash: string }>(
      'SELECT password_hash FROM accounts',
    )
    assert.equal(kept?.password_hash, PHC)
    await service.running.services.db.run("DELETE FROM accounts WHERE id = 'a'")
    assert.deepEqual(await leftOf(service, 'a'), [])
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  describe(`The owner who deletes their account, on ${engine}`, () => {
    const isOwner = async ({ browser }: Person) =>
      /href="\/account\/service"/.test((await browser.open('/account')).text)

    it('is refused while others have accounts, even if both are deleted at once', async () => {
      const service = await startService(engine)
      const [first, second] = [await signUp(service.baseUrl), await signUp(service.baseUrl)]
      assert.deepEqual([await isOwner(first), await isOwner(second)], [true, false])
      assert.match(
        noticeOf(await deleteAccount(first)),
        /^You own this service, and other people have accounts/,
      )
      await Promise.all([deleteAccount(first), deleteAccount(second)])
      const { db } = service.running.services
      const left = await db.rows<{ id: string }>('SELECT id FROM accounts')
      const owners = await db.rows<{ value: string }>("SELECT value FROM service_facts WHERE name = 'owner'")
      assert.deepEqual(
        owners.map(({ value }) => value),
        left.map(({ id }) => id),
      )
      await service.stop()
    })

    it('leaves a service whose next account becomes the owner, once nobody has an account', async () => {
      const service = await startService(engine, { env: { SIGN_UP: 'first' } })
      const first = await signUp(service.baseUrl)
      assert.equal((await createBrowser(service.baseUrl).open('/signup')).status, 403)
      await deleteAccount(first)
      const second = await signUp(service.baseUrl)
      assert.equal(await isOwner(second), true)
      await service.stop()
    })
  })
}
