import { Failure } from '../../failure.ts'
import { type Connection, type Database, TABLE_TIME_LIMIT } from '../database.ts'
import {
  type ForeignKey,
  type TablePlacement,
  type Plan,
  planDistribution,
  type Schema,
  type Unique,
} from './distribution.ts'
import { hasTable } from '../migrations/table.ts'

/**
 * Distributes all tables in one transaction and returns the number of statements; `onStep` is called with each
 * statement before it runs. Throws Failure if Citus is not installed or the schema cannot be distributed.
 */
export async function distribute(db: Database, onStep: (statement: string) => void): Promise<number> {
  if (!(await hasCitus(db)))
    throw new Failure(
      'command_refused',
      'This server has no Citus, so nothing can be distributed. Install it, run CREATE EXTENSION citus in this database, and try again.',
    )
  if (!(await db.row('SELECT 1 AS found FROM pg_dist_node WHERE groupid = 0')))
    throw new Failure(
      'command_refused',
      "The coordinator does not know itself, so its own tables cannot be kept together with the others. Run SELECT citus_set_coordinator_host('HOST') in this database, and try again.",
    )
  if (!(await db.row('SELECT 1 AS found FROM pg_dist_node WHERE isactive AND shouldhaveshards')))
    throw new Failure(
      'command_refused',
      "No node may keep a part of the queues. Add one with SELECT citus_add_node('HOST', 5432) in this database, and try again.",
    )
  let current: string | undefined
  try {
    return await db.transaction(async (tx) => {
      await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
      for (const statement of tx.dialect.lockMigrations) await tx.run(statement)
      const { steps, violations } = await readPlan(tx)
      if (violations.length > 0)
        throw new Failure('command_refused', `Citus cannot keep this schema. ${violations.join(' ')}`)
      for (const step of steps) {
        current = step
        onStep(step)
        await tx.run(step)
      }
      current = undefined
      return steps.length
    })
  } catch (error) {
    throw current === undefined ? error : distributionFailed(current, error)
  }
}

/** The transaction of `step` was rolled back, on every node. */
function distributionFailed(step: string, error: unknown): Failure {
  const cause = error instanceof Failure ? error.cause : error
  const message = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').replace(/\.?$/, '.') : ''
  return new Failure(
    'command_refused',
    `Nothing was changed: “${step}” failed. The system says: ${message} See that the coordinator and every node answer (SELECT * FROM citus_check_cluster_node_health()), and run the command again.`,
    { cause },
  )
}

/** What is not where the plan has it, in sentences. None if the queues are not distributed at all. */
export async function findMisplaced(db: Connection): Promise<string[]> {
  if (db.dialect.name === 'sqlite' || !(await readPlacements(db)).has('queues')) return []
  const { moving, leftBehind, steps, violations } = await readPlan(db)
  const isOpen = moving.length > 0 || steps.length > leftBehind.length
  return [
    ...(violations.length > 0
      ? [`Citus cannot keep this schema: ${violations.join(' ')} This should not happen: report it.`]
      : []),
    ...(isOpen
      ? [
          `The queues are distributed, but not what came with an update${moving.length > 0 ? `: ${moving.join(', ')}` : ''}. ${STOP_AND_DISTRIBUTE}`,
        ]
      : []),
    ...(leftBehind.length > 0
      ? [
          `The coordinator still has old copies of rows that were distributed, which no deletion reaches: ${leftBehind.join(', ')}. ${STOP_AND_DISTRIBUTE}`,
        ]
      : []),
  ]
}

const STOP_AND_DISTRIBUTE = 'Stop the service and run npm start -- distribute.'

export async function hasCitus(db: Connection): Promise<boolean> {
  const sql = "SELECT 1 AS found FROM pg_proc WHERE proname = 'create_distributed_table'"
  return (await db.row(sql)) !== undefined
}

/** The statements that would distribute a PostgreSQL database from its current state. */
export async function readPlan(db: Connection): Promise<Plan> {
  return planDistribution(await readSchema(db))
}

export async function readSchema(db: Connection): Promise<Schema> {
  const placements = await readPlacements(db)
  const tables = await db.rows<{ name: string; hasPagesHere: boolean }>(TABLES)
  const uniques = await db.rows<Unique & { table: string }>(UNIQUES)
  return {
    tables: tables.map(({ name, hasPagesHere }) => ({
      name,
      hasPagesHere,
      placement: placements.get(name) ?? 'local',
      uniques: uniques.filter(({ table }) => table === name),
    })),
    keys: await db.rows<ForeignKey>(KEYS),
    endsByClock: (await db.row(CLOCK_IN_TRIGGER)) !== undefined,
  }
}

async function readPlacements(db: Connection): Promise<Map<string, TablePlacement>> {
  if (!(await hasTable(db, 'pg_dist_partition'))) return new Map()
  // partmethod h: distributed by hash; n: a single shard, which repmodel t copies to every node and s stores on the
  // coordinator.
  const rows = await db.rows<{ name: string; place: TablePlacement }>(
    `SELECT c.relname AS name, CASE WHEN p.partmethod = 'h' THEN 'distributed'
       WHEN p.partmethod = 'n' AND p.repmodel = 't' THEN 'reference' ELSE 'local' END AS place
     FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid`,
  )
  return new Map(rows.map(({ name, place }) => [name, place]))
}

const HERE = 'relnamespace = current_schema()::regnamespace'

const TABLES = `SELECT relname AS name, pg_relation_size(oid) > 0 AS "hasPagesHere" FROM pg_class WHERE relkind = 'r' AND ${HERE} ORDER BY relname`

const UNIQUES = `SELECT t.relname AS "table", i.relname AS name, ARRAY(
    SELECT attname::text FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (x.indkey::int2[])) AS columns
  FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  WHERE x.indisunique AND t.${HERE} ORDER BY i.relname`

const KEYS = `SELECT k.conname AS name, f.relname AS "table", ${columnsIn('conrelid', 'conkey')} AS columns,
    t.relname AS target, ${columnsIn('confrelid', 'confkey')} AS "targetColumns", pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND f.${HERE} ORDER BY f.relname, k.conname`

const CLOCK_IN_TRIGGER = `SELECT 1 AS found FROM pg_proc
  WHERE proname = 'end_queue' AND prosrc LIKE '%SET ended_at = (EXTRACT%' AND pronamespace = current_schema()::regnamespace`

function columnsIn(table: string, numbers: string): string {
  return `ARRAY(SELECT a.attname::text FROM unnest(k.${numbers}) WITH ORDINALITY AS n (number, place)
    JOIN pg_attribute a ON a.attrelid = k.${table} AND a.attnum = n.number ORDER BY n.place)`
}
