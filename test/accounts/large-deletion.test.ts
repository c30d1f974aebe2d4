import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { lookAtDatabase } from '../../src/doctor/look-at-database.ts'
import { rowsOf } from '../support/account-rows.ts'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/ledger.ts'
import { refusedLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const ITEMS = 1000
const MINUTE = 60_000

async function deleteAccount({ browser, email }: Person): Promise<void> {
  const answer = await browser.submit(
    await browser.open('/account'),
    { email },
    { action: '/account/delete' },
  )
  assert.equal(answer.status, 200)
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
  const findings = await lookAtDatabase(db, clock)
  return findings.filter(({ state }) => state === 'wrong').map(({ words }) => words)
}

for (const engine of ENGINES) {
  describe(`Deleting an account with ${ITEMS} items, on ${engine}`, () => {
    it('ends all access at once and frees the address, while what was in it is deleted by whoever runs', async (test) => {
      const service = await startService(engine)
      test.after(() => service.stop())
      const ada = await signUp(service.baseUrl)
      const agent = await connectAgent(service.baseUrl, ada)
      await agent.save({ url: refusedLink('one'), tags: ['web'] })
      const accountId = await accountIdOf(service, ada.email)
      await fillQueue(service, accountId, ITEMS)
      const { services } = service.running

      await deleteAccount(ada)
      assert.ok((await totalOf(service, accountId)) > ITEMS, 'it answers before all is deleted')
      assert.equal((await agent.call('/queue')).status, 401)
      assert.match((await ada.browser.open('/queue')).url, /\/login/)
      await signUp(service.baseUrl, ada.email)
      assert.notEqual(await accountIdOf(service, ada.email), accountId)
      await assert.rejects(
        services.db.run(
          'INSERT INTO sign_ins (account_id, id, happened_at, address, browser, succeeded) VALUES (?, ?, 1, ?, ?, 1)',
          accountId,
          'x',
          'x',
          'x',
        ),
        /no such account/,
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
