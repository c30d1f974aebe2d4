import { Client } from 'pg'
import { type Connection, TABLE_TIME_LIMIT } from '../src/database/database.ts'
import { search } from '../src/database/migrations/0003-search.ts'
import { MINUTE } from '../src/ports/clock.ts'
import { RENDERER_VERSION, serializeRendered } from '../src/articles/rendered-article.ts'
import { saveArticle } from '../src/queue/content/article.ts'
import { FETCHED } from '../src/queue/content/capture-source.ts'
import type { BenchService, BenchAccount } from './bench-service.ts'
import { BATCH_ITEMS, itemIdSql, LAST_SAVED, savedAtSql, series, TITLE } from './scale-items.ts'

/** Changes recorded after all others, which touch only the newest items. */
export const LATE_CHANGES = 12_000
const LATE_ITEMS = 25

/** Records a change for each item of a reader, and many later ones for the newest few. */
export async function fillHistory(
  { db, once }: BenchService,
  { accountId, agents, index }: BenchAccount,
  count: number,
): Promise<void> {
  const who = `CASE i % 5 ${agents.map((id, place) => `WHEN ${place} THEN '${id}'`).join(' ')} END`
  const columns = `account_id, sequence, at, actor, client_id, client_name, action, item_id, before, after`
  const fill = (from: number, to: number) => async (tx: Connection) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await tx.run(
      `INSERT INTO changes (${columns})
       SELECT ?, i, ${savedAtSql(count, index)} + ${MINUTE}, CASE WHEN i % 5 = 4 THEN 'person' ELSE 'agent' END, ${who},
         CASE WHEN i % 5 < 4 THEN 'Agent ' || i % 5 END, 'mark-read', ${itemIdSql(index)}, '{"readAt":null}',
         '{"readAt":' || ${savedAtSql(count, index)} || '}'
       FROM ${series(from, to)}`,
      accountId,
    )
  }
  for (let from = 1; from <= count; from += BATCH_ITEMS) {
    const work = fill(from, Math.min(count, from + BATCH_ITEMS - 1))
    await once(`history ${index} ${from}`, () => db.transaction(work))
  }
  await db.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO changes (${columns})
       SELECT ?, late, ${LAST_SAVED} + late, 'agent', '${agents[0]}', 'Agent 0',
         CASE WHEN late % 2 = 0 THEN 'favourite-item' ELSE 'unfavourite-item' END, ${itemIdSql(index)},
         CASE WHEN late % 2 = 0 THEN '{"favouritedAt":null}' ELSE '{"favouritedAt":1}' END,
         CASE WHEN late % 2 = 0 THEN '{"favouritedAt":1}' ELSE '{"favouritedAt":null}' END
       FROM (SELECT i AS late, ${count} - i % ${LATE_ITEMS} AS i FROM ${series(count + 1, count + LATE_CHANGES)}) AS late_changes`,
      accountId,
    )
    await tx.run('UPDATE queues SET last_change = ? WHERE account_id = ?', count + LATE_CHANGES, accountId)
  })
}

/** Words of an article. */
const WORDS = 950
const BATCH = 500

/**
 * Creates an article of about 6 KB for each item of a reader: a few common words and many rare ones; `never` at its
 * beginning and `meeting` at its end; `odd` or `even`; some in other scripts and with accents.
 */
export async function fillArticles({ db, once }: BenchService, { accountId }: BenchAccount): Promise<void> {
  const items = await db.rows<{ id: string; saved_at: number }>(
    'SELECT id, saved_at FROM items WHERE account_id = ? ORDER BY id',
    accountId,
  )
  for (let start = 0; start < items.length; start += BATCH) {
    const fill = async (tx: Connection) => {
      for (const [offset, { id, saved_at: savedAt }] of items.slice(start, start + BATCH).entries()) {
        const text = makeText(start + offset)
        await tx.run('UPDATE items SET word_count = ? WHERE account_id = ? AND id = ?', WORDS, accountId, id)
        const texts = { html: `<p>${text}</p>`, markdown: text, text }
        const rendered = serializeRendered({ html: texts.html, images: [], headings: [], imageSources: [] })
        const rendering = { rendered, version: RENDERER_VERSION }
        await saveArticle(
          tx,
          { accountId, itemId: id },
          { ...texts, ...rendering, source: FETCHED, imageNames: [], storedAt: 0 },
        )
        const { remove, insert } = tx.dialect.fullText
        const document = { title: [...TITLE, String(start + offset + 1)], about: [], text: text.split(' ') }
        for (const { sql, values } of [
          ...remove(accountId, [savedAt]),
          ...insert(accountId, savedAt, document),
        ])
          await tx.run(sql, ...values)
      }
    }
    await once(`articles ${start}`, () => db.transaction(fill))
  }
}

const WORD_INDEX = /INDEX item_words_by_word/

/** Drops PostgreSQL's full-text index until all words are inserted: building it at once takes a tenth of the time. */
export async function dropWordIndex({ db }: BenchService): Promise<void> {
  if (db.dialect.name === 'postgres') await db.run('DROP INDEX IF EXISTS item_words_by_word')
}

export async function createWordIndex({ db }: BenchService): Promise<void> {
  if (db.dialect.name !== 'postgres') return
  await db.transaction(async (tx) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await tx.run(`SET LOCAL maintenance_work_mem = '2GB'`)
    for (const sql of search.engines!.postgres.filter((sql) => WORD_INDEX.test(sql))) await tx.run(sql)
  })
}

/** Runs the maintenance that the server would soon do by itself. */
export async function vacuum({ engine, url }: BenchService): Promise<void> {
  if (engine !== 'postgres') return
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

function makeText(index: number): string {
  let random = index * 7 + 1
  const words = Array.from({ length: WORDS }, () => {
    random = (random * 48_271) % 2_147_483_647
    return `w${Math.floor((random / 2_147_483_647) ** 4 * 50_000)}`
  })
  words.splice(WORDS / 2, 0, index % 2 === 0 ? 'even' : 'odd')
  if (index % 10 === 0) words.push('世', '界', 'の', '本')
  if (index % 100 === 0) words.push('lodz')
  return ['never', ...words, 'meeting'].join(' ')
}
