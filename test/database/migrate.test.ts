import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import type { Database } from '../../src/database/database.ts'
import { checksumOf, migrate, migrations } from '../../src/database/migrations/migrate.ts'
import type { Migration } from '../../src/database/migrations/migration.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { createDatabase, ENGINES } from '../support/service.ts'
import { FINAL_MIGRATIONS } from './final-migrations.ts'

const run = promisify(execFile)

const one: Migration = {
  number: 1,
  name: 'one',
  statements: ['CREATE TABLE one (id TEXT)', "INSERT INTO one (id) VALUES ('first')"],
}
const two: Migration = { number: 2, name: 'two', statements: ['CREATE TABLE two (id TEXT)'] }
const broken: Migration = {
  number: 2,
  name: 'broken',
  statements: [
    'CREATE TABLE two (id TEXT)',
    "INSERT INTO one (id) VALUES ('second')",
    'CREATE TABLE one (id TEXT)',
  ],
}

test('no released migration was edited, removed or reordered', () => {
  const present = migrations.map((step): [string, string] => [
    `${step.number} ${step.name}`,
    checksumOf(step),
  ])
  for (const [name, checksum] of present) {
    const final = FINAL_MIGRATIONS[name]
    assert.ok(
      final !== undefined,
      `Migration ${name} is new: when it is final, add the line '${name}': '${checksum}' to final-migrations.ts.`,
    )
    assert.equal(
      checksum,
      final,
      `Migration ${name} was edited after it had become final. Databases that took it would no longer start: put it back as it was, and write a new migration for what is to change.`,
    )
  }
  assert.deepEqual(
    Object.keys(FINAL_MIGRATIONS),
    present.map(([name]) => name),
  )
  const numbers = migrations.map(({ number }) => number)
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => one - other),
  )
})

