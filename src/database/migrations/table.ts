import type { Connection } from '../database.ts'
import type { Migration } from './migration.ts'

/** A table that exists on both engines. `key` lists the columns of its primary key, in order. */
export type Table = { name: string; columns: string[]; key: string[]; hasBytes: boolean }

export async function hasTable(db: Connection, name: string): Promise<boolean> {
  return (await db.row(db.dialect.tableNamed, name)) !== undefined
}

/**
 * The tables that these migrations create on every engine, each after the tables it references. Tables for one engine
 * only contain derived data and are left out.
 */
function tableNames(steps: Migration[]): string[] {
  const names: string[] = []
  for (const statement of steps.flatMap(({ statements }) => statements)) {
    const tableName = /^CREATE TABLE (\w+)/.exec(statement)?.[1]
    if (tableName) names.push(tableName)
    const [, dropped] = /^DROP TABLE (\w+)/.exec(statement) ?? []
    if (dropped) names.splice(names.indexOf(dropped), 1)
    const [, before, after] = /^ALTER TABLE (\w+) RENAME TO (\w+)/.exec(statement) ?? []
    if (before && after) names.splice(names.indexOf(before), 1, after)
  }
  return names
}

/** The columns and keys of these tables, as the database has them. */
export async function describeTables(db: Connection, steps: Migration[]): Promise<Table[]> {
  const tables: Table[] = []
  for (const name of tableNames(steps)) tables.push(await describeTable(db, name))
  return tables
}

async function describeTable(db: Connection, name: string): Promise<Table> {
  const columns = await db.rows<{ name: string; type: string; place: number }>(
    db.dialect.columnsOfTable,
    name,
  )
  return {
    name,
    columns: columns.map((column) => column.name).sort(),
    key: columns
      .filter(({ place }) => place > 0)
      .sort((a, b) => a.place - b.place)
      .map((column) => column.name),
    hasBytes: columns.some(({ type }) => type.toUpperCase() === 'BYTEA'),
  }
}
