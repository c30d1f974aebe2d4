import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Database, Value } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { createDatabase, ENGINES } from '../support/service.ts'

/** A row without the prototype that one engine gives it and the other does not. */
const plain = (row: unknown): unknown => Object.fromEntries(Object.entries(row ?? {}))

/** What TypeScript would not let through, but a mistake elsewhere might. */
const wrong = (value: unknown): Value => value as Value

for (const engine of ENGINES) {
  describe(`The database, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-database-'))
    let db: Database
    let second: Database

    before(async () => {
      const url = engine === 'sqlite' ? `sqlite:${folder}/deep/er/test.db` : await createDatabase()
      const fail = (error: Error) => assert.fail(error)
      db = await openDatabase(url, fail)
      await db.run('CREATE TABLE things (id TEXT PRIMARY KEY, count BIGINT, name TEXT UNIQUE)')
      second = await openDatabase(url, fail)
    })
    beforeEach(() => db.run('DELETE FROM things'))
    after(async () => {
      await db.close()
      await second.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const insert = (id: string, count: Value = null, on: Pick<Database, 'run'> = db) =>
      on.run('INSERT INTO things (id, count) VALUES (?, ?)', id, count)
    const ids = async (on: Pick<Database, 'rows'> = db) =>
      (await on.rows<{ id: string }>('SELECT id FROM things ORDER BY id')).map(({ id }) => id)

    describe('accepts values', () => {
      for (const value of [
        undefined,
        NaN,
        Infinity,
        -Infinity,
        true,
        false,
        new Date(0),
        1n,
        {},
        [],
        () => 1,
      ]) {
        it(`but refuses ${typeof value} ${String(value)} with a TypeError`, async () => {
          const sql = 'INSERT INTO things (id, count) VALUES (?, ?)'
          await assert.rejects(db.run(sql, 'a', wrong(value)), TypeError)
          await assert.rejects(db.rows('SELECT id FROM things WHERE id = ?', wrong(value)), TypeError)
          await assert.rejects(
            db.transaction((tx) => tx.run(sql, 'a', wrong(value))),
            TypeError,
          )
          assert.deepEqual(await ids(), [])
        })
      }

      it('as many as there are placeholders, and refuses fewer or more with a TypeError', async () => {
        const sql = 'INSERT INTO things (id, count) VALUES (?, ?)'
        await assert.rejects(db.run(sql, 'a'), TypeError)
        await assert.rejects(db.run(sql), TypeError)
        await assert.rejects(db.run(sql, 'a', 1, 2), TypeError)
        await assert.rejects(db.row('SELECT id FROM things', 'a'), TypeError)
        assert.deepEqual(await ids(), [])
      })

      it('rejects a text with NUL as an error of the caller', async () => {
        await assert.rejects(insert('a\0b'), { code: 'malformed' })
      })

      it('returns texts unchanged', async () => {
        for (const text of [
          '',
          ' ',
          "it's",
          '"',
          '?',
          '$1',
          '%',
          '\\',
          'ü',
          '漢字',
          '💩',
          '\u2028',
          'a\nb',
        ]) {
          await db.run('DELETE FROM things')
          await db.run('INSERT INTO things (id, name) VALUES (?, ?)', 'a', text)
          const found = await db.rows('SELECT id, name FROM things WHERE name = ?', text)
          assert.deepEqual(found.map(plain), [{ id: 'a', name: text }])
        }
      })

      it('returns integers of any size as numbers', async () => {
        for (const count of [0, 1, -1, 1_764_000_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
          await db.run('DELETE FROM things')
          await insert('a', count)
          assert.deepEqual(plain(await db.row('SELECT count FROM things WHERE count = ?', count)), { count })
        }
        const counted = await db.row<{ all: number }>('SELECT COUNT(*) AS all_things FROM things')
        assert.deepEqual(plain(counted), { all_things: 1 })
      })

      it('returns null as null', async () => {
        await insert('a', null)
        assert.deepEqual(plain(await db.row('SELECT id, count FROM things')), { id: 'a', count: null })
      })
    })

    describe('responds to', () => {
      it('a change with the number of changed rows', async () => {
        assert.equal(await insert('a', 1), 1)
        assert.equal(await insert('b', 1), 1)
        assert.equal(await db.run('UPDATE things SET count = ? WHERE count = ?', 2, 1), 2)
        assert.equal(await db.run('UPDATE things SET count = ? WHERE count = ?', 2, 1), 0)
        assert.equal(await db.run('INSERT INTO things (id) VALUES (?) ON CONFLICT (id) DO NOTHING', 'a'), 0)
        assert.equal(await db.run('DELETE FROM things RETURNING id'), 2)
      })

      it('a change with RETURNING with the changed rows', async () => {
        await insert('a', 1)
        await insert('b', 1)
        const updated = await db.rows<{ id: string; count: number }>(
          'UPDATE things SET count = count + ? RETURNING id, count',
          1,
        )
        assert.deepEqual(updated.toSorted((one, other) => one.id.localeCompare(other.id)).map(plain), [
          { id: 'a', count: 2 },
          { id: 'b', count: 2 },
        ])
        assert.deepEqual(plain(await db.row('DELETE FROM things WHERE id = ? RETURNING id', 'a')), {
          id: 'a',
        })
        assert.equal(await db.row('DELETE FROM things WHERE id = ? RETURNING id', 'a'), undefined)
        assert.deepEqual(await ids(), ['b'])
      })

      it('a query with rows as arrays, in the order of its columns', async () => {
        await insert('a', 1)
        await insert('b')
        const sql = 'SELECT count, id, count AS again FROM things WHERE id <> ? ORDER BY id'
        for (const on of [db, db.slow, second]) {
          assert.deepEqual(await on.tuples(sql, 'c'), [
            [1, 'a', 1],
            [null, 'b', null],
          ])
        }
        const inside = await db.transaction((tx) => tx.tuples(sql, 'b'))
        assert.deepEqual(inside, [[1, 'a', 1]])
      })

      it('a query without results with nothing', async () => {
        assert.equal(await db.row('SELECT id FROM things'), undefined)
        assert.deepEqual(await db.rows('SELECT id FROM things'), [])
      })

      it('a query with a limit without planning it again each time', async () => {
        // Planning so many terms takes far longer than running them.
        const terms = Array.from({ length: 200 }, (_, i) => `SELECT id FROM things WHERE count = ${i}`)
        const sql = terms.join(' UNION ALL ')
        const timeOf = async (sql: string, ...values: Value[]) => {
          const startedAt = performance.now()
          for (let i = 0; i < 50; i++) await db.rows(sql, ...values)
          return performance.now() - startedAt
        }
        const [fixed, bound] = [[] as number[], [] as number[]]
        for (let round = 0; round < 5; round++) {
          fixed.push(await timeOf(`${sql} LIMIT 26`))
          bound.push(await timeOf(`${sql} LIMIT ?`, 26))
        }
        assert.ok(Math.min(...bound) < 3 * Math.min(...fixed), `${bound.join()} ms, not ${fixed.join()}`)
      })

      it('wrong SQL with an error, and continues', async () => {
        await assert.rejects(db.run('NONSENSE'))
        await assert.rejects(db.rows('SELECT nothing FROM nowhere'))
        await insert('a')
        await assert.rejects(insert('a'))
        assert.deepEqual(await ids(), ['a'])
      })
    })

    describe('runs a transaction', () => {
      it('returns its result', async () => {
        assert.equal(await db.transaction(async (tx) => insert('a', 1, tx)), 1)
        assert.deepEqual(await ids(), ['a'])
      })

      it('rolls back when it throws', async () => {
        await insert('before', 1)
        const failure = new Error('no')
        await assert.rejects(
          db.transaction(async (tx) => {
            await insert('a', 1, tx)
            await tx.run('DELETE FROM things WHERE id = ?', 'before')
            throw failure
          }),
          failure,
        )
        assert.deepEqual(await ids(), ['before'])
      })

      it('stores nothing of it if a statement failed, even if the error was ignored', async () => {
        await insert('before', 1)
        await assert.rejects(
          db.transaction(async (tx) => {
            await insert('a', 1, tx)
            await insert('before', 1, tx).catch(() => undefined)
          }),
          /nothing of it was kept/,
        )
        assert.deepEqual(await ids(), ['before'])
        await db.transaction((tx) => insert('after', 1, tx))
        assert.deepEqual(await ids(), ['after', 'before'])
      })

      it('which sees its own changes, while nobody else does', async () => {
        await insert('before', 1)
        const outside = Promise.withResolvers<void>()
        const inside = Promise.withResolvers<void>()
        const running = db.transaction(async (tx) => {
          await insert('a', 1, tx)
          await tx.run('UPDATE things SET count = ? WHERE id = ?', 2, 'before')
          assert.deepEqual(await ids(tx), ['a', 'before'])
          inside.resolve()
          await outside.promise
        })
        await inside.promise
        for (const handle of [db, second]) {
          assert.deepEqual(await ids(handle), ['before'])
          assert.equal((await handle.row<{ count: number }>('SELECT count FROM things'))?.count, 1)
        }
        outside.resolve()
        await running
        for (const handle of [db, second]) assert.deepEqual(await ids(handle), ['a', 'before'])
      })

      it('inside which the outer connection is refused', async () => {
        const attempts: [name: string, attempt: () => Promise<unknown>][] = [
          ['rows', () => db.rows('SELECT id FROM things')],
          ['row', () => db.row('SELECT id FROM things')],
          ['run', () => insert('a')],
          ['transaction', () => db.transaction(async () => undefined)],
        ]
        for (const [name, attempt] of attempts) {
          await assert.rejects(db.transaction(attempt), /only its own tx/, name)
        }
        assert.deepEqual(await ids(), [])
      })

      it('one after the other: twenty concurrent ones that read and then write lose no update', async () => {
        await insert('counter', 0)
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? db : second).transaction(async (tx) => {
              const sql = `SELECT count FROM things WHERE id = ? ${tx.dialect.forUpdate}`
              const row = await tx.row<{ count: number }>(sql, 'counter')
              await tx.run('UPDATE things SET count = ? WHERE id = ?', row!.count + 1, 'counter')
            }),
          ),
        )
        assert.deepEqual(plain(await db.row('SELECT count FROM things')), { count: 20 })
      })

      it('after waiting for others, even if one of them fails', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 10 }, (_, index) =>
            db.transaction(async (tx) => {
              await insert(`t${index}`, 1, tx)
              if (index % 2 === 1) throw new Error('odd')
            }),
          ),
        )
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          Array.from({ length: 10 }, (_, index) => (index % 2 === 1 ? 'rejected' : 'fulfilled')),
        )
        assert.deepEqual(await ids(), ['t0', 't2', 't4', 't6', 't8'])
      })

      it('while single statements outside wait or continue, and none is lost', async () => {
        await Promise.all([
          db.transaction(async (tx) => {
            await insert('a', 1, tx)
            await insert('b', 1, tx)
          }),
          insert('c', 1),
          db.transaction((tx) => insert('d', 1, tx)),
          insert('e', 1),
        ])
        assert.deepEqual(await ids(), ['a', 'b', 'c', 'd', 'e'])
      })
    })

    it('reports its engine and the locks it supports', () => {
      assert.equal(db.dialect.name, engine)
      assert.equal(db.dialect.forUpdate, engine === 'sqlite' ? '' : 'FOR UPDATE')
    })

    it('keeps acknowledged data when it is closed and opened again', async () => {
      const path = join(mkdtempSync(join(folder, 'again-')), 'again.db')
      const url = engine === 'sqlite' ? `sqlite:${path}` : await createDatabase()
      const first = await openDatabase(url, () => undefined)
      await first.run('CREATE TABLE kept (id TEXT)')
      await first.run('INSERT INTO kept (id) VALUES (?)', 'a')
      await first.close()
      await assert.rejects(first.rows('SELECT id FROM kept'))
      const reopened = await openDatabase(url, () => undefined)
      assert.deepEqual(plain(await reopened.row('SELECT id FROM kept')), { id: 'a' })
      await reopened.close()
    })
  })
}
