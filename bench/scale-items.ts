import { type Connection, TABLE_TIME_LIMIT } from '../src/database/database.ts'
import { scopeOf } from '../src/database/sql/full-text.ts'
import { MINUTE } from '../src/ports/clock.ts'
import type { BenchService, BenchAccount } from './bench-service.ts'

/** Items of all kinds, one a minute up to a day in 2026, with a recorded change each. */
export const LAST_SAVED = Date.UTC(2026, 10, 1)
const SITES = 5000
/** This many of the oldest items have a tag, a site and a saver of their own, so that searches for them find few items. */
const RARE_ITEMS = 20
export const series = (from: number, to: number) =>
  `(WITH RECURSIVE numbers(i) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${to})
    SELECT i FROM numbers) AS series`

export const savedAtSql = (count: number, accountIndex: number) =>
  `(${LAST_SAVED - count * MINUTE} + i * ${MINUTE} + ${accountIndex})`
export const itemIdSql = (index: number) =>
  `'0199${String(index).padStart(4, '0')}-0000-7000-8000-' || substr('000000000000' || i, length(CAST(i AS TEXT)) + 1)`
/** Conditions in SQL for item `i`. */
const IS_RARE = `i <= ${RARE_ITEMS}`
const IS_REMOVED = 'i % 100 = 7'
const IS_READ = 'i % 10 < 3'
const IS_SNOOZED = 'i % 100 = 13'
/** Items per transaction, so that an interrupted run continues. */
export const BATCH_ITEMS = 50_000
/** Each tag and the condition for the items that have it. */
const TAGS: Record<string, string> = {
  far: IS_RARE,
  half: 'i % 2 = 0',
  'read-only': IS_READ,
  tenth: 'i % 10 = 1',
}

/** Creates a reader's items in bulk, with all related rows that the service stores. */
export async function fillItems(
  { db, once }: BenchService,
  account: BenchAccount,
  count: number,
): Promise<void> {
  const { accountId, index } = account
  const savedAt = savedAtSql(count, index)
  const fillBatch = (from: number, to: number) => async (tx: Connection) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    await insertItems(tx, account, { savedAt, rows: series(from, to) })
    const [first, last] = [from, to].map((i) => LAST_SAVED + (i - count) * MINUTE + index)
    await insertTags(tx, accountId, { first: first!, last: last! })
    await fillWords(tx, accountId, { saved: savedAt, rows: series(from, to) })
  }
  for (let from = 1; from <= count; from += BATCH_ITEMS) {
    const work = fillBatch(from, Math.min(count, from + BATCH_ITEMS - 1))
    await once(`items ${index} ${from}`, () => db.transaction(work))
  }
  await db.transaction((tx) => countItems(tx, accountId))
}

async function insertItems(
  tx: Connection,
  { accountId, agents, index }: BenchAccount,
  { savedAt, rows }: { savedAt: string; rows: string },
): Promise<void> {
  const columns = itemColumns({ agents, index, savedAt })
  await tx.run(
    `INSERT INTO items (account_id, ${Object.keys(columns).join(', ')})
     SELECT ?, ${Object.values(columns).join(', ')} FROM ${rows}`,
    accountId,
  )
}

/** Each column of an item and its value for item `i`, in SQL. */
function itemColumns({
  agents,
  index,
  savedAt,
}: Pick<BenchAccount, 'agents' | 'index'> & { savedAt: string }): Record<string, string> {
  const ifRare = (rare: string, other = 'NULL') => `CASE WHEN ${IS_RARE} THEN ${rare} ELSE ${other} END`
  const onlyIf = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`
  const bySaver = (rare: string, usual: string) => ifRare(rare, onlyIf('i % 4 > 0', usual))
  const tags = Object.entries(TAGS)
    .map(([tag, condition]) => `CASE WHEN ${condition} THEN ',"${tag}"' ELSE '' END`)
    .join(' || ')
  return {
    id: itemIdSql(index),
    identity: "'example.org/' || i",
    url: "'https://example.org/' || i",
    site: ifRare("'far.example.org'", `'s' || (i * 7919 % ${SITES}) || '.example.org'`),
    given_title: "'A page to read later by number ' || i",
    saved_at: savedAt,
    updated_at: savedAt,
    version: '1',
    content_status: ifRare("'failed'", "'ready'"),
    words_version: '2',
    tags: `'[' || substr(${tags}, 2) || ']'`,
    saved_by_id: bySaver(`'${agents[0]}'`, `'${agents[1]}'`),
    saved_by_name: bySaver("'Far'", "'Near'"),
    saver_words: bySaver("' far '", "' near '"),
    reading_minutes: ifRare('90', 'i % 30 + 1'),
    word_count: 'i % 30 * 238 + i % 238',
    progress: 'CASE WHEN i % 20 = 1 THEN i % 100 / 100.0 ELSE 0 END',
    note: ifRare("'A note'"),
    read_at: onlyIf(IS_READ, `${savedAt} + ${MINUTE}`),
    snoozed_until: onlyIf(IS_SNOOZED, '4000000000000'),
    favourited_at: onlyIf('i % 50 = 4', `${savedAt} + ${MINUTE}`),
    removed_at: onlyIf(IS_REMOVED, '4000000000000'),
  }
}

/** Stores the tags of the items saved between two instants, both included. */
async function insertTags(
  tx: Connection,
  accountId: string,
  { first, last }: { first: number; last: number },
): Promise<void> {
  for (const tag of Object.keys(TAGS)) {
    await tx.run(
      `INSERT INTO item_tags (account_id, tag, item_id, saved_at, state, is_favourite)
       SELECT account_id, ?, id, saved_at, CASE WHEN removed_at IS NOT NULL THEN 'removed' WHEN read_at IS NOT NULL THEN 'read'
         WHEN snoozed_until IS NOT NULL THEN 'snoozed' ELSE 'unread' END,
         CASE WHEN favourited_at IS NOT NULL AND removed_at IS NULL THEN 1 ELSE 0 END
       FROM items WHERE account_id = ? AND saved_at >= ? AND saved_at <= ? AND tags LIKE ?`,
      tag,
      accountId,
      first,
      last,
      `%"${tag}"%`,
    )
  }
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

export const TITLE = ['a', 'page', 'to', 'read', 'later', 'by', 'number']

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
