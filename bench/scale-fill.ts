import { Client } from 'pg'
import { type Connection, TABLE_TIME_LIMIT } from '../src/database/database.ts'
import { scopeOf } from '../src/database/sql/full-text.ts'
import { search } from '../src/database/migrations/0003-search.ts'
import { MINUTE } from '../src/ports/clock.ts'
import { RENDERER_VERSION, serializeRendered } from '../src/articles/rendered-article.ts'
import { saveArticle } from '../src/queue/content/article.ts'
import { FETCHED } from '../src/queue/content/capture-source.ts'
import type { Library, Reader } from './scale-library.ts'

/** Items of all kinds, one a minute up to a day in 2026, with a recorded change each. */
export const LAST_SAVED = Date.UTC(2026, 10, 1)
const SITES = 5000
/** This many of the oldest items have a tag, a site and a saver that no other item has. */
const FAR = 20
/** Changes recorded after all others, which touch only the newest items. */
export const LATE_CHANGES = 12_000
const LATE_ITEMS = 25

const numbers = (from: number, to: number) =>
  `(WITH RECURSIVE numbers(i) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${to})
    SELECT i FROM numbers) AS numbered`

const SAVED = (count: number, accounts: number) =>
  `(${LAST_SAVED - count * MINUTE} + i * ${MINUTE} + ${accounts})`
const idOf = (index: number) =>
  `'0199${String(index).padStart(4, '0')}-0000-7000-8000-' || substr('000000000000' || i, length(CAST(i AS TEXT)) + 1)`
const IS_REMOVED = 'i % 100 = 7'
const IS_READ = 'i % 10 < 3'
const IS_SNOOZED = 'i % 100 = 13'
/** Items per transaction, so that an interrupted run continues. */
const STEP = 50_000
/** Each tag and the items that have it. */
const TAGS: Record<string, string> = {
  far: `i <= ${FAR}`,
  half: 'i % 2 = 0',
  'read-only': IS_READ,
  tenth: 'i % 10 = 1',
}

/** Creates a reader's items in bulk, with all related rows that the service stores. */
export async function fillItems(
  { db, once }: Library,
  { accountId, agents, index }: Reader,
  count: number,
): Promise<void> {
  const saved = SAVED(count, index)
  const tags = Object.entries(TAGS)
    .map(([tag, has]) => `CASE WHEN ${has} THEN ',"${tag}"' ELSE '' END`)
    .join(' || ')
  const saver = `CASE WHEN i <= ${FAR} THEN '${agents[0]}' WHEN i % 4 > 0 THEN '${agents[1]}' END`
  const fill = (from: number, to: number) => async (tx: Connection) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await tx.run(
      `INSERT INTO items (account_id, id, identity, url, site, given_title, saved_at, updated_at, version,
         content_status, words_version, tags, saved_by_id, saved_by_name, saver_words, reading_minutes, word_count,
         progress, note, read_at, snoozed_until, favourited_at, removed_at)
       SELECT ?, ${idOf(index)}, 'example.org/' || i, 'https://example.org/' || i,
         CASE WHEN i <= ${FAR} THEN 'far.example.org' ELSE 's' || (i * 7919 % ${SITES}) || '.example.org' END,
         'A page to read later by number ' || i, ${saved}, ${saved}, 1, CASE WHEN i <= ${FAR} THEN 'failed' ELSE 'ready' END, 2,
         '[' || substr(${tags}, 2) || ']', ${saver},
         CASE WHEN i <= ${FAR} THEN 'Far' WHEN i % 4 > 0 THEN 'Near' END,
         CASE WHEN i <= ${FAR} THEN ' far ' WHEN i % 4 > 0 THEN ' near ' END,
         CASE WHEN i <= ${FAR} THEN 90 ELSE i % 30 + 1 END, i % 30 * 238 + i % 238,
         CASE WHEN i % 20 = 1 THEN i % 100 / 100.0 ELSE 0 END, CASE WHEN i <= ${FAR} THEN 'A note' END,
         CASE WHEN ${IS_READ} THEN ${saved} + ${MINUTE} END,
         CASE WHEN ${IS_SNOOZED} THEN 4000000000000 END,
         CASE WHEN i % 50 = 4 THEN ${saved} + ${MINUTE} END,
         CASE WHEN ${IS_REMOVED} THEN 4000000000000 END
       FROM ${numbers(from, to)}`,
      accountId,
    )
    const [first, last] = [from, to].map((i) => LAST_SAVED + (i - count) * MINUTE + index)
    for (const tag of Object.keys(TAGS)) {
      await tx.run(
        `INSERT INTO item_tags (account_id, tag, item_id, saved_at, state, is_favourite)
         SELECT account_id, ?, id, saved_at, CASE WHEN removed_at IS NOT NULL THEN 'removed' WHEN read_at IS NOT NULL THEN 'read'
           WHEN snoozed_until IS NOT NULL THEN 'snoozed' ELSE 'unread' END,
           CASE WHEN favourited_at IS NOT NULL AND removed_at IS NULL THEN 1 ELSE 0 END
         FROM items WHERE account_id = ? AND saved_at >= ? AND saved_at <= ? AND tags LIKE ?`,
        tag,
        accountId,
        first!,
        last!,
        `%"${tag}"%`,
      )
    }
    await fillWords(tx, accountId, { saved, rows: numbers(from, to) })
  }
  for (let from = 1; from <= count; from += STEP) {
    const work = fill(from, Math.min(count, from + STEP - 1))
    await once(`items ${index} ${from}`, () => db.transaction(work))
  }
  await db.transaction((tx) => countItems(tx, accountId))
}

