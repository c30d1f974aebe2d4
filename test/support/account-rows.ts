import { createHash } from 'node:crypto'
import type { Value } from '../../src/database/database.ts'
import { eventually } from './eventually.ts'
import type { TestService } from './service.ts'

type Column = { name: string; type: string; isRequired: boolean }

/** Every table of the schema that has an account_id, as the database itself lists them. */
export async function accountTables(service: TestService): Promise<string[]> {
  const { db } = service.running.services
  const sql =
    service.engine === 'sqlite'
      ? `SELECT m.name FROM sqlite_master m WHERE m.type = 'table'
           AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'account_id')`
      : `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = 'account_id'`
  return (await db.rows<{ name: string }>(sql)).map(({ name }) => name).sort()
}

/** How many rows each of those tables has of an account. */
export async function rowsOf(service: TestService, accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await accountTables(service)) {
    const sql = `SELECT COUNT(*) AS total FROM ${table} WHERE account_id = ?`
    const row = await service.running.services.db.row<{ total: number }>(sql, accountId)
    counts[table] = row?.total ?? 0
  }
  return counts
}

/** A hash of the rows that each of those tables has of an account. */
export async function contentsOf(service: TestService, accountId: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const table of await accountTables(service)) {
    const sql = `SELECT * FROM ${table} WHERE account_id = ?`
    const rows = await service.running.services.db.rows<Record<string, Value>>(sql, accountId)
    const lines = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
    hashes[table] = createHash('sha256').update(lines.join('\n')).digest('hex')
  }
  return hashes
}

/** Makes up a row of an account in each of those tables that has none, once its jobs are done. */
export async function fillTables(service: TestService, accountId: string): Promise<void> {
  const { db, random } = service.running.services
  const counts = await eventually(
    () => rowsOf(service, accountId),
    ({ jobs }) => jobs === 0,
  )
  /** Ids of the rows made up, by the name of the column that refers to them. */
  const ids = new Map<string, string>()
  // A table that others refer to has the shorter name.
  const empty = Object.keys(counts).filter((name) => counts[name] === 0)
  for (const table of empty.sort((one, other) => one.length - other.length)) {
    const columns = (await columnsOf(service, table)).filter(({ isRequired }) => isRequired)
    const id = random.id()
    ids.set(`${table.replace(/s$/, '')}_id`, id)
    const values = columns.map(({ name, type }) => {
      if (name === 'account_id') return accountId
      if (SIZES.includes(name)) return 1
      return name === 'id' ? id : (ids.get(name) ?? madeUp(type, random.id()))
    })
    const names = columns.map(({ name }) => name).join(', ')
    const places = columns.map(() => '?').join(', ')
    await db.run(`INSERT INTO ${table} (${names}) VALUES (${places})`, ...values)
  }
}

async function columnsOf(service: TestService, table: string): Promise<Column[]> {
  const sql =
    service.engine === 'sqlite'
      ? `SELECT name, type, CASE WHEN pk > 0 OR ("notnull" = 1 AND dflt_value IS NULL) THEN 1 ELSE 0 END AS required
         FROM pragma_table_info('${table}')`
      : `SELECT column_name AS name, data_type AS type,
           CASE WHEN is_nullable = 'NO' AND column_default IS NULL THEN 1 ELSE 0 END AS required
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}'`
  const rows = await service.running.services.db.rows<{ name: string; type: string; required: number }>(sql)
  return rows.map(({ name, type, required }) => ({
    name,
    type: type.toLowerCase(),
    isRequired: required === 1,
  }))
}

/** Columns whose number counts towards what an account may store. */
const SIZES = ['bytes']

/** In the year 2096, so that no job is due by it and nothing is swept away. Milliseconds. */
const FAR_AHEAD = 4e12

function madeUp(type: string, text: string): Value {
  if (type === 'bytea' || type === 'blob') return Buffer.from(text)
  return type === 'text' ? text : FAR_AHEAD
}
