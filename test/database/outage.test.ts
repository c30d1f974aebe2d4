import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client } from 'pg'
import type { Connection } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { Failure } from '../../src/failure.ts'
import { createDatabase } from '../support/service.ts'

async function endConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
}

it('A transaction whose connection breaks is told as busy, and the next one works', async () => {
  const url = await createDatabase()
  const db = openDatabase(url, () => undefined)
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

it('A server that is not there is told as busy', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', () => undefined)
  await assert.rejects(db.run('SELECT 1'), (error) => error instanceof Failure && error.code === 'busy')
  await assert.rejects(
    db.transaction(async (tx) => tx.run('SELECT 1')),
    (error) => error instanceof Failure && error.code === 'busy',
  )
  await db.close()
})
