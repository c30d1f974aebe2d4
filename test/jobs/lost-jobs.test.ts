import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sweep } from '../../src/jobs/sweep.ts'
import { DAY, MINUTE } from '../../src/ports/clock.ts'
import { connectAgent, signUp, submitAction } from '../support/agent.ts'
import { fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('Jobs missing from the database', (service) => {
  const db = () => service().running.services.db
  const statesOf = async (accountId: string) => {
    const items = await db().rows<{ title: string; status: string; snoozed: number }>(
      `SELECT given_title AS title, content_status AS status, CASE WHEN snoozed_until IS NULL THEN 0 ELSE 1 END AS snoozed
       FROM items WHERE account_id = ? ORDER BY given_title`,
      accountId,
    )
    const imports = await db().rows<{ state: string }>(
      'SELECT state FROM imports WHERE account_id = ?',
      accountId,
    )
    return [
      ...items.map(({ status, snoozed }) => `${status} ${snoozed}`),
      ...imports.map(({ state }) => state),
    ]
  }

  /** An account with an item that waits for its page, a snoozed one and an import, none of which has a job; an item that waits has one. */
  async function loseJobs(): Promise<string> {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const accountId = await accountIdOf(service(), person.email)
    await fetched(agent, await agent.save({ url: refusedLink('page'), title: 'A' }))
    const snoozed = await fetched(agent, await agent.save({ url: refusedLink('snoozed'), title: 'B' }))
    const until = new Date(service().clock.now() + 10 * MINUTE).toISOString()
    await submitAction(agent, snoozed, { name: 'snooze-item', fields: { until } })
    const waiting = await agent.save({ url: deadLink('waits'), title: 'C' })
    await db().run('DELETE FROM jobs WHERE account_id = ? AND subject <> ?', accountId, waiting.properties.id)
    await db().run(
      "UPDATE items SET content_status = 'pending' WHERE account_id = ? AND given_title = 'A'",
      accountId,
    )
    await db().run('UPDATE items SET updated_at = updated_at - ? WHERE account_id = ?', 2 * MINUTE, accountId)
    await db().run(
      `INSERT INTO imports (account_id, id, file_name, format, state, options, created_at)
       VALUES (?, 'lost', 'links.csv', 'csv', 'running', '{}', ?)`,
      accountId,
      service().clock.now() - 2 * MINUTE,
    )
    return accountId
  }

  async function doctor(...args: string[]): Promise<string> {
    const env = { DATABASE_URL: service().databaseUrl, BASE_URL: service().baseUrl }
    const program = startProgram(env, ['doctor', ...args])
    await program.ended
    return program.output()
  }

  it('are found by doctor and added by its repair, and waiting jobs stay unchanged', async () => {
    const accountId = await loseJobs()
    const found = await doctor()
    assert.match(found, /^✗ jobs: 1 items wait for their page, which no job fetches\. .* doctor --repair\.$/m)
    assert.match(found, /^✗ jobs: 1 items are snoozed, and no job wakes them\./m)
    assert.match(found, /^✗ jobs: 1 imports are running, but no job does their work\./m)

    const repaired = await doctor('--repair')
    assert.match(repaired, /^✓ repair: Added 3 lost jobs\.$/m)
    assert.doesNotMatch(repaired, /✗/)
    await eventually(
      () => statesOf(accountId),
      ([page, , , imported]) => page === 'failed 0' && imported === 'done',
    )
    service().clock.advance(10 * MINUTE)
    await eventually(
      () => statesOf(accountId),
      ([, snoozed]) => snoozed === 'failed 0',
    )
  })

  it('are added by the service within a day', async () => {
    service().clock.advance(DAY)
    const accountId = await loseJobs()
    assert.deepEqual(await statesOf(accountId), ['pending 0', 'failed 1', 'pending 0', 'running'])
    await sweep(service().running.services)
    await eventually(
      () => statesOf(accountId),
      ([page, , , imported]) => page === 'failed 0' && imported === 'done',
    )
    const kinds = await db().rows<{ kind: string }>(
      'SELECT kind FROM jobs WHERE account_id = ? ORDER BY kind',
      accountId,
    )
    assert.deepEqual(kinds, [{ kind: 'fetch-page' }, { kind: 'wake-item' }])
  })
})