async function countItems(tx: Connection, accountId: string): Promise<void> {
  await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
  await tx.run(
    `UPDATE queues SET version = 1, (unread, read, snoozed, favourite, removed) = (
       SELECT COUNT(CASE WHEN removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL THEN 1 END),
         COUNT(CASE WHEN removed_at IS NULL AND read_at IS NOT NULL THEN 1 END),
         COUNT(CASE WHEN removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL THEN 1 END),
         COUNT(CASE WHEN removed_at IS NULL AND favourited_at IS NOT NULL THEN 1 END), COUNT(removed_at)
       FROM items WHERE account_id = ?) WHERE account_id = ?`,
    accountId,
    accountId,
  )
  await tx.run(
    `INSERT INTO tag_counts (account_id, tag, count) SELECT account_id, tag, COUNT(*) FROM item_tags
     WHERE account_id = ? AND state <> 'removed' GROUP BY account_id, tag`,
    accountId,
  )
}

const TITLE = ['a', 'page', 'to', 'read', 'later', 'by', 'number']

async function fillWords(
  tx: Connection,
  accountId: string,
  { saved, rows }: { saved: string; rows: string },
): Promise<void> {
  if (tx.dialect.name === 'postgres') {
    await tx.run(
      `INSERT INTO item_words (account_id, id, title, about, text)
       SELECT ?, ${saved} * 1024, ' ${TITLE.join(' ')} ' || i || ' ', ' ', ' ' FROM ${rows}`,
      accountId,
    )
    return
  }
  const start = `t${scopeOf(accountId)}`
  await tx.run(`INSERT INTO word_rows (id, account_id) SELECT ${saved} * 1024, ? FROM ${rows}`, accountId)
  await tx.run(
    `INSERT INTO item_words (rowid, words)
     SELECT ${saved} * 1024, '${[start, ...TITLE.map((word) => start + word), start].join(' ')}' || i
     FROM ${rows}`,
  )
}

/** Records a change for each item of a reader, and many later ones for the newest few. */
export async function fillHistory(
  { db, once }: Library,
  { accountId, agents, index }: Reader,
  count: number,
): Promise<void> {
  const who = `CASE i % 5 ${agents.map((id, place) => `WHEN ${place} THEN '${id}'`).join(' ')} END`
  const columns = `account_id, sequence, at, actor, client_id, client_name, action, item_id, before, after`
  const fill = (from: number, to: number) => async (tx: Connection) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await tx.run(
      `INSERT INTO changes (${columns})
       SELECT ?, i, ${SAVED(count, index)} + ${MINUTE}, CASE WHEN i % 5 = 4 THEN 'person' ELSE 'agent' END, ${who},
         CASE WHEN i % 5 < 4 THEN 'Agent ' || i % 5 END, 'mark-read', ${idOf(index)}, '{"readAt":null}',
         '{"readAt":' || ${SAVED(count, index)} || '}'
       FROM ${numbers(from, to)}`,
      accountId,
    )
  }
  for (let from = 1; from <= count; from += STEP) {
    const work = fill(from, Math.min(count, from + STEP - 1))
    await once(`ledger ${index} ${from}`, () => db.transaction(work))
  }
  await db.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO changes (${columns})
       SELECT ?, late, ${LAST_SAVED} + late, 'agent', '${agents[0]}', 'Agent 0',
         CASE WHEN late % 2 = 0 THEN 'favourite-item' ELSE 'unfavourite-item' END, ${idOf(index)},
         CASE WHEN late % 2 = 0 THEN '{"favouritedAt":null}' ELSE '{"favouritedAt":1}' END,
         CASE WHEN late % 2 = 0 THEN '{"favouritedAt":1}' ELSE '{"favouritedAt":null}' END
       FROM (SELECT i AS late, ${count} - i % ${LATE_ITEMS} AS i FROM ${numbers(count + 1, count + LATE_CHANGES)}) AS lates`,
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
export async function fillArticles({ db, once }: Library, { accountId }: Reader): Promise<void> {
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
        const { remove: drop, insert: keep } = tx.dialect.fullText
        const document = { title: [...TITLE, String(start + offset + 1)], about: [], text: text.split(' ') }
        for (const { sql, values } of [...drop(accountId, [savedAt]), ...keep(accountId, savedAt, document)])
          await tx.run(sql, ...values)
      }
    }
    await once(`articles ${start}`, () => db.transaction(fill))
  }
}

const OF_INDEX = /INDEX item_words_by_word/

/** Drops PostgreSQL's full-text index until all words are inserted: building it at once takes a tenth of the time. */
export async function dropWordIndex({ db }: Library): Promise<void> {
  if (db.dialect.name === 'postgres') await db.run('DROP INDEX IF EXISTS item_words_by_word')
}

export async function makeWordIndex({ db }: Library): Promise<void> {
  if (db.dialect.name !== 'postgres') return
  await db.transaction(async (tx) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await tx.run(`SET LOCAL maintenance_work_mem = '2GB'`)
    for (const sql of search.engines!.postgres.filter((sql) => OF_INDEX.test(sql))) await tx.run(sql)
  })
}

/** Maintenance that a server would soon do by itself. */
export async function tidy({ engine, url }: Library): Promise<void> {
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
