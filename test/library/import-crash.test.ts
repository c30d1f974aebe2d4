import assert from 'node:assert/strict'
import { it } from 'node:test'
import { controlImport } from '../../src/library/control-import.ts'
import { findImport } from '../../src/library/import.ts'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'

const ROWS = 1200
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
  const answer = await fetch(`${baseUrl}/import`, {
    method: 'POST',
    body,
    headers: { cookie },
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
  return new URL(answer.headers.get('location')!, baseUrl).pathname
}

for (const engine of ENGINES) {
  it(`An import whose process is killed is finished by the next one, and one undo takes it all back, on ${engine}`, async () => {
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
          () => findImport(services.db, key.accountId, key.id),
          ({ state }) => state === expected,
          120,
        )
      const countOf = async (sql: string) =>
        Number((await services.db.row<{ count: number }>(sql, key.accountId))?.count)
      const total = () =>
        countOf('SELECT COUNT(*) AS count FROM items WHERE account_id = ? AND removed_at IS NULL')
      const there = await total()
      assert.ok(there >= BEFORE_KILL && there < ROWS, `${there} rows were there`)

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
        highlights: 0,
      })
      assert.equal(await total(), ROWS)
      const changes = "FROM changes WHERE account_id = ? AND action = 'import-links'"
      assert.equal(await countOf(`SELECT COUNT(*) AS count ${changes}`), ROWS)
      assert.equal(await countOf(`SELECT COUNT(DISTINCT item_id) AS count ${changes}`), ROWS)
      assert.equal(await countOf(`SELECT COUNT(DISTINCT COALESCE(act, sequence)) AS count ${changes}`), 1)

      await controlImport(services, key, 'undo')
      await ended('undone')
      assert.equal(await total(), 0)
    } finally {
      await service.stop()
      await spare?.stop()
    }
  })
}
