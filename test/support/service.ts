import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import type { PasswordCost } from '../../src/crypto/password-cost.ts'
import { type Clock, systemClock } from '../../src/ports/clock.ts'
import type { FetchDocument } from '../../src/ports/fetch-document.ts'
import { currentRequest, type Log } from '../../src/ports/log.ts'
import { type RunningServer, startServer } from '../../src/server/start.ts'
import { HTTP_LIMITS, type HttpLimits } from '../../src/server/http-server.ts'
import { startAlternatingProxy } from './alternating-proxy.ts'
import { distributeDatabase } from './citus.ts'
import { createDatabaseOn, dropDatabases } from './postgres.ts'

/** `citus` is PostgreSQL with distributed queues, on the server that TEST_CITUS_URL names. */
export type Engine = 'sqlite' | 'postgres' | 'citus'
export const ENGINES: Engine[] = ['sqlite', 'postgres']

/** With TEST_INSTANCES=2 each service has two instances at one address, which requires PostgreSQL. */
const INSTANCES = Number(process.env['TEST_INSTANCES'] ?? 1)
const SHARED_ENGINES: Engine[] = [
  ...(INSTANCES > 1 ? [] : (['sqlite'] as const)),
  'postgres',
  ...(process.env['TEST_CITUS_URL'] ? (['citus'] as const) : []),
]

/** A service started for a test, on a real engine and a real port. */
export type TestService = {
  engine: Engine
  baseUrl: string
  databaseUrl: string
  /** The folder of the embedded database. */
  folder: string
  running: RunningServer
  /** The service's clock: real time, plus what `advance` added. */
  clock: TestClock
  /** The whole log as one text. */
  logged(): string
  stop(): Promise<void>
}

export type TestClock = Clock & {
  advance(milliseconds: number): void
  /** Stops the clock, so that only `advance` moves it and lifetimes can be tested to the millisecond. */
  hold(): void
}

type Options = {
  env?: Record<string, string>
  /** The database of another service, to start a further instance on it. */
  databaseUrl?: string
  limits?: HttpLimits
  /** Replaces the fetcher that uses the internet. */
  fetchDocument?: FetchDocument
  passwordCost?: PasswordCost
}

/** A thousandth of the real cost, since almost every test creates an account. */
export const CHEAP: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }

/** Tests make no requests to the internet. */
const offline: FetchDocument = async () => ({ kind: 'unavailable', reason: 'There is no internet.' })

/** Tests exceed the limits of agents within moments. */
const NO_LIMITS = { AGENT_CHANGES_A_MINUTE: '0', AGENT_REMOVALS_AN_HOUR: '0', AGENT_BYTES_AN_HOUR: '0' }

export async function startService(
  engine: Engine,
  {
    env = {},
    databaseUrl,
    limits = HTTP_LIMITS,
    fetchDocument = offline,
    passwordCost = CHEAP,
  }: Options = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-test-'))
  const url = databaseUrl ?? (await createMigrated(engine, folder))
  const clock = movableClock()
  const lines: string[] = []
  const isShared = INSTANCES > 1 && engine !== 'sqlite' && !env['BASE_URL'] && !env['PORT']
  const proxy = isShared ? await startAlternatingProxy() : undefined
  const own: Record<string, string> = { PORT: '0', DATABASE_URL: url, ALLOW_PRIVATE_FETCH: '1', ...NO_LIMITS }
  const config = readConfig({ ...own, ...(proxy && { BASE_URL: proxy.origin }), ...env })
  const start = () =>
    startServer(config, {
      clock,
      log: recordingLog(lines),
      limits,
      fetchDocument,
      passwordCost,
    })
  const instances = [await start()]
  for (let more = proxy ? INSTANCES - 1 : 0; more > 0; more--) instances.push(await start())
  proxy?.forward(instances.map(({ services }) => services.config.port))
  const close = async () => {
    await Promise.all(instances.map((instance) => instance.close()))
    await proxy?.stop()
  }
  let closed: Promise<void> | undefined
  // A test may have closed it already.
  const running = { services: instances[0]!.services, close: () => (closed ??= close()) }
  return {
    engine,
    baseUrl: running.services.config.baseUrl,
    databaseUrl: url,
    folder,
    running,
    clock,
    logged: () => lines.join('\n'),
    async stop() {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const createdDatabases: string[] = []
// Unused ones would fill the memory, and the server's autovacuum would visit each of them again and again.
if (process.env['TEST_POSTGRES_URL']) after(() => dropDatabases(createdDatabases))

type Tests = (service: () => TestService) => void

/** Declares tests once for each engine, on one service that they share. */
export function onBothEngines(name: string, tests: Tests, options: Options = {}): void {
  for (const engine of SHARED_ENGINES) onEngine(engine, { name, options }, tests)
}

/** The same on one engine, for code whose SQL is already covered on both engines by other tests. */
export function onOneEngine(name: string, tests: Tests, options: Options = {}): void {
  onEngine(SHARED_ENGINES[0]!, { name, options }, tests)
}

function onEngine(engine: Engine, { name, options }: { name: string; options: Options }, tests: Tests): void {
  describe(`${name}, on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, options)
    })
    after(() => service.stop())
    tests(() => service)
  })
}

/** A fresh PostgreSQL database: empty, or with the distributed tables on Citus. */
export async function createDatabase(engine: Engine = 'postgres'): Promise<string> {
  const url = await createDatabaseOn(serverOf(engine))
  if (engine === 'citus') await distributeDatabase(url)
  else createdDatabases.push(url)
  return url
}

/** A copy of the database that was migrated before all tests, since a migration takes longer than most tests. */
async function createMigrated(engine: Engine, folder: string): Promise<string> {
  const { TEST_SQLITE_TEMPLATE: file, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (engine === 'citus') return createDatabase(engine)
  if (engine === 'postgres') {
    const url = await createDatabaseOn(serverOf(engine), template)
    createdDatabases.push(url)
    return url
  }
  if (file) copyFileSync(file, join(folder, 'queue.db'))
  return `sqlite:${folder}/queue.db`
}

function serverOf(engine: Engine): string {
  const server = process.env[engine === 'citus' ? 'TEST_CITUS_URL' : 'TEST_POSTGRES_URL']
  if (!server) throw new Error('Run the tests through npm test: it starts the PostgreSQL server.')
  return server
}

function movableClock(): TestClock {
  let ahead = 0
  let held: number | undefined
  return {
    now: () => (held ?? systemClock.now()) + ahead,
    wait: systemClock.wait,
    advance(milliseconds) {
      ahead += milliseconds
    },
    hold() {
      held ??= systemClock.now()
    },
  }
}

function recordingLog(lines: string[]): Log {
  const keep = (event: string, fields: Record<string, unknown> = {}, error?: string) =>
    lines.push(JSON.stringify({ event, error, fields: { ...currentRequest(), ...fields } }))
  return {
    info: (event, fields) => keep(event, fields),
    warn: (event, fields) => keep(event, fields),
    error: (event, error, fields) => keep(event, fields, String(error)),
  }
}
