import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Failure } from '../../failure.ts'

const SQLITE = 'sqlite:'

/** The absolute path of the file at a DATABASE_URL; undefined for PostgreSQL. */
export function sqliteFile(url: string): string | undefined {
  return url.startsWith(SQLITE) ? resolve(url.slice(SQLITE.length)) : undefined
}

/** Throws a Failure that ends with `advice` unless the folder of the file at a DATABASE_URL exists. */
export function requireFolder(url: string, advice: string): void {
  const file = sqliteFile(url)
  if (file !== undefined && !existsSync(dirname(file)))
    throw new Failure('not_found', `There is no folder ${dirname(file)}. ${advice}`)
}

/** What a person calls the database at a DATABASE_URL: without user and password. */
export function databaseName(url: string): string {
  const file = sqliteFile(url)
  if (file !== undefined) return file
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
