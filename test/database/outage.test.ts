import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client } from 'pg'
import type { Connection } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { openPostgres, openPostgresSnapshot } from '../../src/database/postgres/postgres.ts'
import { Failure } from '../../src/failure.ts'
import { createDatabase } from '../support/service.ts'

/** Milliseconds; what does not hang is done by then on a slow machine as well. */
const LIMIT = 1000

async function endConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
}

it('A transaction whose connection breaks fails as busy, and the next one works', async () => {
  const url = await createDatabase()
  const db = await openDatabase(url, () => undefined)
  try {
    await db.run('CREATE TABLE kept (value TEXT)')
    const broken = db.transaction(async (tx: Connection) => {
      await tx.run('INSERT INTO kept (value) VALUES (?)', 'lost')
      await endConnections(url)
      await tx.run('INSERT INTO kept (value) VALUES (?)', 'lost too')
    })
    await assert.rejects(broken, (error) => error instanceof Failure && error.code === 'busy')
    await db.run('INSERT INTO kept (value) VALUES (?)', 'kept')
    assert.deepEqual(await db.rows<{ value: string }>('SELECT value FROM kept'), [{ value: 'kept' }])
  } finally {
    await db.close()
  }
})

it('An unreachable server is reported as busy', async () => {
  const db = await openDatabase('postgres://nobody@127.0.0.1:1/none', () => undefined)
  await assert.rejects(db.run('SELECT 1'), (error) => error instanceof Failure && error.code === 'busy')
  await assert.rejects(
    db.transaction(async (tx) => tx.run('SELECT 1')),
    (error) => error instanceof Failure && error.code === 'busy',
  )
  await db.close()
})

it('A server that does not respond in time is reported as busy, in and out of a transaction, and others continue', async () => {
  const url = await createDatabase()
  const db = openPostgres(url, () => undefined, { answerTimeout: LIMIT })
  const isBusy = (error: unknown) => error instanceof Failure && error.code === 'busy'
  try {
    await db.run('CREATE TABLE kept (value TEXT)')
    await assert.rejects(db.rows('SELECT pg_sleep(20)'), isBusy)
    const hung = db.transaction(async (tx) => {
      await tx.run('INSERT INTO kept (value) VALUES (?)', 'lost')
      await tx.rows('SELECT pg_sleep(20)')
    })
    await assert.rejects(hung, isBusy)
    await db.run('INSERT INTO kept (value) VALUES (?)', 'kept')
    assert.deepEqual(await db.rows('SELECT value FROM kept'), [{ value: 'kept' }])
    await db.transaction(async (tx) => {
      await tx.raiseTimeLimit(LIMIT * 20)
      await tx.rows('SELECT pg_sleep(1.2)')
    })
  } finally {
    await db.close()
  }
})

it('A statement that exceeds the time limit of its transaction ends, and everything is rolled back', async () => {
  const db = await openDatabase(await createDatabase(), () => undefined)
  try {
    await db.run('CREATE TABLE kept (value TEXT)')
    const hung = db.transaction(async (tx) => {
      await tx.raiseTimeLimit(LIMIT)
      await tx.run('INSERT INTO kept (value) VALUES (?)', 'lost')
      await tx.rows('SELECT pg_sleep(60)')
    })
    await assert.rejects(hung, /The database does not answer/)
    assert.deepEqual(await db.rows('SELECT value FROM kept'), [])
  } finally {
    await db.close()
  }
})

it('A server that stops responding also ends a snapshot, which can be closed', async () => {
  const snapshot = await openPostgresSnapshot(await createDatabase(), LIMIT)
  await assert.rejects(
    snapshot.rows('SELECT pg_sleep(20)'),
    (error) => error instanceof Failure && error.code === 'busy',
  )
  await snapshot.close()
})

it('Transactions in a deadlock both complete, one of them at the second attempt', async () => {
  const db = await openDatabase(await createDatabase(), () => undefined)
  try {
    await db.run('CREATE TABLE kept (name TEXT PRIMARY KEY, count BIGINT NOT NULL)')
    await db.run("INSERT INTO kept (name, count) VALUES ('a', 0), ('b', 0)")
    const met: Promise<void>[] = []
    const arrive: (() => void)[] = []
    for (let n = 0; n < 2; n++) met.push(new Promise((resolve) => arrive.push(resolve)))
    let tries = 0
    const count = (first: string, second: string, place: number) =>
      db.transaction(async (tx) => {
        tries++
        await tx.run('UPDATE kept SET count = count + 1 WHERE name = ?', first)
        arrive[place]!()
        await Promise.all(met)
        await tx.run('UPDATE kept SET count = count + 1 WHERE name = ?', second)
      })
    await Promise.all([count('a', 'b', 0), count('b', 'a', 1)])
    assert.deepEqual(await db.rows('SELECT name, count FROM kept ORDER BY name'), [
      { name: 'a', count: 2 },
      { name: 'b', count: 2 },
    ])
    assert.equal(tries, 3)
  } finally {
    await db.close()
  }
})
