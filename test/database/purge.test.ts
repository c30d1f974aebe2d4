import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { openSnapshot } from '../../src/database/open/snapshot.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { DAY, HOUR } from '../../src/ports/clock.ts'
import { TRASH_RETENTION } from '../../src/queue/maintenance/trash.ts'
import { rowsOf } from '../support/account-rows.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { refusedLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

/** The columns of bytes, which are compressed, of what an item keeps. */
const BLOBS = { articles: ['html', 'markdown', 'text', 'rendered'], captures: ['body'], pages: ['body'] }
const SAMPLE = 16
const HISTORY_DAYS = 7

/** What a file and its journal consist of right now. */
function bytesOf(file: string): Buffer {
  const files = [file, `${file}-wal`].filter((path) => existsSync(path))
  return Buffer.concat(files.map((path) => readFileSync(path)))
}

/** A word that stands nowhere else; the index leaves out what a word has in common with the one before it. */
const secretWord = () => [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

describe('Deleted data is in no file of the embedded database', () => {
  let service: TestService
  let file: string
  let person: Person
  before(async () => {
    service = await startService('sqlite', { env: { HISTORY_DAYS: String(HISTORY_DAYS) } })
    file = join(service.folder, 'queue.db')
    person = await signUp(service.baseUrl)
  })
  after(() => service.stop())

  /** Each time anew: while time goes on, what gives access is over. */
  const connect = (as = person) => connectAgent(service.baseUrl, as)

  /** Saves a page with secrets; gives it with every trace of it that stands in the files. */
  async function saveSecrets(by: Agent, accountId: string): Promise<{ item: Entity; traces: Buffer[] }> {
    const [title, note, text] = [secretWord(), secretWord(), secretWord()]
    const html = articlePage('A page', `<p>The word is ${text}.</p>`)
    const link = { url: refusedLink(secretWord()), title: `On ${title}`, note: `Of ${note}`, html }
    const item = await fetched(by, await by.save(link))
    const traces = [title, note, text].map((word) => Buffer.from(word.slice(1)))
    for (const [table, columns] of Object.entries(BLOBS)) {
      const rows = await service.running.services.db.rows<Record<string, Uint8Array | null>>(
        `SELECT ${columns.join(', ')} FROM ${table} WHERE account_id = ? AND item_id = ?`,
        accountId,
        item.properties.id,
      )
      for (const bytes of rows.flatMap((row) => Object.values(row)))
        if (bytes) traces.push(Buffer.from(bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + SAMPLE)))
    }
    assert.ok(traces.length >= 8, `${traces.length} traces`)
    return { item, traces }
  }

  const found = (traces: Buffer[]) => traces.map((trace) => bytesOf(file).includes(trace))
  const all = (traces: Buffer[], isFound: boolean) => traces.map(() => isFound)
  /** Secrets that can be found whole: now and then one begins like its neighbour in the index, or crosses two pages. */
  async function saveFindable(
    agent: Agent,
    accountId: string,
  ): Promise<Awaited<ReturnType<typeof saveSecrets>>> {
    for (;;) {
      const saved = await saveSecrets(agent, accountId)
      if (!found(saved.traces).includes(false)) return saved
    }
  }
  /** The service's own sweeper may have begun the purge, which this one leaves to it. */
  const isPurged = (traces: Buffer[]) =>
    eventually(
      async () => found(traces),
      (left) => !left.includes(true),
    )

  it('after its account was deleted', async () => {
    const ada = await signUp(service.baseUrl)
    const accountId = await accountIdOf(service, ada.email)
    const hers = await saveFindable(await connect(ada), accountId)
    const others = await saveFindable(await connect(), await accountIdOf(service, person.email))
    assert.deepEqual(found(hers.traces), all(hers.traces, true))

    await ada.browser.submit(
      await ada.browser.open('/account'),
      { email: ada.email },
      { action: '/account/delete' },
    )
    await eventually(
      async () => Object.values(await rowsOf(service, accountId)),
      (counts) => counts.every((count) => count === 0),
    )
    service.clock.advance(3 * HOUR)
    await sweep(service.running.services)
    await isPurged(hers.traces)

    assert.deepEqual(found(others.traces), all(others.traces, true))
    const query = others.item.properties.title.replace('On ', '')
    const { entities } = await (await connect()).entity(`/queue?q=${query}`)
    assert.equal(entities.length, 1)
  })

  it('after it was in the trash, and in the history', async () => {
    const [agent, accountId] = [await connect(), await accountIdOf(service, person.email)]
    const { item, traces } = await saveFindable(agent, accountId)
    const stays = await saveFindable(agent, accountId)
    assert.equal((await submitAction(agent, item, { name: 'remove-item' })).status, 204)
    assert.deepEqual(found(traces), all(traces, true))
    service.clock.advance(TRASH_RETENTION + DAY)
    await sweep(service.running.services)
    const [title, note, ...contents] = traces
    await isPurged(contents)
    // These are in the history too, and go with it.
    assert.deepEqual(found([title!, note!]), [true, true])
    service.clock.advance((HISTORY_DAYS + 1) * DAY)
    await sweep(service.running.services)
    await isPurged(traces)
    assert.deepEqual(found(stays.traces), all(stays.traces, true))
  })
})

describe('Vacuuming the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-purge-'))
  const file = join(folder, 'queue.db')
  let db: Database
  before(async () => {
    db = await openDatabase(`sqlite:${file}`, () => undefined)
    await migrate(db)
  })
  after(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = (rowid: number, on: Pick<Database, 'run'> = db) =>
    on.run('INSERT INTO item_words (rowid, words) VALUES (?, ?)', rowid, `${secretWord()} common `.repeat(50))
  const count = async () =>
    (await db.rows(`SELECT rowid FROM item_words WHERE item_words MATCH 'common'`)).length

  it('lets changes continue between its steps, and loses none of them', async () => {
    for (let from = 0; from < 2000; from += 100)
      await db.transaction(async (tx) => {
        for (let rowid = from; rowid < from + 100; rowid++) await insert(rowid, tx)
      })
    await db.run('DELETE FROM item_words WHERE rowid < 1000')
    const state = { isPurged: false }
    const purge = db.purge(() => false).finally(() => (state.isPurged = true))
    let meanwhile = 0
    while (!state.isPurged) await insert(5000 + meanwhile++)
    assert.equal(await purge, true)
    assert.ok(meanwhile > 3, `${meanwhile} changes meanwhile`)
    assert.equal(await count(), 1000 + meanwhile)
  })

  it('ends when it is told to', async () => {
    await insert(9000)
    assert.equal(await db.purge(() => true), false)
  })

  it('waits for readers of an older snapshot, and is done later', async () => {
    await insert(9001)
    const snapshot = await openSnapshot(`sqlite:${file}`)
    let requestCount = 0
    await db.run('DELETE FROM item_words WHERE rowid = 9001')
    assert.equal(await db.purge(() => ++requestCount > 10), false)
    await snapshot.close()
    assert.equal(await db.purge(() => false), true)
    assert.equal(statSync(`${file}-wal`).size, 0)
  })
})
