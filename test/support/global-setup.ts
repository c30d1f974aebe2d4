import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from './postgres.ts'

let postgres: TestPostgres | undefined
let compiled: string | undefined

/** Runs once before all test files; they find the server in TEST_POSTGRES_URL, and what others have compiled. */
export async function globalSetup(): Promise<void> {
  compiled = mkdtempSync(join(tmpdir(), 'rq-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = compiled
  postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  if (compiled) rmSync(compiled, { recursive: true, force: true })
}
