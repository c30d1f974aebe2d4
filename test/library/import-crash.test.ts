import assert from 'node:assert/strict'
import { it } from 'node:test'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport } from '../../src/library/import.ts'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'

const ROWS = 1200
const MANY_ROWS = 10_000
/** Enough that it is in the middle. */
const BEFORE_KILL = 100

/** Uploads a file as the form does; gives the path of the import's page. */
async function upload({ browser }: Person, baseUrl: string, content: string): Promise<string> {
  const page = await browser.open('/import')
  const form = page.forms.find(({ action }) => action === '/import')!
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) if (name !== 'file') body.append(name, value)
  body.append('file', new Blob([content]), 'links.txt')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${baseUrl}/import`, {
    method: 'POST',
    body,
    headers: { cookie },
    redirect: 'manual',
  })
  assert.equal(response.status, 303, await response.text())
  return new URL(response.headers.get('location')!, baseUrl).pathname
}

for (const engine of ENGINES) {
  it(`An import whose process is killed is finished by the next one, and one undo reverts it all, on ${engine}`, async () => {
    const spare = engine === 'sqlite' ? await startService('sqlite') : undefined
    await spare?.running.close()
    const databaseUrl = spare?.databaseUrl ?? (await createDatabase())
    const program = startProgram({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' })
    const baseUrl = await program.ready()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const links = Array.from({ length: ROWS }, (_, n) => `${deadLink(`killed/${n}`)} Title ${n}`)
    const path = await upload(person, baseUrl, links.join('\n'))
    await person.browser.submit(await person.browser.open(path), { transition: 'start' }, { action: path })
    await eventually(
      () => agent.entity('/queue'),
      ({ properties }) => properties.totals.unread >= BEFORE_KILL,
    )
    program.process.kill('SIGKILL')
    await program.ended

    const service = await startService(engine, { databaseUrl })
    try {
      const { services } = service.running
      const key = { accountId: await accountIdOf(service, person.email), id: path.split('/').at(-1)! }
      const ended = (expected: string) =>
        eventually(
          () => requireImport(services.db, key.accountId, key.id),
          ({ state }) => state === expected,
          120,
        )
      const countOf = async (sql: string) =>
        Number((await services.db.row<{ count: number }>(sql, key.accountId))?.count)
      const total = () =>
        countOf('SELECT COUNT(*) AS count FROM items WHERE account_id = ? AND removed_at IS NULL')
      const countBefore = await total()
      assert.ok(countBefore >= BEFORE_KILL && countBefore < ROWS, `${countBefore} rows were there`)

      // As the lease of the killed process is over.
      service.clock.advance(150_000)
      const { counts } = await ended('done')
      assert.deepEqual(counts, {
        added: ROWS,
        merged: 0,
        skipped: 0,
        new: 0,
        known: 0,
        unclear: 0,
        inFolders: 0,
        highlights: 0,
      })
      assert.equal(await total(), ROWS)
      const changes = "FROM changes WHERE account_id = ? AND action = 'import-links'"
      assert.equal(await countOf(`SELECT COUNT(*) AS count ${changes}`), ROWS)
      assert.equal(await countOf(`SELECT COUNT(DISTINCT item_id) AS count ${changes}`), ROWS)
      assert.equal(await countOf(`SELECT COUNT(DISTINCT COALESCE(act, sequence)) AS count ${changes}`), 1)

      await controlImport(services, key, { transition: 'undo' })
      await ended('undone')
      assert.equal(await total(), 0)
    } finally {
      await service.stop()
      await spare?.stop()
    }
  })
}

it(`An import of ${MANY_ROWS} rows whose process is killed is finished by a concurrent one, each row once`, async () => {
  const databaseUrl = await createDatabase()
  const program = startProgram({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' })
  const baseUrl = await program.ready()
  const person = await signUp(baseUrl)
  const agent = await connectAgent(baseUrl, person)
  const links = Array.from({ length: MANY_ROWS }, (_, n) => `${deadLink(`two/${n}`)} Title ${n}`)
  const path = await upload(person, baseUrl, links.join('\n'))
  await person.browser.submit(await person.browser.open(path), { transition: 'start' }, { action: path })
  await eventually(
    () => agent.entity('/queue?limit=1'),
    ({ properties }) => properties.totals.unread >= BEFORE_KILL,
  )
  const other = await startService('postgres', { databaseUrl })
  try {
    const { db } = other.running.services
    const key = { accountId: await accountIdOf(other, person.email), id: path.split('/').at(-1)! }
    program.process.kill('SIGKILL')
    await program.ended
    const countBefore = (await requireImport(db, key.accountId, key.id)).counts.added
    assert.ok(countBefore >= BEFORE_KILL && countBefore < MANY_ROWS, `${countBefore} rows were there`)
    // As the lease of the killed process is over.
    other.clock.advance(150_000)
    const { counts } = await eventually(
      () => requireImport(db, key.accountId, key.id),
      ({ state }) => state === 'done',
      120,
    )
    assert.deepEqual([counts.added, counts.merged, counts.skipped, counts.new], [MANY_ROWS, 0, 0, 0])
    const one = async (sql: string) => (await db.row<Record<string, number>>(sql, key.accountId))!
    assert.deepEqual(
      await one(
        "SELECT COUNT(*) AS rows, COUNT(DISTINCT item_id) AS items FROM import_rows WHERE account_id = ? AND outcome = 'added'",
      ),
      { rows: MANY_ROWS, items: MANY_ROWS },
    )
    assert.deepEqual(
      await one(
        "SELECT COUNT(*) AS changes, COUNT(DISTINCT item_id) AS items, COUNT(DISTINCT COALESCE(act, sequence)) AS acts FROM changes WHERE account_id = ? AND action = 'import-links'",
      ),
      { changes: MANY_ROWS, items: MANY_ROWS, acts: 1 },
    )
    const { unread } = await one('SELECT unread FROM queues WHERE account_id = ?')
    assert.equal(unread, MANY_ROWS)
  } finally {
    await other.stop()
  }
})
