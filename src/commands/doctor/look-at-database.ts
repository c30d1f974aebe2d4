import type { Connection } from '../../database/database.ts'
import { migrations, missingSteps } from '../../database/migrate.ts'
import { describeTables, hasTable, type Table } from '../../database/table.ts'
import { refuseUnfinishedCopy, serviceIn } from '../../database/unfinished-copy.ts'
import { type Clock, MINUTE, SECOND } from '../../ports/clock.ts'
import { fine, type Finding, note, wrong } from './finding.ts'
import { inWords } from './look-at-address.ts'

/** A job that nobody has taken for so long waits for a service that does not run. */
const OVERDUE = 15 * MINUTE
const CLOCK_DRIFT = 5 * SECOND
const REPORT = 'This should not happen: make a backup, then report it.'

/** Whether what a database holds fits together. Changes nothing; throws where it cannot be read. */
export async function lookAtDatabase(db: Connection, clock: Clock): Promise<Finding[]> {
  await refuseUnfinishedCopy(db)
  if (!(await hasTable(db, 'migrations')))
    return [note('database', 'The database is empty; the first start fills it.')]
  const missing = await missingSteps(db)
  if (missing.length > 0)
    return [
      wrong('schema', `${missing.length} steps are missing. Run npm start -- migrate, or start the service.`),
    ]
  const findings = [fine('schema', 'The database is up to date.')]
  if ((await serviceIn(db)) === undefined)
    findings.push(note('key', 'There is no master key yet; the first start makes one.'))
  const tables = await describeTables(db, migrations)
  const strays = await findStrays(db, tables)
  findings.push(
    ...(strays.length > 0 ? strays : [fine('rows', 'Every row belongs to an account and item that exist.')]),
  )
  findings.push(...(await lookAtCounters(db)), ...(await lookAtClock(db, clock)))
  const overdue = await count(
    db,
    'SELECT COUNT(*) AS count FROM jobs WHERE due_at < ?',
    clock.now() - OVERDUE,
  )
  if (overdue > 0)
    findings.push(
      note('jobs', `${overdue} jobs wait since more than ${inWords(OVERDUE)}. Is the service running?`),
    )
  return findings
}

/** Rows whose account or item is not there. */
async function findStrays(db: Connection, tables: Table[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, columns } of tables) {
    const owners = [
      columns.includes('account_id') && 'NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.account_id)',
      columns.includes('account_id') &&
        columns.includes('item_id') &&
        'NOT EXISTS (SELECT 1 FROM items i WHERE i.account_id = t.account_id AND i.id = t.item_id)',
    ].filter((condition) => condition !== false)
    if (owners.length === 0) continue
    const strays = await count(db, `SELECT COUNT(*) AS count FROM ${name} t WHERE ${owners.join(' OR ')}`)
    if (strays > 0) findings.push(wrong('rows', `${strays} rows of ${name} belong to nothing. ${REPORT}`))
  }
  return findings
}

const COUNTERS: Record<string, string> = {
  unread: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL',
  snoozed: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL',
  read: 'removed_at IS NULL AND read_at IS NOT NULL',
  favourite: 'removed_at IS NULL AND favourited_at IS NOT NULL',
  removed: 'removed_at IS NOT NULL',
}

/** A tag that no item carries may have a row or none. */
const WRONG_TAG_COUNTS = `SELECT COUNT(*) AS count FROM (
  SELECT account_id, tag, SUM(kept) AS kept, SUM(counted) AS counted FROM (
    SELECT account_id, tag, count AS kept, 0 AS counted FROM tag_counts
    UNION ALL
    SELECT t.account_id, t.tag, 0, 1 FROM item_tags t
    JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id WHERE i.removed_at IS NULL
  ) AS both_sides GROUP BY account_id, tag
) AS sums WHERE kept <> counted`

/** What is kept with a tag of an item so that lists by tag need not look at the item. */
const WRONG_TAG_PLACES = `SELECT COUNT(*) AS count FROM item_tags t
  JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
  WHERE t.place <> i.place OR t.state <> CASE WHEN i.removed_at IS NOT NULL THEN 'removed'
    WHEN i.read_at IS NOT NULL THEN 'read' WHEN i.snoozed_until IS NOT NULL THEN 'snoozed' ELSE 'unread' END`

const WRONG_TALLIES = `SELECT COUNT(*) AS count FROM (
  SELECT account_id, name, SUM(kept) AS kept, SUM(counted) AS counted FROM (
    SELECT account_id, name, items AS kept, 0 AS counted FROM tallies WHERE kind = 'site'
    UNION ALL SELECT account_id, site, 0, 1 FROM items WHERE removed_at IS NULL
  ) AS both_sides GROUP BY account_id, name
) AS sums WHERE kept <> counted`

async function lookAtCounters(db: Connection): Promise<Finding[]> {
  const names = Object.keys(COUNTERS)
  const sums = Object.entries(COUNTERS).map(
    ([name, condition]) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS ${name}`,
  )
  const differs = names.map((name) => `q.${name} <> COALESCE(i.${name}, 0)`)
  const off = await count(
    db,
    `SELECT COUNT(*) AS count FROM queues q
     LEFT JOIN (SELECT account_id, ${sums.join(', ')} FROM items GROUP BY account_id) i ON i.account_id = q.account_id
     WHERE ${differs.join(' OR ')}`,
  )
  const tags = await count(db, WRONG_TAG_COUNTS)
  const places = await count(db, WRONG_TAG_PLACES)
  const tallies = await count(db, WRONG_TALLIES)
  const findings: Finding[] = []
  if (places > 0)
    findings.push(
      wrong('counters', `What is kept with ${places} tags of items differs from the items. ${REPORT}`),
    )
  if (tallies > 0)
    findings.push(wrong('counters', `The sums of ${tallies} sites differ from their items. ${REPORT}`))
  if (off > 0)
    findings.push(wrong('counters', `The counters of ${off} queues differ from their items. ${REPORT}`))
  if (tags > 0)
    findings.push(wrong('counters', `The counts of ${tags} tags differ from their items. ${REPORT}`))
  return findings.length > 0 ? findings : [fine('counters', 'Every queue counts as many items as it has.')]
}

async function lookAtClock(db: Connection, clock: Clock): Promise<Finding[]> {
  const now = clock.now()
  const findings: Finding[] = []
  if (db.dialect.name === 'postgres') {
    const theirs = await count(db, 'SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS count')
    if (Math.abs(theirs - now) > CLOCK_DRIFT)
      findings.push(
        note(
          'clock',
          `The database server's clock is ${inWords(Math.abs(theirs - now))} from this computer's.`,
        ),
      )
  }
  const latest = await count(db, 'SELECT COALESCE(MAX(changed_at), 0) AS count FROM queues')
  if (latest > now + MINUTE)
    findings.push(
      wrong(
        'clock',
        `A change is dated ${inWords(latest - now)} ahead: this computer's clock is behind, or was ahead. Let it keep time (NTP).`,
      ),
    )
  return findings.length > 0 ? findings : [fine('clock', 'Nothing is dated ahead of this computer’s clock.')]
}

async function count(db: Connection, sql: string, ...values: number[]): Promise<number> {
  return (await db.row<{ count: number }>(sql, ...values))?.count ?? 0
}
