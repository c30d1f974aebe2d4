import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
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

  it('finds nothing wrong with a service that runs', async () => {
    const [code, said] = await run(env(), 'doctor')
    assert.equal(code, 0, said)
    assert.doesNotMatch(said, /✗/)
    assert.match(said, /^✓ counters: Every queue counts as many items as it has\.$/m)
    assert.match(said, new RegExp(`^✓ public address: ${service().baseUrl} answers as this service\\.$`, 'm'))
  })

  it('repairs a copy of an earlier release while the service runs, and then has nothing to do', async () => {
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
    const [code, said] = await run(env(), 'doctor')
    assert.equal(code, 1)
    assert.match(said, /^✗ counters: What is kept with 8 tags .*\. Run npm start -- doctor --repair\.$/m)
    assert.match(said, /^✗ counters: The counts of 2 tags differ .* Run npm start -- doctor --repair\.$/m)

    const over = new AbortController()
    const repairing = run(env(), 'doctor', '--repair').finally(() => over.abort())
    for (let n = 0; !over.signal.aborted; n++) await agents[1]!.save({ url: deadLink(`meanwhile/${n}`) })
    const [repaired, told] = await repairing
    assert.equal(repaired, 0, told)
    assert.match(told, /^✓ repair: Repaired 3 accounts\.$/m)
    assert.match(told, /^✓ counters: Every queue counts/m)
    assert.deepEqual(await lists(), before)
    assert.match((await run(env(), 'doctor', '--repair'))[1], /^✓ repair: There was nothing to repair\.$/m)
    assert.equal((await run(env(), 'doctor', '--mend'))[0], 2)
  })

  it('names what is wrong and what to do, and ends with 1', async () => {
    const { db, clock } = service().running.services
    await db.run('UPDATE queues SET unread = unread + 1, changed_at = ?', clock.now() + 3_600_000)
    await db.run("DELETE FROM items WHERE url LIKE '%/one'")
    await db.run(
      "INSERT INTO item_tags (account_id, tag, item_id) SELECT account_id, 'web', 'gone' FROM queues",
    )
    if (service().engine === 'sqlite') chmodSync(service().databaseUrl.slice('sqlite:'.length), 0o644)
    const [code, said] = await run({ ...env(), BASE_URL: 'http://localhost:1' }, 'doctor')
    assert.equal(code, 1)
    assert.match(said, /^✗ counters: The counters of 3 queues differ from their items\./m)
    assert.match(said, /^✗ counters: The counts of 1 tags differ from their items\./m)
    assert.match(said, /^✗ rows: 4 rows of item_tags belong to nothing\./m)
    assert.match(said, /^✗ clock: A change is dated (60|59) minutes ahead/m)
    assert.match(said, /^· public address: localhost refused the connection on port 1\./m)
    if (service().engine === 'sqlite') assert.match(said, /^✗ file: queue\.db is readable for other users/m)

    const [, repaired] = await run(env(), 'doctor', '--repair')
    assert.match(repaired, /^✓ rows:/m)
    assert.match(repaired, /^✓ counters:/m)
  })

  it('is told by migrate that there is nothing to do, and by doctor what is missing', async () => {
    const { db } = service().running.services
    assert.deepEqual(await run(env(), 'migrate'), [0, 'The database is up to date.\n'])
    const last = 'number = (SELECT MAX(number) FROM migrations)'
    const [step] = await db.rows<{ number: number; name: string; checksum: string }>(
      `SELECT number, name, checksum FROM migrations WHERE ${last}`,
    )
    await db.run(`DELETE FROM migrations WHERE ${last}`)
    const [code, said] = await run(env(), 'doctor')
    assert.equal(code, 1)
    assert.match(said, /^✗ schema: 1 steps are missing\. Run npm start -- migrate/m)
    await db.run(
      'INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)',
      step!.number,
      step!.name,
      'edited',
    )
    assert.match((await run(env(), 'migrate'))[1], /is not the one that was applied/)
  })
})

it('A doctor who cannot reach the database says so and ends with 1', async () => {
  const [code, said] = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'doctor')
  assert.equal(code, 1)
  assert.match(said, /^✗ database: The database does not answer.*ECONNREFUSED/m)
  assert.match(said, /^1 problem found\.$/m)
})
