import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createSeal } from '../../src/crypto/seal.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate, migrations } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { scopeOf } from '../../src/database/sql/full-text.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { systemRandom } from '../../src/ports/random.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { nextFreeSavedAt } from '../../src/queue/items/free-saved-at.ts'
import { SAVE_IMAGES } from '../../src/queue/items/item-jobs.ts'
import { createPermits } from '../../src/limits/permits.ts'
import { itemsOf } from '../../src/queue/lists/items.ts'
import { listsOf } from '../../src/queue/lists/lists.ts'
import type { Cursor } from '../../src/queue/lists/page.ts'
import { parseSearch } from '../../src/queue/lists/search.ts'
import type { Filter } from '../../src/queue/search/filter.ts'
import { parseQuery } from '../../src/queue/search/query.ts'
import { indexOldItems } from '../../src/queue/maintenance/index-old-items.ts'
import { createDatabase, ENGINES } from '../support/service.ts'

const INSTANT = 1_700_000_000_000
/** The same end, so that words in the index are told apart by their rows alone. */
const ACCOUNTS = ['one-0000-abcd', 'two-0000-abcd']
/** Numbers of the items, the newest saved first. */
const NEWEST_FIRST = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

it('A cursor of an earlier release is refused with advice', () => {
  const seal = createSeal(Buffer.alloc(32), systemClock, systemRandom(systemClock))
  const cursor = (purpose: string, position: number) => {
    const at = JSON.stringify(['after', 0, position])
    const signed = seal.sign(purpose, JSON.stringify(['account', 'unread', '', '', '', '', at]))
    return Buffer.from(at).toString('base64url') + signed.slice(0, 16)
  }
  assert.throws(
    () =>
      parseSearch(
        { after: cursor('cursor', INSTANT * 1024) },
        { accountId: 'account', seal, queryContext: { agent: null, now: 0 } },
      ),
    /is not one of this list\. Start again without it/,
  )
  const { cursor: position } = parseSearch(
    { after: cursor('list-cursor', INSTANT) },
    { accountId: 'account', seal, queryContext: { agent: null, now: 0 } },
  )
  assert.deepEqual(position, { direction: 'after', tier: 0, savedAt: INSTANT })
})

