import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { keepArticle } from '../src/queue/article.ts'
import { keepWords } from '../src/queue/item-words.ts'
import { itemsOf } from '../src/queue/items.ts'
import { type Agent, connectAgent, type Entity, signUp } from '../test/support/agent.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startProgram } from '../test/support/program.ts'
import { createDatabase, type Engine } from '../test/support/service.ts'
import { linkOf } from '../test/support/siren-check.ts'
import { print } from './compare.ts'
import { note } from './results.ts'

const FEW = 1000
const MANY = 1_000_000
const ARTICLES = 100_000
const WORDS = 950
const PAGES = 300
const SEARCHES = 100
const BATCH = 200

/** Measures how much slower a queue is that holds a thousand times as much, and searching many articles. */
export async function benchScale(): Promise<void> {
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  try {
    await scaleOn('sqlite')
    await scaleOn('postgres')
  } finally {
    await postgres.stop()
  }
}

type Shelf = { agent: Agent; accountId: string }

async function scaleOn(engine: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const url = engine === 'sqlite' ? `sqlite:${folder}/queue.db` : await createDatabase()
  const program = startProgram({ DATA_DIR: folder, DATABASE_URL: url })
  const db = await openDatabase(url, () => undefined)
  try {
    const baseUrl = await program.ready()
    const open = async (): Promise<Shelf> => {
      const person = await signUp(baseUrl)
      const account = await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', person.email)
      return { agent: await connectAgent(baseUrl, person), accountId: account!.id }
    }
    const [few, many, library] = [await open(), await open(), await open()]
    print(`\n${engine}`)
    await fill(db, few.accountId, 0, FEW)
    await fill(db, many.accountId, FEW, MANY)
    // In turns, so that both meet the same machine.
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < 3; round++) {
      times.few.push(...(await timePages(few.agent, PAGES / 10)))
      times.many.push(...(await timePages(many.agent, PAGES)))
    }
    const [small, large] = [middle(times.few), middle(times.many)]
    print(
      `  a page of 25, p50: ${ms(small)} of ${FEW}, ${ms(large)} of ${MANY}, ${(large / small).toFixed(2)} times`,
    )
    note({ work: `A page of ${MANY} on ${engine}, time`, measured: large / small, atMost: 1.3 })

    await fill(db, library.accountId, FEW + MANY, ARTICLES)
    await write(db, library.accountId)
    // The connection may have been closed while nothing was asked.
    await library.agent.call('/queue').catch(() => undefined)
    const searches = await timeSearches(library.agent)
    const [p50, p95] = [
      middle(searches),
      searches.toSorted((a, b) => a - b)[Math.floor(searches.length * 0.95)]!,
    ]
    print(`  a search of ${ARTICLES} articles: p50 ${ms(p50)}, p95 ${ms(p95)}`)
    const atMost = engine === 'sqlite' ? 25 : 50
    note({ work: `A search of ${ARTICLES} articles on ${engine}, p50`, measured: p50, unit: 'ms', atMost })
  } finally {
    await db.close()
    program.process.kill()
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Saves so many links, a second apart, as if all had been fetched. */
async function fill(db: Database, accountId: string, first: number, count: number): Promise<void> {
  const digits = `substr('000000000000' || i, length(CAST(i AS TEXT)) + 1)`
  await db.run(
    `INSERT INTO items (account_id, id, identity, url, site, given_title, saved_at, place, updated_at, version, content_status, tags)
     SELECT ?, '01990000-0000-7000-8000-' || ${digits}, 'example.org/' || i, 'https://example.org/' || i, 'example.org',
       'A page to read later, by number ' || i, 1700000000000 + i * 1000, (1700000000000 + i * 1000) * 1024,
       1700000000000, 1, 'ready', '[]'
     FROM (WITH RECURSIVE numbers(i) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
       SELECT i FROM numbers) AS numbered`,
    accountId,
    first + 1,
    first + count,
  )
  await db.run('UPDATE queues SET unread = ?, version = 1 WHERE account_id = ?', count, accountId)
}

/** Milliseconds of each page, walking through the list by its links. */
async function timePages(agent: Agent, pages: number): Promise<number[]> {
  const times: number[] = []
  let path = `/queue?limit=25&n=${Math.random()}`
  for (let page = 0; page < pages; page++) {
    const startedAt = performance.now()
    const entity = (await (await agent.call(path)).json()) as Entity
    times.push(performance.now() - startedAt)
    path = linkOf(entity, 'next') ?? '/queue?limit=25'
  }
  return times
}

/** Gives each item an article of some 6 KB, in words of which few are common and most are rare. */
async function write(db: Database, accountId: string): Promise<void> {
  let random = 1
  const word = () => {
    random = (random * 48_271) % 2_147_483_647
    return `w${Math.floor((random / 2_147_483_647) ** 4 * 50_000)}`
  }
  for (let last = ''; ;) {
    const rows = await db.rows<{ id: string }>(
      'SELECT id FROM items WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?',
      accountId,
      last,
      BATCH,
    )
    last = rows.at(-1)?.id ?? ''
    if (last === '') break
    const items = await itemsOf(db, accountId).findAll(rows.map(({ id }) => id))
    await db.transaction(async (tx) => {
      for (const item of items.values()) {
        const text = Array.from({ length: WORDS }, word).join(' ')
        const article = { html: `<p>${text}</p>`, markdown: text, text, wordCount: WORDS, readingMinutes: 4 }
        await keepArticle(tx, accountId, item.id, { ...article, seenBy: 'service', keptAt: 0 })
        await keepWords(tx, accountId, { ...item, wordCount: WORDS }, text)
      }
    })
  }
  await db.run('UPDATE items SET word_count = ?, words_version = 2 WHERE account_id = ?', WORDS, accountId)
}

const QUERIES = ['w40000', 'w3', 'w12 w345', '"w0 w1"', 'w7 -w9', 'w120']

async function timeSearches(agent: Agent): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < SEARCHES; index++) {
    const query = QUERIES[index % QUERIES.length]!
    const startedAt = performance.now()
    await (await agent.call(`/queue?state=all&q=${encodeURIComponent(query)}`)).text()
    times.push(performance.now() - startedAt)
  }
  return times
}

function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
