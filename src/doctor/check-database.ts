import type { Connection } from '../database/database.ts'
import { migrations, pendingMigrations } from '../database/migrations/migrate.ts'
import { describeTables, hasTable, type Table } from '../database/migrations/table.ts'
import { rejectUnfinishedCopy, serviceIn } from '../database/copy/unfinished-copy.ts'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import { countWrongSums, type SumsKind } from '../queue/consistency/wrong-sums.ts'
import { fine, type Finding, note, wrong } from './finding.ts'
import { formatDuration } from './check-address.ts'

/** A job due for this long means that no service is running. */
const OVERDUE = 15 * MINUTE
const CLOCK_DRIFT = 5 * SECOND
const REPORT_IT = 'This should not happen: make a backup, then report it.'

/** Checks schema, references, counters, clocks and jobs. Changes nothing; throws when the database can't be read. */
export async function checkDatabase(db: Connection, clock: Clock): Promise<Finding[]> {
  await rejectUnfinishedCopy(db)
  if (!(await hasTable(db, 'migrations')))
    return [note('database', 'The database is empty; the first start creates the tables.')]
  const missing = await pendingMigrations(db)
  if (missing.length > 0)
    return [
      wrong('schema', `${missing.length} steps are missing. Run npm start -- migrate, or start the service.`),
    ]
  const findings = [fine('schema', 'The database is up to date.')]
  if ((await serviceIn(db)) === undefined)
    findings.push(note('key', 'There is no master key yet; the first start creates one.'))
  const tables = await describeTables(db, migrations)
  const orphans = await findOrphans(db, tables)
  findings.push(
    ...(orphans.length > 0
      ? orphans
      : [fine('rows', 'Every row belongs to an account and item that exist.')]),
  )
  findings.push(...(await checkSums(db)), ...(await checkClock(db, clock)))
  const overdue = await count(
    db,
    'SELECT COUNT(*) AS count FROM jobs WHERE due_at < ?',
    clock.now() - OVERDUE,
  )
  if (overdue > 0)
    findings.push(
      note(
        'jobs',
        `${overdue} jobs wait since more than ${formatDuration(OVERDUE)}. Is the service running?`,
      ),
    )
  return findings
}

/** Their rows stay when the item is deleted for good. */
const TABLES_OUTLIVING_ITEMS = ['changes', 'content_accesses']

/** The queue of a deleted account is deleted in batches, and may be inconsistent meanwhile. */
const QUEUE_NOT_DELETED =
  'NOT EXISTS (SELECT 1 FROM queues e WHERE e.account_id = t.account_id AND e.ended_at IS NOT NULL)'

/** Rows whose account or item does not exist. */
async function findOrphans(db: Connection, tables: Table[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, columns } of tables) {
    const owners = [
      columns.includes('account_id') && 'NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.account_id)',
      columns.includes('account_id') &&
        columns.includes('item_id') &&
        !TABLES_OUTLIVING_ITEMS.includes(name) &&
        'NOT EXISTS (SELECT 1 FROM items i WHERE i.account_id = t.account_id AND i.id = t.item_id)',
    ].filter((condition) => condition !== false)
    if (owners.length === 0) continue
    const orphans = await count(
      db,
      `SELECT COUNT(*) AS count FROM ${name} t WHERE (${owners.join(' OR ')}) AND ${QUEUE_NOT_DELETED}`,
    )
    const remedy = name === 'item_tags' ? REPAIR_IT : REPORT_IT
    if (orphans > 0) findings.push(wrong('rows', `${orphans} rows of ${name} belong to nothing. ${remedy}`))
  }
  return findings
}

const REPAIR_IT = 'Run npm start -- doctor --repair.'
const WRONG_SUM_MESSAGES: Record<SumsKind, (count: number) => string> = {
  tagged: (count) => `What is kept with ${count} tags of items differs from the items.`,
  counters: (count) => `The counters of ${count} queues differ from their items.`,
  bytes: (count) => `The used space of ${count} accounts differs from what is kept.`,
  tags: (count) => `The counts of ${count} tags differ from their items.`,
}

async function checkSums(db: Connection): Promise<Finding[]> {
  const counts = Object.entries(await countWrongSums(db)) as [SumsKind, number][]
  const findings = counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => wrong('counters', `${WRONG_SUM_MESSAGES[kind](count)} ${REPAIR_IT}`))
  return findings.length > 0 ? findings : [fine('counters', 'Every queue counts as many items as it has.')]
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
