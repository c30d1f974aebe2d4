import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { checkDatabase } from '../../src/doctor/check-database.ts'
import { rowsOf } from '../support/account-rows.ts'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { refusedLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const ITEMS = 1000
const MINUTE = 60_000

async function deleteAccount({ browser, email }: Person): Promise<void> {
  const response = await browser.submit(
    await browser.open('/account'),
    { email },
    { action: '/account/delete' },
  )
  assert.equal(response.status, 200)
}

async function totalOf(service: TestService, accountId: string): Promise<number> {
  return Object.values(await rowsOf(service, accountId)).reduce((sum, count) => sum + count, 0)
}

async function isCleared(service: TestService, accountId: string): Promise<void> {
  await eventually(
    () => totalOf(service, accountId),
    (total) => total === 0,
  )
}

async function wrongFindings({ running }: TestService): Promise<string[]> {
  const { db, clock } = running.services
  const findings = await checkDatabase(db, clock)
  return findings.filter(({ state }) => state === 'wrong').map(({ message: words }) => words)
}

/** Has the database keep how many tokens and sign-ins go in the statement that deletes an account. */
async function noteRest({ engine, running }: TestService): Promise<void> {
  const { db } = running.services
  const count = (table: string) => `(SELECT COUNT(*) FROM ${table} WHERE account_id = OLD.id)`
  const note = `INSERT INTO rest VALUES (${count('tokens')}, ${count('sessions')}, ${count('sign_in_attempts')})`
  await db.run('CREATE TABLE rest (tokens BIGINT, sessions BIGINT, sign_in_attempts BIGINT)')
  if (engine === 'sqlite') {
    await db.run(`CREATE TRIGGER note_rest BEFORE DELETE ON accounts BEGIN ${note}; END`)
    return
  }
  await db.run(`CREATE FUNCTION note_rest() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${note}; RETURN OLD; END $$`)
  await db.run('CREATE TRIGGER note_rest BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION note_rest()')
}

for (const engine of ENGINES) {
  it(`Tokens, sessions and sign-ins of an account are deleted in batches, and all access with them, on ${engine}`, async (test) => {
    const service = await startService(engine)
    test.after(() => service.stop())
    await signUp(service.baseUrl)
    const ada = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, ada)
    const accountId = await accountIdOf(service, ada.email)
    const { db, clock } = service.running.services
    const now = clock.now()
    await db.transaction(async (tx) => {
      for (let row = 0; row < 1700; row++) {
        await tx.run(
          `INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at)
           VALUES (?, 'refresh', ?, 'none', ?, ?)`,
          `token ${row}`,
          accountId,
          row,
          now + MINUTE,
        )
        await tx.run(
          `INSERT INTO sessions (hash, account_id, browser, signed_in_at, last_used_at) VALUES (?, ?, '', ?, ?)`,
          `session ${row}`,
          accountId,
          now,
          now,
        )
        await tx.run(
          `INSERT INTO sign_in_attempts (account_id, id, attempted_at, address, browser, succeeded)
           VALUES (?, ?, ?, '', '', 0)`,
          accountId,
          `sign-in ${row}`,
          now,
        )
      }
    })
    await noteRest(service)
    await deleteAccount(ada)
    const rest = await db.rows<Record<string, number>>('SELECT tokens, sessions, sign_in_attempts FROM rest')
    assert.deepEqual(
      rest.map((row) => ({ ...row })),
      [{ tokens: 500, sessions: 500, sign_in_attempts: 500 }],
    )
    assert.equal((await agent.call('/queue')).status, 401)
    assert.match((await ada.browser.open('/queue')).url, /\/login/)
    await isCleared(service, accountId)
  })

  describe(`Deleting an account with ${ITEMS} items, on ${engine}`, () => {
    it('ends all access at once and frees the address, while any process deletes the content', async (test) => {
      const service = await startService(engine)
      test.after(() => service.stop())
      const ada = await signUp(service.baseUrl)
      const agent = await connectAgent(service.baseUrl, ada)
      await agent.save({ url: refusedLink('one'), tags: ['web'] })
      const accountId = await accountIdOf(service, ada.email)
      await fillQueue(service, accountId, { count: ITEMS })
      const { services } = service.running

      await deleteAccount(ada)
      assert.ok((await totalOf(service, accountId)) > ITEMS, 'it answers before all is deleted')
      assert.equal((await agent.call('/queue')).status, 401)
      assert.match((await ada.browser.open('/queue')).url, /\/login/)
      await signUp(service.baseUrl, ada.email)
      assert.notEqual(await accountIdOf(service, ada.email), accountId)
      await assert.rejects(
        services.db.run(
          'INSERT INTO sign_in_attempts (account_id, id, attempted_at, address, browser, succeeded) VALUES (?, ?, 1, ?, ?, 1)',
          accountId,
          'x',
          'x',
          'x',
        ),
        /account no longer exists/,
      )
      // It stops in the middle, and so did its database.
      await service.running.close()

      const next = await startService(engine, { databaseUrl: service.databaseUrl })
      test.after(() => next.stop())
      assert.ok((await totalOf(next, accountId)) > 0, 'nothing was waited for')
      assert.deepEqual(await wrongFindings(next), [])
      const copy = join(next.folder, 'copy.db')
      const backup = startProgram({ DATABASE_URL: next.databaseUrl }, ['backup', copy])
      assert.equal(await backup.ended, 0, backup.output())
      const other = await startService(engine, { databaseUrl: next.databaseUrl })
      test.after(() => other.stop())
      await isCleared(next, accountId)
      assert.deepEqual(await wrongFindings(next), [])

      // A copy from the midst of it is cleared too.
      const restored = await startService('sqlite', { databaseUrl: `sqlite:${copy}` })
      test.after(() => restored.stop())
      // Somebody may have been at it in that moment; their lease is over.
      restored.clock.advance(3 * MINUTE)
      await isCleared(restored, accountId)
      assert.deepEqual(await wrongFindings(restored), [])
      for (const each of [restored, other, next, service])
        assert.doesNotMatch(each.logged(), /failed|by a bug/)
    })
  })
}