for (const engine of ENGINES) {
  describe(`Migrating, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-migrate-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    const emptyUrl = async () =>
      engine === 'sqlite' ? `sqlite:${join(mkdtempSync(join(folder, 'db-')), 'q.db')}` : createDatabase()
    const open = (url: string) => openDatabase(url, () => undefined)

    async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
      const db = await open(await emptyUrl())
      try {
        await work(db)
      } finally {
        await db.close()
      }
    }

    const history = async (db: Database) =>
      (
        await db.rows<{ number: number; name: string }>('SELECT number, name FROM migrations ORDER BY number')
      ).map(({ number, name }) => `${number} ${name}`)

    it('upgrades an empty database to the latest schema, and then finds nothing to do', () =>
      withDatabase(async (db) => {
        await migrate(db)
        const steps = await history(db)
        assert.deepEqual(steps.slice(0, 3), ['1 first', '2 articles', '3 search'])
        await migrate(db)
        assert.deepEqual(await history(db), steps)
        assert.deepEqual(await db.rows('SELECT id FROM items'), [])
      }))

    it('applies only the missing migrations', () =>
      withDatabase(async (db) => {
        await migrate(db, [one])
        await migrate(db, [one, two])
        assert.deepEqual(await history(db), ['1 one', '2 two'])
        assert.equal((await db.rows('SELECT id FROM one')).length, 1)
        assert.deepEqual(await db.rows('SELECT id FROM two'), [])
      }))

    it('applies the part of a migration for its engine, and compares the checksum of all parts', () =>
      withDatabase(async (db) => {
        const engines = {
          sqlite: ['CREATE TABLE lite (id TEXT)'],
          postgres: ['CREATE TABLE great (id TEXT)'],
        }
        const [own, foreign] = engine === 'sqlite' ? ['lite', 'great'] : ['great', 'lite']
        await migrate(db, [{ ...one, engines }])
        assert.deepEqual(await db.rows(`SELECT id FROM ${own}`), [])
        await assert.rejects(db.rows(`SELECT id FROM ${foreign}`))
        for (const name of ['sqlite', 'postgres'] as const) {
          await assert.rejects(
            migrate(db, [{ ...one, engines: { ...engines, [name]: [] } }]),
            /is not the one that was applied/,
          )
        }
      }))

    it('is done once when five instances start at once on an empty database', async () => {
      for (let round = 0; round < 3; round++) {
        const url = await emptyUrl()
        const instances = await Promise.all(Array.from({ length: 5 }, () => open(url)))
        await Promise.all(instances.map((db) => migrate(db, [one, two])))
        assert.deepEqual(await history(instances[0]!), ['1 one', '2 two'])
        assert.equal((await instances[0]!.rows('SELECT id FROM one')).length, 1)
        await Promise.all(instances.map((db) => db.close()))
      }
    })

    it('is done once when five processes start at once on an empty database', async () => {
      const urls = await Promise.all(Array.from({ length: 6 }, () => emptyUrl()))
      const source = new URL('../../src/database/', import.meta.url).href
      // The processes agree on the moment at which each opens the next database; nothing fails if one is late.
      const script = `
        import { setTimeout } from 'node:timers/promises'
        import { openDatabase } from '${source}open/open.ts'
        import { migrate } from '${source}migrations/migrate.ts'
        const [start, ...urls] = process.argv.slice(1)
        for (const [index, url] of urls.entries()) {
          const moment = Number(start) + index * 300
          await setTimeout(Math.max(1, moment - Date.now() - 20))
          while (Date.now() < moment);
          const db = await openDatabase(url, () => undefined)
          await migrate(db)
          const [{ count }] = await db.rows('SELECT COUNT(*) AS count FROM migrations')
          await db.close()
          console.log(count)
        }`
      const start = String(Date.now() + 1500)
      const outputs = await Promise.all(
        Array.from({ length: 5 }, () =>
          run(process.execPath, ['--input-type=module', '--eval', script, start, ...urls]),
        ),
      )
      const counts = outputs.flatMap(({ stdout, stderr }) => (stdout + stderr).trim().split('\n'))
      assert.match(counts[0]!, /^[1-9]\d?$/)
      assert.deepEqual(
        counts,
        Array.from({ length: 5 * urls.length }, () => counts[0]),
      )
    })

    it('refuses a migration that was edited after it was applied, and changes nothing', () =>
      withDatabase(async (db) => {
        await migrate(db, [one])
        const edited = { ...one, statements: [...one.statements, 'CREATE TABLE more (id TEXT)'] }
        await assert.rejects(migrate(db, [edited, two]), ({ message }: Error) => {
          const sums = [one, edited].map((step) => checksumOf(step).slice(0, 12))
          for (const sum of sums) assert.ok(message.includes(sum), sum)
          assert.match(message, /^Migration 1 \(one\) is not the one that was applied to this database/)
          assert.match(message, /Nothing was changed\..* Run the version that ran on it before/)
          return true
        })
        assert.deepEqual(await history(db), ['1 one'])
        await assert.rejects(db.rows('SELECT id FROM two'))
      }))

    it('refuses a database that is newer than the code, and changes nothing', () =>
      withDatabase(async (db) => {
        await migrate(db, [one, two])
        await assert.rejects(migrate(db, [one]), /migration 2, which this release does not know/)
        assert.deepEqual(await history(db), ['1 one', '2 two'])
      }))

    it('leaves nothing of a migration that fails, and can be retried', () =>
      withDatabase(async (db) => {
        await migrate(db, [one])
        await assert.rejects(migrate(db, [one, broken]))
        assert.deepEqual(await history(db), ['1 one'])
        assert.equal((await db.rows('SELECT id FROM one')).length, 1)
        await assert.rejects(db.rows('SELECT id FROM two'))
        await migrate(db, [one, two])
        assert.deepEqual(await history(db), ['1 one', '2 two'])
      }))

    it('leaves nothing if the very first migration fails', () =>
      withDatabase(async (db) => {
        const first = {
          ...broken,
          number: 1,
          statements: ['CREATE TABLE one (id TEXT)', ...broken.statements],
        }
        await assert.rejects(migrate(db, [first]))
        assert.deepEqual(await history(db), [])
        await assert.rejects(db.rows('SELECT id FROM one'))
      }))
  })
}
