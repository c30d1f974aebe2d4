import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'

/** A search, and a million steps beside it. */
const SLOW = `SELECT rowid, (WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < 1000000)
  SELECT COUNT(*) FROM steps) AS count FROM item_words WHERE item_words MATCH ?`
const SHORT = `SELECT rowid FROM item_words WHERE item_words MATCH ? ORDER BY rowid`

describe('A search on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-search-'))
  const open = () => openDatabase(`sqlite:${folder}/test.db`, (error) => assert.fail(error))
  let db: Database
  before(async () => {
    db = await open()
    await db.run('CREATE VIRTUAL TABLE item_words USING fts5(words)')
    await db.run("INSERT INTO item_words (rowid, words) VALUES (1, 'deep work'), (2, 'work')")
  })
  after(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('does not delay other queries and changes', async () => {
    const ended: string[] = []
    const search = db.slow.rows(SLOW, 'deep').then(() => ended.push('search'))
    await db.row('SELECT 1 AS one').then(() => ended.push('query'))
    await db.run("INSERT INTO item_words (rowid, words) VALUES (3, 'later')").then(() => ended.push('change'))
    await search
    assert.deepEqual(ended, ['query', 'change', 'search'])
  })

  it('sees everything that was acknowledged before it', async () => {
    await db.run("INSERT INTO item_words (rowid, words) VALUES (4, 'deep')")
    assert.deepEqual(await db.slow.rows(SHORT, 'deep'), [{ rowid: 1 }, { rowid: 4 }])
  })

  it('that is invalid fails alone, among others at the same time', async () => {
    const [one, wrong, two] = await Promise.allSettled(
      ['work', '"', 'later'].map((words) => db.slow.rows(SHORT, words)),
    )
    assert.deepEqual([one!.status, wrong!.status, two!.status], ['fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(two!.status === 'fulfilled' && two!.value, [{ rowid: 3 }])
  })

  it('completes or fails when the database is closed, and nothing waits for ever', async () => {
    const other = await open()
    const searches = Promise.allSettled([other.slow.rows(SLOW, 'deep'), other.slow.rows(SLOW, 'deep')])
    await other.close()
    assert.equal((await searches).length, 2)
  })
})
