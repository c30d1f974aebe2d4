import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { getuid } from 'node:process'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { agentWith, connectAgent, signUp } from '../support/agent.ts'
import { damageTable } from '../support/damage.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, ENGINES, startService, type TestService } from '../support/service.ts'

const ADVICE = /Stop the service, .*restore the last backup into a new one .*npm start -- doctor\./

async function doctor(env: Record<string, string>): Promise<[code: number | null, output: string]> {
  const program = startProgram({ BASE_URL: 'http://localhost:1', ...env }, ['doctor'])
  return [await program.ended, program.output()]
}

const fileOf = ({ databaseUrl }: TestService) => databaseUrl.slice('sqlite:'.length)

it('A damaged page is reported by the doctor and once in the log, both with advice', async () => {
  const service = await startService('sqlite')
  const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
  await agent.save({ url: deadLink('kept') })
  await service.running.close()
  await damageTable(service.databaseUrl, 'items')

  const [code, commandOutput] = await doctor({ DATABASE_URL: service.databaseUrl })
  assert.equal(code, 1)
  assert.match(commandOutput, /^✗ (file|database): .* is damaged \(.*\)\. /m)
  assert.match(commandOutput, ADVICE)
  assert.match(commandOutput, /^1 problem found\.$/m)

  const again = await startService('sqlite', { databaseUrl: service.databaseUrl })
  try {
    const same = agentWith(again.baseUrl, agent.clientId, { access: agent.access, refresh: agent.refresh })
    for (const path of ['/queue', '/queue?q=kept']) {
      const response = await same.call(path)
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '60'])
      const { detail } = (await response.json()) as { detail: string }
      assert.match(detail, /^The database of this service is damaged\./)
    }
    const lines = await eventually(
      async () => again.logged().split('\n'),
      (all) => all.some((line) => line.includes('The database is damaged.')),
    )
    const alarms = lines.filter((line) => line.includes('damaged'))
    assert.equal(alarms.length, 1, again.logged())
    assert.match(alarms[0]!, ADVICE)
  } finally {
    await again.stop()
    rmSync(service.folder, { recursive: true, force: true })
  }
})

it('PostgreSQL’s error for a damaged page is recognised', async () => {
  const troubles: string[] = []
  const db = await openDatabase(await createDatabase(), (error) => troubles.push(error.message))
  const damaged = "DO $$ BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = 'XX001'; END $$"
  await assert.rejects(db.run(damaged), /The database of this service is damaged\./)
  assert.equal(troubles.length, 1)
  await db.close()
})

it('A missing database file is an error, and nothing is created', async () => {
  const service = await startService('sqlite')
  await service.running.close()
  rmSync(fileOf(service))
  const [code, commandOutput] = await doctor({ DATABASE_URL: service.databaseUrl })
  assert.equal(code, 1)
  assert.match(
    commandOutput,
    /^✗ database: There is no \S+queue\.db; .* correct DATA_DIR or DATABASE_URL, or restore/m,
  )
  const [mistyped, laterOutput] = await doctor({ DATA_DIR: `${service.folder}/mistyped` })
  assert.equal(mistyped, 1)
  assert.match(laterOutput, /^✗ database: There is no \S+mistyped\/reading-queue\.db; /m)
  await service.stop()
})

it('A read-only database file is an error: the service could not start', async (t) => {
  const service = await startService('sqlite')
  await service.running.close()
  const file = fileOf(service)
  const isRoot = getuid?.() === 0
  if (isRoot) {
    // Root may write whatever its mode.
    try {
      execFileSync('mount', ['--bind', file, file], { stdio: 'ignore' })
      execFileSync('mount', ['-o', 'remount,bind,ro', file], { stdio: 'ignore' })
    } catch {
      await service.stop()
      return t.skip('this root may not mount')
    }
  } else chmodSync(file, 0o400)
  try {
    const [code, commandOutput] = await doctor({ DATABASE_URL: service.databaseUrl })
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ file: \S+queue\.db can't be written by this user, so the service can't start\. /m,
    )
    const serving = startProgram({ DATABASE_URL: service.databaseUrl })
    assert.equal(await serving.ended, 1)
  } finally {
    if (isRoot) execFileSync('umount', [file])
    await service.stop()
  }
})

for (const engine of ENGINES)
  it(`A missing master key in a database with accounts is an error, on ${engine}`, async () => {
    const service = await startService(engine)
    await signUp(service.baseUrl)
    const { db } = service.running.services
    await db.run("DELETE FROM service_facts WHERE name = 'master-key'")
    const [code, commandOutput] = await doctor({ DATABASE_URL: service.databaseUrl })
    await service.stop()
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ key: The master key is missing beside 1 account, .*restore the last backup/m,
    )
  })
