import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { basename } from 'node:path'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines } from '../support/service.ts'

async function run(env: Record<string, string>, ...args: string[]): Promise<[number | null, string]> {
  const program = startProgram(env, args)
  return [await program.ended, program.output()]
}

/** The titles of a list by tag, read two at a time. */
async function listByTag(agent: Agent): Promise<string[]> {
  const titles: string[] = []
  for (let next: string | undefined = '/queue?tag=web&limit=2'; next;) {
    const page: Entity = await agent.entity(next)
    titles.push(...page.entities.map(({ title }: Entity) => title))
    next = page.links.find(({ rel }: Entity) => rel.includes('next'))?.href
  }
  return titles
}

onBothEngines('npm start -- doctor', (service) => {
  const env = () => ({ DATABASE_URL: service().databaseUrl, BASE_URL: service().baseUrl })

  before(async () => {
    const agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    await agent.save({ url: deadLink('one'), tags: ['kept'] })
  })

  it('finds nothing wrong with a running service, where an agent suggests to save a link', async () => {
    const { db } = service().running.services
    await db.run(
      `INSERT INTO suggestions (account_id, id, client_id, client_name, action, input, changes, fingerprint, suggested_at)
       SELECT id, 'one', 'agent', 'Agent', 'save-link', '{}', '[]', '', 1 FROM accounts`,
    )
    const [code, commandOutput] = await run(env(), 'doctor')
    assert.equal(code, 0, commandOutput)
    assert.doesNotMatch(commandOutput, /✗/)
    assert.match(commandOutput, /^✓ counters: The counters of every queue agree with its items\.$/m)
    assert.match(
      commandOutput,
      new RegExp(`^✓ public address: ${service().baseUrl} answers as this service\\.$`, 'm'),
    )
  })

  it('repairs a copy made by an earlier release while the service runs, and then finds nothing', async () => {
    const { baseUrl, running } = service()
    const agents = [
      await connectAgent(baseUrl, await signUp(baseUrl)),
      await connectAgent(baseUrl, await signUp(baseUrl)),
    ]
    for (const agent of agents)
      for (let n = 0; n < 4; n++)
        await agent.save({ url: deadLink(`${n}`), title: `No. ${n}`, tags: ['web'] })
    const lists = () => Promise.all(agents.map((agent) => listByTag(agent)))
    const before = await lists()
    assert.deepEqual(before[0], ['No. 3', 'No. 2', 'No. 1', 'No. 0'])
    assert.deepEqual(before[1], before[0])

    const { db } = running.services
    await db.run(
      "UPDATE item_tags SET saved_at = saved_at - 3000, state = 'read', is_favourite = 1 WHERE tag = 'web'",
    )
    await db.run("UPDATE tag_counts SET count = count + 1 WHERE tag = 'web'")
    await db.run('UPDATE queues SET read = read + 7, version = version + 1')
    assert.notDeepEqual(await lists(), before)
    const [code, commandOutput] = await run(env(), 'doctor')
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ counters: 8 tags of items disagree .*\. Run npm start -- doctor --repair\.$/m,
    )
    assert.match(
      commandOutput,
      /^✗ counters: The counts of 2 tags disagree .* Run npm start -- doctor --repair\.$/m,
    )

    const controller = new AbortController()
    const repairing = run(env(), 'doctor', '--repair').finally(() => controller.abort())
    for (let n = 0; !controller.signal.aborted; n++)
      await agents[1]!.save({ url: deadLink(`meanwhile/${n}`) })
    const [repaired, message] = await repairing
    assert.equal(repaired, 0, message)
    assert.match(message, /^✓ repair: Repaired 3 accounts\.$/m)
    assert.match(message, /^✓ counters: The counters of every queue/m)
    assert.deepEqual(await lists(), before)
    assert.match((await run(env(), 'doctor', '--repair'))[1], /^✓ repair: There was nothing to repair\.$/m)
    assert.equal((await run(env(), 'doctor', '--mend'))[0], 2)
  })

  it('reports what is wrong and what to do, and exits with 1', async () => {
    const { db, clock } = service().running.services
    await db.run('UPDATE queues SET unread = unread + 1, changed_at = ?', clock.now() + 3_600_000)
    await db.run("DELETE FROM items WHERE url LIKE '%/one'")
    await db.run(
      "INSERT INTO item_tags (account_id, tag, item_id) SELECT account_id, 'web', 'gone' FROM queues",
    )
    const files = ['', '-wal'].map((end) => service().databaseUrl.slice('sqlite:'.length) + end)
    if (service().engine === 'sqlite') for (const file of files) chmodSync(file, 0o644)
    const [code, commandOutput] = await run({ ...env(), BASE_URL: 'http://localhost:1' }, 'doctor')
    assert.equal(code, 1)
    assert.match(commandOutput, /^✗ counters: The counters of 3 queues disagree with their items\./m)
    assert.match(commandOutput, /^✗ counters: The counts of 1 tags disagree with their items\./m)
    assert.match(commandOutput, /^✗ rows: 4 rows of item_tags belong to no account or item\./m)
    assert.match(commandOutput, /^✗ clock: A change is dated (60|59) minutes ahead/m)
    assert.match(commandOutput, /^· public address: localhost refused the connection on port 1\./m)
    if (service().engine === 'sqlite')
      for (const file of files)
        assert.ok(commandOutput.includes(`✗ file: ${basename(file)} is open to other users`), commandOutput)

    const [, repaired] = await run(env(), 'doctor', '--repair')
    assert.match(repaired, /^✓ rows:/m)
    assert.match(repaired, /^✓ counters:/m)
  })

  it('reports what is missing, where migrate says that there is nothing to do', async () => {
    const { db } = service().running.services
    assert.deepEqual(await run(env(), 'migrate'), [0, 'The database is up to date.\n'])
    const last = 'number = (SELECT MAX(number) FROM migrations)'
    const [step] = await db.rows<{ number: number; name: string; checksum: string }>(
      `SELECT number, name, checksum FROM migrations WHERE ${last}`,
    )
    await db.run(`DELETE FROM migrations WHERE ${last}`)
    const [code, commandOutput] = await run(env(), 'doctor')
    assert.equal(code, 1)
    assert.match(commandOutput, /^✗ schema: 1 steps are missing\. Run npm start -- migrate/m)
    await db.run(
      'INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)',
      step!.number,
      step!.name,
      'edited',
    )
    assert.match((await run(env(), 'migrate'))[1], /is not the one that was applied/)
  })
})

it('A doctor who can’t reach the database says so and exits with 1', async () => {
  const [code, commandOutput] = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'doctor')
  assert.equal(code, 1)
  assert.match(commandOutput, /^✗ database: The database does not answer.*ECONNREFUSED/m)
  assert.match(commandOutput, /^1 problem found\.$/m)
})