for (const engine of ENGINES) {
  describe(`A queue of a release with list positions, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-places-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    /** Of ten items the first six were saved at one instant, and both accounts saved at the same ones. */
    async function openOld(): Promise<Database> {
      const url = engine === 'sqlite' ? `sqlite:${join(folder, 'q.db')}` : await createDatabase()
      const db = await openDatabase(url, () => undefined)
      await migrate(
        db,
        migrations.filter(({ number }) => number <= 20),
      )
      for (const [index, account] of ACCOUNTS.entries()) {
        await db.run(
          "INSERT INTO accounts (id, email, password, created_at) VALUES (?, ?, '', 0)",
          account,
          account,
        )
        await db.run('INSERT INTO queues (account_id, version, unread) VALUES (?, 7, 10)', account)
        for (let number = 0; number < 10; number++) {
          const [savedAt, slot] = number < 6 ? [INSTANT, 2 * number] : [INSTANT + 50 * number, 0]
          const place = savedAt * 1024 + slot + index
          // Ids say nothing of the order.
          const id = `item-${(number * 7) % 10}`
          await db.run(
            `INSERT INTO items (account_id, id, url, identity, site, given_title, saved_at, place, updated_at, version,
               content_status, words_version, tags) VALUES (?, ?, ?, ?, 'example.org', ?, ?, ?, 1, 7, 'failed', 2, '["web"]')`,
            account,
            id,
            `https://example.org/${number}`,
            id,
            String(number),
            savedAt,
            place,
          )
          await db.run(
            "INSERT INTO item_tags (account_id, tag, item_id, place) VALUES (?, 'web', ?, ?)",
            account,
            id,
            place,
          )
          const words = ['word', `only${number}of${index}`]
          const scope = scopeOf(account)
          if (engine === 'sqlite')
            await db.run(
              'INSERT INTO item_words (rowid, words) VALUES (?, ?)',
              place,
              [`t${scope}`, ...words.map((word) => `t${scope}${word}`)].join(' '),
            )
          else
            await db.run(
              "INSERT INTO item_words (account_id, id, title, about, text) VALUES (?, ?, ?, ' ', ' ')",
              account,
              place,
              ` ${words.join(' ')} `,
            )
        }
        await db.run(
          "INSERT INTO jobs (account_id, kind, subject, priority, due_at) VALUES (?, 'keep-images', 'item-0', 5, 0)",
          account,
        )
        await db.run("INSERT INTO tag_counts (account_id, tag, count) VALUES (?, 'web', 10)", account)
      }
      return db
    }

    it('keeps the order of its lists, gives each item an instant of its own, and can be searched as before', async () => {
      const db = await openOld()
      const services = { db, permits: createPermits(db.dialect.name) }
      /** The numbers of the items of a list, three on a page. */
      async function list(account: string, filter: Filter): Promise<number[]> {
        const numbers: number[] = []
        for (let position: Cursor | undefined; ;) {
          const page = await listsOf(services, account).page({ filter, limit: 3, cursor: position })
          numbers.push(...page.items.map(({ givenTitle }) => Number(givenTitle)))
          if (!page.next) return numbers
          position = page.next
        }
      }
      const find = (account: string, words: string) =>
        list(account, { state: 'all', query: parseQuery(words) })

      await migrate(db)
      for (const account of ACCOUNTS) {
        for (const filter of [
          { state: 'unread' },
          { state: 'unread', tag: 'web' },
          { state: 'all', site: 'example.org' },
        ] as const)
          assert.deepEqual(await list(account, filter), NEWEST_FIRST)
        assert.deepEqual(await list(account, { state: 'unread', sort: 'oldest' }), NEWEST_FIRST.toReversed())
        const { items } = await listsOf(services, account).page({ filter: { state: 'all' }, limit: 10 })
        assert.deepEqual(
          items.map(({ savedAt }) => savedAt - INSTANT),
          [450, 400, 350, 300, 5, 4, 3, 2, 1, 0],
        )
        // What is another way now has another ETag.
        assert.equal((await itemsOf(db, account).totals()).version, 8)
        assert.deepEqual(
          items.map(({ version }) => version),
          [7, 7, 7, 7, 8, 8, 8, 8, 8, 7],
        )
        // Those that stay at their instants are found meanwhile.
        assert.deepEqual(await find(account, 'word'), [9, 8, 7, 6, 0])
      }
      assert.deepEqual(
        (await db.rows<{ kind: string }>('SELECT kind FROM jobs')).map(({ kind }) => kind),
        [SAVE_IMAGES, SAVE_IMAGES],
      )
      await indexOldItems(services)
      for (const [index, account] of ACCOUNTS.entries()) {
        assert.deepEqual(await find(account, '"3"'), [3])
        for (const number of [0, 9]) {
          assert.deepEqual(await find(account, `only${number}of${index}`), [number])
          assert.deepEqual(await find(account, `only${number}of${1 - index}`), [])
        }
      }
      const { bytes, counters, tagged, tags } = await countWrongAggregates(db)
      assert.deepEqual([bytes, counters, tagged, tags], [0, 0, 0, 0])

      // A save takes the first free instant.
      const free = async (after: number) =>
        (await nextFreeSavedAt(db, ACCOUNTS[0]!, INSTANT + after)) - INSTANT
      assert.deepEqual([await free(0), await free(5), await free(6), await free(300)], [6, 6, 6, 301])

      // With its queue go the words of an account, and of nobody else.
      const [first, second] = ACCOUNTS as [string, string]
      await db.run('DELETE FROM queues WHERE account_id = ?', first)
      const words = await db.row<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${engine === 'sqlite' ? 'word_rows' : 'item_words'}`,
      )
      assert.equal(words?.count, 10)
      assert.deepEqual(await find(second, 'only0of1'), [0])
      await db.close()
    })
  })
}
