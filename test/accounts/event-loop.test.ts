import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import type { Connection, Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { accountExport } from '../../src/endpoints/account/export.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { clearQueue } from '../../src/queue/maintenance/clear-queue.ts'
import type { Services } from '../../src/services.ts'
import { signUp } from '../support/agent.ts'
import type { SimpleBrowser } from '../support/browser.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { ENGINES, startService } from '../support/service.ts'

const ITEMS = 1200
/** Rows that may go in one transaction. */
const MOST = 500
const ARTICLE = 'What everybody should know of hypermedia. '.repeat(200)
/** Bytes of an export that may be made before others are let go first. */
const MOST_BYTES = 128 * 1024

/** Counts the turns that everything else of this process gets, until it is stopped. */
function countTurns(): { count(): number; stop(): void } {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return { count: () => turns, stop: () => clearImmediate(next) }
}

type Batch = { items: number; rows: number; begunAt: number }

/** The database, and of each transaction in which rows were deleted how many, and in which turn it began. */
function watchDeletions(db: Database, turn: () => number): { db: Database; batches: Batch[] } {
  const batches: Batch[] = []
  const begin = () => ({ items: 0, rows: 0, begunAt: turn() })
  const end = (batch: Batch) => {
    if (batch.rows > 0) batches.push(batch)
  }
  const watched = (connection: Connection, batch: Batch): Connection['run'] =>
    async function run(sql, ...values) {
      const count = await connection.run(sql, ...values)
      if (/^\s*DELETE FROM items /.test(sql)) batch.items += count
      if (/^\s*DELETE FROM (?!item_words)/.test(sql)) batch.rows += count
      return count
    }
  const seen: Database = {
    ...db,
    async run(sql, ...values) {
      const batch = begin()
      const count = await watched(db, batch)(sql, ...values)
      end(batch)
      return count
    },
    async transaction(work) {
      const batch = begin()
      const result = await db.transaction((tx) => work({ ...tx, run: watched(tx, batch) }))
      end(batch)
      return result
    },
  }
  return { db: seen, batches }
}

function startExport(services: Services, browser: SimpleBrowser): Promise<Response> {
  const app = new Hono().get('/', accountExport(services))
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return Promise.resolve(app.request('/', { headers: { cookie } }, { outgoing: new EventEmitter() }))
}

for (const engine of ENGINES) {
  describe(`Of a large account, on ${engine},`, () => {
    it('an export and a deletion run in small parts and let other requests run in between', async (test) => {
      const service = await startService(engine)
      test.after(() => service.stop())
      const { email, browser } = await signUp(service.baseUrl)
      const accountId = await accountIdOf(service, email)
      await fillQueue(service, accountId, { count: ITEMS, article: ARTICLE })
      const turns = countTurns()
      test.after(() => turns.stop())

      const response = await startExport(service.running.services, browser)
      assert.equal(response.status, 200)
      let length = 0
      for (const reader = response.body!.getReader(); ;) {
        const before = turns.count()
        const { done, value } = await reader.read()
        if (done) break
        assert.ok(turns.count() > before, 'nobody else had a turn')
        assert.ok(value.length <= MOST_BYTES, String(value.length))
        length += value.length
      }
      assert.ok(length > ITEMS * ARTICLE.length, String(length))

      await service.running.close()
      const db = await openDatabase(service.databaseUrl, () => undefined)
      test.after(() => db.close())
      await db.run('DELETE FROM accounts WHERE id = ?', accountId)
      const watched = watchDeletions(db, turns.count)
      assert.ok(await clearQueue({ db: watched.db, clock: systemClock }, accountId, () => false))
      const { batches } = watched
      assert.equal(
        batches.reduce((sum, { items }) => sum + items, 0),
        ITEMS,
        'nothing is left to the keys of the schema',
      )
      assert.ok(Math.max(...batches.map(({ rows }) => rows)) <= MOST)
      batches.slice(1).forEach(({ begunAt, items }, index) => {
        const before = batches[index]!
        if (items > 0 && before.items > 0) assert.ok(begunAt > before.begunAt, 'nobody else had a turn')
      })
    })

    it('an export finishes however slow the machine is', async (test) => {
      const service = await startService(engine)
      test.after(() => service.stop())
      const { email, browser } = await signUp(service.baseUrl)
      await fillQueue(service, await accountIdOf(service, email), { count: 3 })
      const { services } = service.running
      let now = services.clock.now()
      const slow = { ...services.clock, now: () => (now += 100) }
      const response = await startExport({ ...services, clock: slow }, browser)
      const { items } = (await response.json()) as { items: unknown[] }
      assert.equal(items.length, 3)
    })
  })
}
