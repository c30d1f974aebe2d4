import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Connection, Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'

describe('Concurrent changes of a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-shared-'))
  const file = join(folder, 'test.db')
  let db: Database
  let other: Database

  before(async () => {
    db = await openDatabase(`sqlite:${file}`, () => undefined)
    other = await openDatabase(`sqlite:${file}`, () => undefined)
    await db.run('CREATE TABLE things (id TEXT PRIMARY KEY, body BYTEA)')
  })
  beforeEach(() => db.run('DELETE FROM things'))
  after(async () => {
    await db.close()
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = (id: string, on: Pick<Connection, 'run'> = db, body: Uint8Array | null = null) =>
    on.run('INSERT INTO things (id, body) VALUES (?, ?)', id, body)
  const ids = async (on: Pick<Database, 'rows'> = db) =>
    (await on.rows<{ id: string }>('SELECT id FROM things ORDER BY id')).map(({ id }) => id)

  it('share a commit: each changed page is written once', async () => {
    const journal = () => statSync(`${file}-wal`).size
    const before = journal()
    await Promise.all(Array.from({ length: 20 }, (_, number) => insert(`t${number}`)))
    assert.equal((await ids()).length, 20)
    // A page of the table and one of its index; each is 4096 bytes and a header of 24.
    assert.equal((journal() - before) / 4120, 2)
  })

  it('are all on disk when the first of them is acknowledged', async () => {
    const first = insert('a').then(() => ids(other))
    await Promise.all([first, insert('b'), db.transaction((tx) => insert('c', tx))])
    assert.deepEqual(await first, ['a', 'b', 'c'])
  })

  it('see earlier changes, and a refusal that depends on one is sent when that is on disk', async () => {
    const [, refused] = await Promise.allSettled([
      insert('a'),
      db
        .transaction(async (tx) => {
          if ((await ids(tx)).includes('a')) throw new Error('It is there already.')
        })
        .catch(async (error: unknown) => {
          throw new Error('refused', { cause: [error, await ids(other)] })
        }),
    ])
    assert.equal(refused.status, 'rejected')
    const [error, seen] = (refused.reason as Error).cause as [Error, string[]]
    assert.equal(error.message, 'It is there already.')
    assert.deepEqual(seen, ['a'])
  })

  it('are rolled back individually if they fail, whatever they had changed', async () => {
    const outcomes = await Promise.allSettled([
      insert('a'),
      insert('a'),
      db.transaction(async (tx) => {
        await tx.run('DELETE FROM things')
        await insert('b', tx)
        throw new Error('no')
      }),
      insert('c'),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await ids(), ['a', 'c'])
  })

  it('all fail if the disk has no room for one of them, and are all told so', async () => {
    const { pages } = (await db.row<{ pages: number }>('SELECT page_count AS pages FROM pragma_page_count'))!
    await db.run(`PRAGMA max_page_count = ${pages + 10}`)
    try {
      const outcomes = await Promise.allSettled([
        insert('a'),
        insert('b', db, new Uint8Array(100_000)),
        insert('c'),
      ])
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason)),
        Array.from(
          { length: 3 },
          () =>
            'Error: busy: The disk of this service is full, so nothing was changed. Whoever runs it has to make room.',
        ),
      )
      assert.deepEqual(await ids(), [])
      await insert('d')
      assert.deepEqual(await ids(), ['d'])
    } finally {
      await db.run('PRAGMA max_page_count = 1000000')
    }
  })

  it('store nothing of one that continued after the engine had ended its transaction', async () => {
    await insert('a')
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.run("INSERT OR ROLLBACK INTO things (id) VALUES ('a')").catch(() => undefined)
        await insert('b', tx).catch(() => undefined)
      }),
      /nothing of it was kept/,
    )
    assert.deepEqual(await ids(), ['a'])
  })

  it('are stored even if the last row id exceeds the range of a number', async () => {
    await db.run('CREATE TABLE large (id INTEGER PRIMARY KEY)')
    await db.run('INSERT INTO large (id) VALUES (9007336693694464)')
    await Promise.all([db.run('DELETE FROM things'), db.run('DELETE FROM large')])
    await insert('a')
    assert.deepEqual(await ids(), ['a'])
  })

  it('run each in the context of the request that asked for it', async () => {
    const request = new AsyncLocalStorage<string>()
    const seen: string[] = []
    const note = (name: string) =>
      request.run(name, () =>
        db.transaction(async () => {
          seen.push(request.getStore()!)
        }),
      )
    await Promise.all([note('one'), note('two')])
    assert.deepEqual(seen, ['one', 'two'])
  })

  it('are refused if the file is closed meanwhile, and the process continues', async () => {
    const closed = await openDatabase(`sqlite:${file}`, () => undefined)
    const insertion = insert('kept', closed)
    await closed.close()
    await insertion
    await assert.rejects(insert('late', closed))
    await assert.rejects(insert('later', closed))
    assert.deepEqual(await ids(), ['kept'])
  })

  it('are a thousand at most; others are told to retry', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1010 }, (_, number) => insert(`t${number}`)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 10)
    assert.match(String((refused[0] as PromiseRejectedResult).reason), /Too many changes wait/)
    assert.equal((await ids()).length, 1000)
  })

  it('let other requests in while one takes long, which see nothing of it', async () => {
    const seen: string[][] = []
    const readOutside = AsyncLocalStorage.bind(async () => seen.push(await ids()))
    await db.transaction(async (tx) => {
      void setImmediate().then(readOutside)
      for (let number = 0; seen.length === 0; number++) {
        assert.ok(number < 100_000, 'Nobody else was served.')
        await insert(`t${number}`, tx)
      }
    })
    assert.deepEqual(seen, [[]])
    assert.ok((await ids()).length > 0)
  })

  it('refuse a statement that comes after their end', async () => {
    let ended!: Connection
    await db.transaction(async (tx) => void (ended = tx))
    await assert.rejects(insert('late', ended))
    assert.deepEqual(await ids(), [])
  })
})
