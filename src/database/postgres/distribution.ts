/** Where a Citus cluster stores a table: sharded by account, copied to every node, or on the coordinator. */
export type TablePlacement = 'distributed' | 'reference' | 'local'

/**
 * `uniques` are the primary key and the unique indexes; `place` is the current one. `hasPagesHere`: its own file, which no
 * query of a distributed table reads, is not empty.
 */
type SchemaTable = { name: string; placement: TablePlacement; hasPagesHere: boolean; uniques: Unique[] }
export type Unique = { name: string; columns: string[] }

/** `definition` is the text after ADD CONSTRAINT. */
export type ForeignKey = {
  name: string
  table: string
  columns: string[]
  target: string
  targetColumns: string[]
  definition: string
}

/** `endsByClock`: the trigger that ends an account's queue asks for the time within its UPDATE. */
export type Schema = { tables: SchemaTable[]; keys: ForeignKey[]; endsByClock: boolean }

/**
 * The statements in order, empty if all tables are in place, and the constraints that Citus does not support. `moving`: the
 * tables that are to be distributed; `leftBehind`: those whose rows from before lie on the coordinator too.
 */
export type Plan = {
  placements: Map<string, TablePlacement>
  moving: string[]
  leftBehind: string[]
  steps: string[]
  violations: string[]
}

/** Citus refuses volatile functions in an UPDATE of a distributed table, so the trigger asks for the time before. */
const END_QUEUE = `CREATE OR REPLACE FUNCTION end_queue() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  now BIGINT := (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT;
BEGIN
  UPDATE queues SET ended_at = now WHERE account_id = OLD.id;
  IF FOUND THEN
    INSERT INTO jobs (account_id, kind, subject, priority, due_at) VALUES (OLD.id, 'clear-queue', OLD.id, 10, 0);
  END IF;
  RETURN OLD;
END $$`
const COLUMN = 'account_id'
/** The row that every change of an account locks; tables that reference it are distributed with it. */
const ROOT = 'queues'
/** Claimed by due time across all accounts, with row locks; Citus locks rows within a single shard only. */
const CLAIMED_ACROSS_ACCOUNTS = ['jobs']

/** Plans how to distribute a schema. */
export function planDistribution(schema: Schema): Plan {
  const placements = placementsOf(schema)
  const isDistributed = (name: string) => placements.get(name) === 'distributed'
  const now = new Map(schema.tables.map(({ name, placement }) => [name, placement]))
  const isMoving = (name: string) => isDistributed(name) && now.get(name) !== 'distributed'
  const isCrossing = ({ table, target }: ForeignKey) => !isDistributed(table) && isDistributed(target)

  // Rows of tables outside the shards are deleted explicitly when their queue is deleted, so they need no foreign
  // key.
  const isCleared = ({ columns, target }: ForeignKey) => target === ROOT && columns.join() === COLUMN

  const bound = (key: ForeignKey) => isCrossing(key) || isMoving(key.table) || isMoving(key.target)
  const remaining = schema.keys.filter((key) => !isCrossing(key) || !isCleared(key))
  const redirected = remaining.map((key) =>
    isCrossing(key) ? redirectKey(key, schema.keys, isDistributed) : key,
  )
  const names = [ROOT, ...schema.tables.map(({ name }) => name).filter((name) => name !== ROOT)]
  const moving = names.filter(isMoving)
  const full = schema.tables.filter(({ hasPagesHere }) => hasPagesHere).map(({ name }) => name)
  const leftBehind = full.filter((name) => now.get(name) === 'distributed')
  const steps = [
    ...(schema.endsByClock ? [END_QUEUE] : []),
    ...schema.keys.filter(bound).map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...schema.tables
      .filter(({ name, placement }) => placements.get(name) === 'reference' && placement !== 'reference')
      .map(({ name }) => `SELECT create_reference_table('${name}')`),
    ...moving.map(
      (name) =>
        `SELECT create_distributed_table('${name}', '${COLUMN}', colocate_with => '${name === ROOT ? 'none' : ROOT}')`,
    ),
    // The rows were copied. Where they lay before, no deletion would reach them.
    ...full
      .filter(isDistributed)
      .map((name) => `SELECT truncate_local_data_after_distributing_table('${name}')`),
    ...redirected
      .filter((_, index) => bound(remaining[index]!))
      .map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ]
  return {
    placements,
    moving,
    leftBehind,
    steps,
    violations: violationsOf({ ...schema, keys: redirected }, placements),
  }
}

function placementsOf({ tables, keys }: Schema): Map<string, TablePlacement> {
  const apart = new Set([ROOT])
  for (let size = 0; size !== apart.size;) {
    size = apart.size
    for (const { table, target } of keys)
      if (apart.has(target) && !CLAIMED_ACROSS_ACCOUNTS.includes(table)) apart.add(table)
  }
  const shared = new Set(keys.filter(({ table }) => apart.has(table)).map(({ target }) => target))
  return new Map(
    tables.map(({ name }) => [
      name,
      apart.has(name) ? 'distributed' : shared.has(name) ? 'reference' : 'local',
    ]),
  )
}

/** Redirects a foreign key into a distributed table to the table that this one references: both cascade alike. */
function redirectKey(key: ForeignKey, keys: ForeignKey[], isApart: (name: string) => boolean): ForeignKey {
  const next = keys.find(
    ({ table, columns }) => table === key.target && columns.join() === key.targetColumns.join(),
  )
  if (!next) return key
  const { target, targetColumns } = next
  const definition = `FOREIGN KEY (${key.columns.join(', ')}) REFERENCES ${target} (${targetColumns.join(', ')}) ON DELETE CASCADE`
  const led = { ...key, target, targetColumns, definition }
  return isApart(target) ? redirectKey(led, keys, isApart) : led
}

/** A node sees only its own rows, so a constraint must include the account. */
function violationsOf({ tables, keys }: Schema, placements: Map<string, TablePlacement>): string[] {
  const violations: string[] = []
  for (const { name, uniques } of tables.filter((table) => placements.get(table.name) === 'distributed'))
    for (const unique of uniques)
      if (!unique.columns.includes(COLUMN))
        violations.push(`${unique.name} of ${name} is unique without ${COLUMN}.`)
  for (const { name, table, columns, target, targetColumns } of keys) {
    const [from, to] = [placements.get(table), placements.get(target)]
    const isWithin = from === 'distributed' && to === 'distributed'
    const place = columns.indexOf(COLUMN)
    if (isWithin && (place < 0 || targetColumns[place] !== COLUMN))
      violations.push(`${name} of ${table} leads to ${target} without ${COLUMN}.`)
    if (from !== 'distributed' && to === 'distributed')
      violations.push(`${name} leads from ${table}, which is ${from}, to ${target}, which is distributed.`)
    if (from === 'reference' && to === 'local')
      violations.push(`${name} leads from ${table}, which is on every node, to ${target}, which is not.`)
  }
  return violations
}
