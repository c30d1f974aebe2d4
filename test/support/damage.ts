import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** Overwrites the first page of a table of a database that nobody has open. Gives the address of the damaged database. */
export function damageTable(databaseUrl: string, table: string): Promise<string> {
  return databaseUrl.startsWith('sqlite:') ? damageFile(databaseUrl, table) : damageServer(databaseUrl, table)
}

async function damageFile(databaseUrl: string, table: string): Promise<string> {
  const file = databaseUrl.slice('sqlite:'.length)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = DELETE')
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table) as {
    rootpage: number
  }
  const { page_size } = database.prepare('PRAGMA page_size').get() as { page_size: number }
  database.close()
  overwrite(file, (rootpage - 1) * page_size, page_size)
  return databaseUrl
}

/** A copy of the database, of which the server has no page in memory yet. */
async function damageServer(databaseUrl: string, table: string): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const [place, path] = await ask(
    databaseUrl,
    "SELECT current_setting('data_directory'), pg_relation_filepath($1)",
    [table],
  )
  const admin = databaseUrl.replace(name, 'postgres')
  await ask(admin, `CREATE DATABASE ${name}_damaged TEMPLATE ${name} STRATEGY FILE_COPY`)
  const [from, to] = await ask(
    admin,
    'SELECT (SELECT oid FROM pg_database WHERE datname = $1), (SELECT oid FROM pg_database WHERE datname = $2)',
    [name, `${name}_damaged`],
  )
  overwrite(join(place!, path!.replace(`/${from}/`, `/${to}/`)), 0, 8192)
  return databaseUrl.replace(name, `${name}_damaged`)
}

async function ask(url: string, sql: string, values: string[] = []): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, values, rowMode: 'array' })
    return (rows[0] as unknown[] | undefined)?.map(String) ?? []
  } finally {
    await client.end()
  }
}

function overwrite(file: string, position: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, randomBytes(length), 0, length, position)
  closeSync(handle)
}
