import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { first } from '../../src/database/migrations/0001-first.ts'
import { articles } from '../../src/database/migrations/0002-articles.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { indexOldItems } from '../../src/queue/maintenance/index-old-items.ts'
import { createPermits } from '../../src/limits/permits.ts'
import { itemsOf } from '../../src/queue/lists/items.ts'
import { listsOf } from '../../src/queue/lists/lists.ts'
import { parseQuery } from '../../src/queue/search/query.ts'
import { createDatabase, ENGINES } from '../support/service.ts'

for (const engine of ENGINES) {
  describe(`Items from a release without a word index, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-old-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    it('keep their order, even with equal instants, and can eventually be found', async () => {
      const url = engine === 'sqlite' ? `sqlite:${join(folder, 'q.db')}` : await createDatabase()
      const db = await openDatabase(url, () => undefined)
      await migrate(db, [first, articles])
      const accounts = ['account-1', 'account-2']
      for (const account of accounts) {
        await db.run(
          "INSERT INTO accounts (id, email, password, created_at) VALUES (?, ?, '', 0)",
          account,
          `${account}@example.org`,
        )
        await db.run('INSERT INTO queues (account_id) VALUES (?)', account)
        for (let number = 0; number < 30; number++) {
          const id = `item-${String(number).padStart(2, '0')}`
          await db.run(
            `INSERT INTO items (account_id, id, url, identity, site, given_title, saved_by_id, saved_by_name,
               saved_at, updated_at, version, content_status, search_text)
             VALUES (?, ?, 'https://example.org/', ?, 'example.org', ?, 'x', 'Old Agent', ?, 1, 1, 'failed', '')`,
            account,
            id,
            id,
            `Title ${number} of ${account}`,
            number < 20 ? 1_700_000_000_000 : 1_700_000_000_000 + number,
          )
          for (const tag of number < 12 ? ['old', 'few'] : ['old']) {
            await db.run(
              'INSERT INTO item_tags (account_id, tag, item_id) VALUES (?, ?, ?)',
              account,
              tag,
              id,
            )
          }
        }
      }
      await migrate(db)
      const services = { db, permits: createPermits(db.dialect.name) }
      const newestFirst = Array.from(
        { length: 30 },
        (_, index) => `item-${String(29 - index).padStart(2, '0')}`,
      )
      for (const account of accounts) {
        const { items } = await listsOf(services, account).page({ filter: { state: 'unread' }, limit: 100 })
        assert.deepEqual(
          items.map(({ id }) => id),
          newestFirst,
        )
        const tags = await itemsOf(db, account).tags()
        assert.deepEqual(
          tags.map(({ tag, count }) => [tag, count]),
          [
            ['old', 30],
            ['few', 12],
          ],
        )
      }

      const query = parseQuery('title by:old')
      const find = async (account: string) =>
        (await listsOf(services, account).page({ filter: { state: 'all', query }, limit: 100 })).items.map(
          ({ id }) => id,
        )
      assert.deepEqual(await find('account-1'), [])
      await indexOldItems(services, AbortSignal.abort())
      assert.deepEqual(await find('account-1'), [])
      await Promise.all([indexOldItems(services), indexOldItems(services)])
      for (const account of accounts) assert.deepEqual(await find(account), newestFirst)
      await db.close()
    })
  })
}
