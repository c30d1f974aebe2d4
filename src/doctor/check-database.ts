import type { Connection } from '../database/database.ts'
import { migrations, pendingMigrations } from '../database/migrations/migrate.ts'
import { describeTables, hasTable, type Table } from '../database/migrations/table.ts'
import { findMisplaced } from '../database/postgres/distribute.ts'
import { rejectUnfinishedCopy, serviceIn } from '../database/copy/unfinished-copy.ts'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import { countLostJobs, type LostKind } from '../queue/consistency/lost-jobs.ts'
import { countWrongAggregates, type AggregateKind } from '../queue/consistency/wrong-aggregates.ts'
import { fine, type Finding, note, wrong } from './finding.ts'
import { formatDuration } from './check-address.ts'

const CLOCK_DRIFT = 5 * SECOND
const REPORT_IT = 'This should not happen: make a backup, then report it.'

/** Checks schema, references, counters, clocks and jobs. Changes nothing; throws when the database can't be read. */
export async function checkDatabase(db: Connection, clock: Clock): Promise<Finding[]> {
  await rejectUnfinishedCopy(db)
  if (!(await hasTable(db, 'migrations')))
    return [wrong('database', `The database is empty; the first start creates the tables. ${IF_IT_RAN}`)]
  const missing = await pendingMigrations(db)
  if (missing.length > 0)
    return [
      wrong('schema', `${missing.length} steps are missing. Run npm start -- migrate, or start the service.`),
    ]
  const findings = [fine('schema', 'The database is up to date.')]
  if ((await serviceIn(db)) === undefined) findings.push(await checkMissingKey(db))
  const tables = await describeTables(db, migrations)
  const orphans = await findOrphans(db, tables)
  findings.push(
    ...(orphans.length > 0
      ? orphans
      : [fine('rows', 'Every row belongs to an account and item that exist.')]),
  )
  findings.push(
    ...(await checkAggregates(db)),
    ...(await checkLostJobs(db, clock)),
    ...(await checkClock(db, clock)),
    ...(await checkDistribution(db)),
  )
  return findings
}

/** What may have happened to a service whose data is not there. */
export const IF_IT_RAN =
  'If this service has run before, correct DATA_DIR or DATABASE_URL, or restore the last backup (npm start -- restore FILE).'

async function checkMissingKey(db: Connection): Promise<Finding> {
  const accounts = await count(db, 'SELECT COUNT(*) AS count FROM accounts')
  if (accounts === 0) return note('key', 'There is no master key yet; the first start creates one.')
  return wrong(
    'key',
    `The master key is missing beside ${accounts === 1 ? '1 account' : `${accounts} accounts`}, so what was encrypted with it can't be read. Stop the service, and restore the last backup into a new database (npm start -- restore FILE).`,
  )
}

/** Their rows stay when the item is deleted for good, or belong to none. */
const TABLES_WITH_OPTIONAL_ITEM = ['changes', 'content_accesses', 'import_rows', 'suggestions']

/**
 * The rows of a table with those of another one. Both are joined as subqueries, because Citus joins a table that it
 * distributes with one on the coordinator only so. The queue of a deleted account is deleted in batches, and may be
 * inconsistent meanwhile.
 */
const orphansOf = (name: string, owners: string, owner: string) => `SELECT COUNT(*) AS count FROM ${name} t
  LEFT JOIN (SELECT ${owners}) AS o ON ${owner}
  LEFT JOIN (SELECT account_id FROM queues WHERE ended_at IS NOT NULL) AS e ON e.account_id = t.account_id
  WHERE o.account_id IS NULL AND e.account_id IS NULL`

/** Rows whose account or item does not exist. */
async function findOrphans(db: Connection, tables: Table[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, columns } of tables.filter((table) => table.columns.includes('account_id'))) {
    const hasItem = columns.includes('item_id') && !TABLES_WITH_OPTIONAL_ITEM.includes(name)
    const withoutAccount = await count(
      db,
      orphansOf(name, 'id AS account_id FROM accounts', 'o.account_id = t.account_id'),
    )
    const withoutItem = hasItem
      ? await count(
          db,
          orphansOf(name, 'account_id, id FROM items', 'o.account_id = t.account_id AND o.id = t.item_id'),
        )
      : 0
    const orphans = Math.max(withoutAccount, withoutItem)
    const remedy = name === 'item_tags' ? REPAIR_IT : REPORT_IT
    if (orphans > 0)
      findings.push(wrong('rows', `${orphans} rows of ${name} belong to no account or item. ${remedy}`))
  }
  return findings
}

const REPAIR_IT = 'Run npm start -- doctor --repair.'
const WRONG_AGGREGATE_MESSAGES: Record<AggregateKind, (count: number) => string> = {
  tagged: (count) => `${count} tags of items disagree with their items.`,
  counters: (count) => `The counters of ${count} queues disagree with their items.`,
  bytes: (count) => `The used space of ${count} accounts disagrees with their stored data.`,
  tags: (count) => `The counts of ${count} tags disagree with their items.`,
}

async function checkAggregates(db: Connection): Promise<Finding[]> {
  const counts = Object.entries(await countWrongAggregates(db)) as [AggregateKind, number][]
  const findings = counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => wrong('counters', `${WRONG_AGGREGATE_MESSAGES[kind](count)} ${REPAIR_IT}`))
  return findings.length > 0
    ? findings
    : [fine('counters', 'The counters of every queue agree with its items.')]
}

const LOST_JOB_MESSAGES: Record<LostKind, (count: number) => string> = {
  pages: (count) => `${count} items wait for their page, which no job fetches.`,
  snoozed: (count) => `${count} items are snoozed, and no job wakes them.`,
  imports: (count) => `${count} imports are running, but no job does their work.`,
}

async function checkLostJobs(db: Connection, clock: Clock): Promise<Finding[]> {
  const counts = Object.entries(await countLostJobs(db, clock.now())) as [LostKind, number][]
  return counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) =>
      wrong(
        'jobs',
        `${LOST_JOB_MESSAGES[kind](count)} The service adds the job once a day; to add it now, run npm start -- doctor --repair.`,
      ),
    )
}

async function checkDistribution(db: Connection): Promise<Finding[]> {
  return (await findMisplaced(db)).map((sentence) => wrong('distribution', sentence))
}

async function checkClock(db: Connection, clock: Clock): Promise<Finding[]> {
  const now = clock.now()
  const findings: Finding[] = []
  if (db.dialect.name === 'postgres') {
    const serverTime = await count(
      db,
      'SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS count',
    )
    if (Math.abs(serverTime - now) > CLOCK_DRIFT)
      findings.push(
        note(
          'clock',
          `The database server's clock is ${formatDuration(Math.abs(serverTime - now))} from this computer's.`,
        ),
      )
  }
  const latest = await count(db, 'SELECT COALESCE(MAX(changed_at), 0) AS count FROM queues')
  if (latest > now + MINUTE)
    findings.push(
      wrong(
        'clock',
        `A change is dated ${formatDuration(latest - now)} ahead: this computer's clock is behind, or was ahead. Let it keep time (NTP).`,
      ),
    )
  return findings.length > 0 ? findings : [fine('clock', 'Nothing is dated ahead of this computer’s clock.')]
}

async function count(db: Connection, sql: string, ...values: number[]): Promise<number> {
  return (await db.row<{ count: number }>(sql, ...values))?.count ?? 0
}
