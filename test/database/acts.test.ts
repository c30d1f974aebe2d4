import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { migrate, migrations } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { createDatabase, ENGINES } from '../support/service.ts'

for (const engine of ENGINES) {
  test(`a queue from before acts and authors keeps what is known of them, on ${engine}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-acts-'))
    const url = engine === 'sqlite' ? `sqlite:${folder}/queue.db` : await createDatabase()
    const db = await openDatabase(url, () => undefined)
    const read = async (sql: string) =>
      (await db.rows<Record<string, unknown>>(sql)).map((row) => ({ ...row }))
    try {
      await migrate(
        db,
        migrations.filter(({ number }) => number < 13),
      )
      await fill(db)
      await migrate(db)
      assert.deepEqual(await read('SELECT sequence, act FROM changes ORDER BY sequence'), [
        { sequence: 1, act: null },
        { sequence: 2, act: 1 },
        { sequence: 3, act: null },
        { sequence: 4, act: null },
      ])
      const items = await read(
        'SELECT id, note_by_id, note_by_name, title_by_id, snapshot FROM items ORDER BY id',
      )
      const [first, second] = items
      assert.deepEqual(
        [first!['note_by_id'], first!['note_by_name'], first!['title_by_id']],
        ['client', 'Claude', null],
      )
      assert.deepEqual(JSON.parse(String(first!['snapshot'])), {
        id: 'first',
        source: { kind: 'person', agent: null },
        at: 7,
        words: 812,
      })
      assert.deepEqual([second!['note_by_id'], second!['snapshot']], [null, null])
      const waiting = await read('SELECT item_id, source, url FROM captures')
      assert.deepEqual(waiting, [{ item_id: 'b', source: 'person', url: 'https://example.org/b' }])
      const pages = await read('SELECT item_id, snapshot_id FROM pages')
      assert.deepEqual(pages, [{ item_id: 'a', snapshot_id: 'first' }])
    } finally {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** Two items: one of an agent's note with a page that was read, one of the person's note with a page that was not. */
async function fill(db: Database): Promise<void> {
  const body = Buffer.from('x')
  await db.run(`INSERT INTO accounts (id, email, password, created_at) VALUES ('x', 'x@example.org', '', 0)`)
  await db.run(`INSERT INTO queues (account_id) VALUES ('x')`)
  for (const [id, words] of [
    ['a', 812],
    ['b', null],
  ] as const) {
    await db.run(
      `INSERT INTO items (account_id, id, url, identity, site, note, saved_at, place, updated_at, version,
         content_status, word_count)
       VALUES ('x', ?, ?, ?, 'example.org', 'A note', 0, ?, 0, 1, 'ready', ?)`,
      id,
      `https://example.org/${id}`,
      id,
      id === 'a' ? 1 : 2,
      words,
    )
    await db.run(
      `INSERT INTO pages (account_id, item_id, seen_by, url, media_type, body, fetched_at, read_at)
       VALUES ('x', ?, 'person', ?, 'text/html', ?, 5, ?)`,
      id,
      `https://example.org/${id}`,
      body,
      id === 'a' ? 6 : null,
    )
  }
  await db.run(
    `INSERT INTO articles (account_id, item_id, seen_by, html, markdown, text, kept_at) VALUES ('x', 'a', 'person', ?, ?, ?, 7)`,
    body,
    body,
    body,
  )
  for (const [sequence, at, client, item, after] of [
    [1, 10, null, 'a', '{"note":null}'],
    [2, 10, null, 'b', '{"note":"A note"}'],
    [3, 20, 'client', 'a', '{"note":"A note"}'],
    [4, 30, null, 'a', '{"tags":["says \\"note\\":\\"x\\""]}'],
  ] as const) {
    await db.run(
      `INSERT INTO changes (account_id, sequence, at, actor, client_id, client_name, action, item_id, after)
       VALUES ('x', ?, ?, ?, ?, ?, 'edit-item', ?, ?)`,
      sequence,
      at,
      client ? 'agent' : 'person',
      client,
      client && 'Claude',
      item,
      after,
    )
  }
}
