import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { distribute, findMisplaced, readPlan } from '../../src/database/postgres/distribute.ts'
import { accountTables, rowsOf } from '../support/account-rows.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { addCitus } from '../support/citus.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { accountIdOf } from '../support/history.ts'
import { refusedLink } from '../support/links.ts'
import { createDatabaseOn } from '../support/postgres.ts'
import { runCommand } from '../support/program.ts'
import { createDatabase, startService } from '../support/service.ts'

const server = process.env['TEST_CITUS_URL']
const skip = server ? false : 'TEST_CITUS_URL names no server with Citus.'

/** A database with Citus and the schema, of which nothing is distributed. */
async function withDatabase(work: (url: string, db: Database) => Promise<void>): Promise<void> {
  const url = await createDatabaseOn(server!)
  await addCitus(url)
  const db = await openDatabase(url, () => undefined)
  try {
    await migrate(db)
    await work(url, db)
  } finally {
    await db.close()
  }
}

describe('A database on Citus', { skip }, () => {
  it('keeps the data of accounts, and no copy of it that deletion would miss', () =>
    withDatabase(async (url, db) => {
      const env = { PORT: String(await freePort()) }
      const before = await startService('postgres', { databaseUrl: url, env })
      const person = await signUp(before.baseUrl)
      const agent = await connectAgent(before.baseUrl, person)
      await agent.save({ url: refusedLink('kept'), title: 'Streams in node.js', tags: ['web'] })
      const accountId = await accountIdOf(before, person.email)
      await before.stop()

      const [code, commandOutput] = await runCommand(url, 'distribute')
      assert.equal(code, 0, commandOutput)
      assert.deepEqual(await findMisplaced(db), [])
      const left = await db.rows(
        "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' AND pg_relation_size(logicalrelid) > 0",
      )
      assert.deepEqual(left, [])

      const service = await startService('citus', { databaseUrl: url, env })
      try {
        for (const q of ['node.js', '"streams in"', '-"other streams" streams']) {
          const found = await agent.entity(`/queue?${new URLSearchParams({ q, state: 'all' }).toString()}`)
          assert.equal(found.entities.length, 1, q)
        }
        await db.run('DELETE FROM accounts WHERE id = ?', accountId)
        const rows = await eventually(
          () => rowsOf(service, accountId),
          (counts) => Object.values(counts).every((count) => count === 0),
        )
        assert.deepEqual(Object.keys(rows), await accountTables(service))
      } finally {
        await service.stop()
      }
    }))

  it('is distributed by only one of two commands that start at once', () =>
    withDatabase(async (url) => {
      const both = await Promise.all([runCommand(url, 'distribute'), runCommand(url, 'distribute')])
      const [done, nothing] = both
        .map(([, message]) => message)
        .sort((one, other) => other.length - one.length)
      assert.deepEqual(
        both.map(([code]) => code),
        [0, 0],
        done!,
      )
      assert.match(done!, /\nDone: \d+ statements\.\n$/)
      assert.equal(nothing, 'Every table is already distributed; nothing was done.\n')
    }))

  it('is unchanged if the connection ends halfway, with a readable message', () =>
    withDatabase(async (url, db) => {
      const other = new Client({ connectionString: url })
      await other.connect()
      await other.query('BEGIN; LOCK TABLE withdrawn_captures IN ACCESS SHARE MODE')
      const rejection = assert.rejects(
        distribute(db, () => undefined),
        /Nothing was changed: “ALTER TABLE withdrawn_captures DROP CONSTRAINT .*” failed\. .* run the command again\.$/,
      )
      const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await eventually(
        () => other.query(`SELECT pid ${waiting}`),
        ({ rows }) => rows.length > 0,
      )
      await other.query(`SELECT pg_terminate_backend(pid) ${waiting}`)
      await other.end()
      await rejection
      const { moving } = await readPlan(db)
      assert.ok(moving.includes('queues') && moving.includes('items'), moving.join())
      await distribute(db, () => undefined)
      assert.deepEqual((await readPlan(db)).steps, [])
    }))

  it('takes a backup once it is distributed, and the migrations of an update', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-citus-'))
    try {
      const source = await startService('sqlite')
      const person = await signUp(source.baseUrl)
      const agent = await connectAgent(source.baseUrl, person)
      await agent.save({ url: refusedLink('restored'), title: 'On ledgers' })
      const file = join(folder, 'backup.db')
      const [written, wrote] = await runCommand(source.databaseUrl, 'backup', file)
      await source.stop()
      assert.equal(written, 0, wrote)

      const url = await createDatabase('citus')
      const [code, commandOutput] = await runCommand(url, 'restore', file)
      assert.equal(code, 0, commandOutput)
      const [, found] = await runCommand(url, 'doctor')
      assert.match(found, /✓ rows: Every row belongs to an account and item that exist\./)
      assert.doesNotMatch(found, /✗ /)

      const db = await openDatabase(url, () => undefined)
      try {
        await db.run('DROP TABLE offline_action_keys')
        await db.run("DELETE FROM migrations WHERE name LIKE 'offline-act%'")
        const [updated, steps] = await runCommand(url, 'migrate')
        assert.equal(updated, 0, steps)
        assert.match((await findMisplaced(db)).join(' '), /came with an update: offline_action_keys\./)
        await distribute(db, () => undefined)
        assert.deepEqual(await findMisplaced(db), [])
      } finally {
        await db.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
