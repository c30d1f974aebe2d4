import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { databaseName } from '../../src/database/open/database-name.ts'
import { openSnapshot } from '../../src/database/open/snapshot.ts'
import { findDamage } from '../../src/database/sqlite/sqlite-file.ts'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport } from '../../src/library/import.ts'
import { stageImport } from '../../src/library/stage-import.ts'
import { HOUR } from '../../src/ports/clock.ts'
import { type Agent, agentWith, connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool } from '../support/mcp.ts'
import { runCommand } from '../support/program.ts'
import { createDatabase, type Engine, ENGINES, startService, type TestService } from '../support/service.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const NO_ROOT = 'only root may mount a small disk'
const KILOBYTE = 1024
const FULL = 'The disk of this service is full, so nothing was changed. Whoever runs it has to make room.'

/** An empty database on a small disk; PostgreSQL keeps its log elsewhere, as it would else stand still. */
async function databaseOn({ folder }: SmallDisk, engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(folder, 'queue.db')}`
  const url = await createDatabase()
  const name = new URL(url).pathname.slice(1)
  const client = new Client({ connectionString: url.replace(name, 'postgres') })
  await client.connect()
  const { rows } = await client.query<{ place: string }>("SELECT current_setting('data_directory') AS place")
  const { uid, gid } = statSync(rows[0]!.place)
  chownSync(folder, uid, gid)
  await client.query(`CREATE TABLESPACE ${name} LOCATION '${folder}'`)
  await client.query(`ALTER DATABASE ${name} SET TABLESPACE ${name}`)
  await client.end()
  return url
}

async function dropDatabase(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) return
  const name = new URL(url).pathname.slice(1)
  const client = new Client({ connectionString: url.replace(name, 'postgres') })
  await client.connect()
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await client.query(`DROP TABLESPACE ${name}`)
  await client.end()
}

function post(agent: Agent, link: Record<string, unknown>): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return agent.call('/queue', { method: 'POST', headers, body: JSON.stringify(link) })
}

/** Megabytes that no engine makes smaller. */
async function fillSignIns({ running }: TestService): Promise<void> {
  const { db } = running.services
  const person = await db.row<{ id: string }>('SELECT id FROM accounts')
  for (let n = 0; n < 20; n++) {
    await db.run(
      'INSERT INTO sign_in_attempts (account_id, id, attempted_at, address, browser, succeeded) VALUES (?, ?, 1, ?, ?, 1)',
      person!.id,
      `large ${n}`,
      '127.0.0.1',
      randomBytes(150_000).toString('hex'),
    )
  }
}

/** Until the smallest change finds no room; PostgreSQL may find some for ever in what it has. */
async function fillUp({ running }: TestService): Promise<void> {
  const change = () => running.services.db.run('UPDATE grants SET created_at = created_at')
  for (let n = 0; n < 500; n++) {
    const isDone = await change().catch(() => undefined)
    if (isDone === undefined) return
  }
}

/** What the log says of the disk, in order. */
function alarmsIn(service: TestService): string[] {
  const shownText = service.logged().matchAll(/The disk (is full, so nothing can|has space again)/g)
  return [...shownText].map(([, what]) => (what === 'has space again' ? 'over' : 'full'))
}

for (const engine of ENGINES) {
  describe(`A full disk, on ${engine}`, () => {
    it('causes 503 with a reason, while reading continues and nothing is damaged', async (t) => {
      const disk = mountSmallDisk()
      if (!disk) return t.skip(NO_ROOT)
      const databaseUrl = await databaseOn(disk, engine)
      const service = await startService(engine, { databaseUrl })
      try {
        const person = await signUp(service.baseUrl)
        const agent = await connectAgent(service.baseUrl, person)
        service.clock.hold()
        disk.fillExcept(300 * KILOBYTE)
        let saved = 0
        const saveUntilRefused = async () => {
          for (;;) {
            const note = randomBytes(2000).toString('hex')
            const response = await post(agent, { url: deadLink(`full/${saved}`), note })
            if (response.status !== 201 || saved > 5000) return response
            saved += 1
          }
        }
        const response = await saveUntilRefused()
        assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '60'])
        assert.equal(((await response.json()) as { detail: string }).detail, FULL)
        // PostgreSQL may find room for some of these in pages that it has.
        const saveByToolUntilRefused = async () => {
          for (;;) {
            const args = { url: deadLink(`full/tool/${saved}`), note: randomBytes(2000).toString('hex') }
            const result = await callTool(service.baseUrl, agent, { name: 'save_link', args })
            if (result.isError || saved > 5000) return result
            saved += 1
          }
        }
        const { isError, content } = await saveByToolUntilRefused()
        assert.deepEqual([isError, content[0]!.text], [true, `${FULL} Call again in 60 seconds.`])

        assert.deepEqual(alarmsIn(service), ['full'])
        disk.fillExcept(0)
        // As a backup does, it keeps SQLite's log from beginning anew. PostgreSQL may have no room for a connection.
        const snapshot = engine === 'sqlite' ? await openSnapshot(databaseUrl) : undefined
        await fillUp(service)
        assert.deepEqual(alarmsIn(service), ['full'])
        // Also when the use of a token and of a session is to be noted again.
        service.clock.advance(HOUR / 2)
        assert.equal((await agent.entity('/queue')).properties.totals.unread, saved)
        assert.equal((await person.browser.open('/queue')).status, 200)
        service.clock.advance(-HOUR / 2)
        await snapshot?.close()
        const lines = service.logged().split('\n')
        assert.deepEqual(
          lines.filter((line) => line.includes(FULL) && !line.includes('The disk is full, so nothing')),
          [],
        )

        disk.freeSpace()
        assert.equal((await post(agent, { url: deadLink('full/after') })).status, 201)
        assert.equal((await agent.entity('/queue')).properties.totals.unread, saved + 1)

        service.clock.advance(10_000)
        assert.equal((await post(agent, { url: deadLink('full/over') })).status, 201)
        assert.equal(alarmsIn(service).at(-1), 'over')
        const earlier = alarmsIn(service)
        disk.fillExcept(300 * KILOBYTE)
        assert.equal((await saveUntilRefused()).status, 503)
        assert.deepEqual(alarmsIn(service), [...earlier, 'full'])
      } finally {
        await service.running.close()
        if (engine === 'sqlite') assert.deepEqual(findDamage(join(disk.folder, 'queue.db')), [])
        await dropDatabase(databaseUrl)
        disk.remove()
        rmSync(service.folder, { recursive: true, force: true })
      }
    })

    it('stops an import with a reason or makes it wait, and it completes once there is room', async (t) => {
      const disk = mountSmallDisk()
      if (!disk) return t.skip(NO_ROOT)
      const databaseUrl = await databaseOn(disk, engine)
      const service = await startService(engine, { databaseUrl })
      const files = mkdtempSync(join(tmpdir(), 'rq-import-'))
      try {
        const { services } = service.running
        const person = await signUp(service.baseUrl)
        const accountId = await accountIdOf(service, person.email)
        const stage = () => {
          const path = join(files, 'links.json')
          const links = Array.from({ length: 400 }, (_, n) => ({
            url: deadLink(`disk/${n}`),
            title: `Title ${n}`,
            note: randomBytes(2000).toString('hex'),
          }))
          const header = 'url,title,note\n'
          writeFileSync(
            path,
            header + links.map(({ url, title, note }) => `${url},${title},${note}`).join('\n'),
          )
          const options = { folders: 'each', unclear: 'unread', tag: null } as const
          return stageImport(services, accountId, { path, fileName: 'links', options })
        }
        const id = await stage()
        const key = { accountId, id }
        disk.fillExcept(600 * KILOBYTE)
        await assert.rejects(stage(), ({ detail }: { detail?: string }) => detail === FULL)
        await controlImport(services, key, { transition: 'start' }).catch(() => undefined)
        disk.fillExcept(400 * KILOBYTE)
        const isStopped = () => requireImport(services.db, accountId, id)
        const found = await eventually(
          isStopped,
          ({ state }) => state !== 'running' || service.logged().includes('A job failed'),
          60,
        )
        assert.ok(['ready', 'running', 'paused'].includes(found.state), found.state)
        if (found.state === 'paused') assert.equal(found.message, FULL)
        const inBatches = await services.db.row<{ count: number }>(
          'SELECT COUNT(*) AS count FROM items WHERE account_id = ?',
          accountId,
        )
        assert.equal(Number(inBatches?.count), found.counts.added)

        disk.freeSpace()
        if (found.state === 'paused') await controlImport(services, key, { transition: 'resume' })
        if (found.state === 'ready') await controlImport(services, key, { transition: 'start' })
        // As a lease that could not be given back is over.
        service.clock.advance(150_000)
        const done = await eventually(isStopped, ({ state }) => state === 'done', 60)
        assert.deepEqual([done.counts.added, done.counts.merged], [400, 0])
      } finally {
        await service.running.close()
        rmSync(files, { recursive: true, force: true })
        await dropDatabase(databaseUrl)
        disk.remove()
        rmSync(service.folder, { recursive: true, force: true })
      }
    })

    it('stops a move with a reason, which continues once there is room', async (t) => {
      const disk = mountSmallDisk()
      if (!disk) return t.skip(NO_ROOT)
      const source = await startService('sqlite')
      const target = await databaseOn(disk, engine)
      disk.fillExcept(4000 * KILOBYTE)
      try {
        const agent = await connectAgent(source.baseUrl, await signUp(source.baseUrl))
        await agent.save({ url: deadLink('moved') })
        await fillSignIns(source)
        await source.running.close()

        const [code, commandOutput] = await runCommand(source.databaseUrl, 'move', '--to', target)
        assert.equal(code, 1, commandOutput)
        const name = engine === 'sqlite' ? join(disk.folder, 'queue.db') : databaseName(target)
        const full = `\nThe disk of ${name} is full. Free some space there and run the command again to resume.\n`
        assert.ok(commandOutput.endsWith(full), commandOutput)
        if (engine === 'sqlite') {
          disk.fillExcept(0)
          const [another, refusal] = await runCommand(
            source.databaseUrl,
            'move',
            '--to',
            `sqlite:${disk.folder}/2.db`,
          )
          assert.equal(another, 1)
          assert.ok(refusal.endsWith(full.replace('queue.db', '2.db')), refusal)
        }
        assert.equal((await runCommand(target, 'serve'))[0], 1)
        disk.freeSpace()
        const [again, laterOutput] = await runCommand(source.databaseUrl, 'move', '--to', target)
        assert.equal(again, 0, laterOutput)
        const moved = await startService(engine, { databaseUrl: target })
        const same = agentWith(moved.baseUrl, agent.clientId, {
          access: agent.access,
          refresh: agent.refresh,
        })
        assert.equal((await same.entity('/queue')).properties.totals.unread, 1)
        await moved.stop()
      } finally {
        await source.stop().catch(() => undefined)
        await dropDatabase(target)
        disk.remove()
      }
    })
  })
}

it('A backup without room fails with a reason and leaves no file behind', async (t) => {
  const disk = mountSmallDisk()
  if (!disk) return t.skip(NO_ROOT)
  const service = await startService('sqlite')
  try {
    const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
    await agent.save({ url: deadLink('kept') })
    await fillSignIns(service)
    const file = join(disk.folder, 'backup.db')
    disk.fillExcept(2000 * KILOBYTE)
    const [code, commandOutput] = await runCommand(service.databaseUrl, 'backup', file)
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      new RegExp(`\\nThe disk is full, so ${file} could not be written\\. Nothing was left behind\\.\\n$`),
    )
    assert.deepEqual(readdirSync(disk.folder), [])
    disk.freeSpace()
    assert.equal((await runCommand(service.databaseUrl, 'backup', file))[0], 0)
    assert.deepEqual(readdirSync(disk.folder), ['backup.db'])
  } finally {
    await service.stop()
    disk.remove()
  }
})
