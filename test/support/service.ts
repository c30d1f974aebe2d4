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
import { createDatabaseOn } from './postgres.ts'

/** `citus` is PostgreSQL with the queues distributed, where TEST_CITUS_URL names a server of it. */
export type Engine = 'sqlite' | 'postgres' | 'citus'
export const ENGINES: Engine[] = ['sqlite', 'postgres']

/** With TEST_INSTANCES=2 each service is two behind one address, which only PostgreSQL can be behind. */
const INSTANCES = Number(process.env['TEST_INSTANCES'] ?? 1)
const SHARED_ENGINES: Engine[] = [
  ...(INSTANCES > 1 ? [] : (['sqlite'] as const)),
  'postgres',
  ...(process.env['TEST_CITUS_URL'] ? (['citus'] as const) : []),
]

/** A running service of a test's own, on a real engine and a real port. */
export type TestService = {
  engine: Engine
  baseUrl: string
  databaseUrl: string
  /** The folder of the embedded database. */
  folder: string
  running: RunningServer
  /** Time as the service sees it: real time, moved by `advance`. */
  clock: TestClock
  /** Every line that was logged, as one text. */
  logged(): string
  stop(): Promise<void>
}

export type TestClock = Clock & {
  advance(milliseconds: number): void
  /** From now on time stands still but for `advance`, so that lifetimes can be told to the millisecond. */
  hold(): void
}

type Options = {
  env?: Record<string, string>
  /** A database of an earlier service, to start another instance on it. */
  databaseUrl?: string
  limits?: HttpLimits
  /** In place of the one that asks the internet. */
  fetchDocument?: FetchDocument
  passwordCost?: PasswordCost
}

/** A thousandth of what passwords cost otherwise, since almost every test signs somebody up. */
export const CHEAP: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }

/** Tests ask nobody on the internet. */
const offline: FetchDocument = async () => ({ kind: 'unavailable', reason: 'There is no internet.' })

/** Tests do in a moment what takes agents hours. */
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
  // A test that failed in between may have closed it already.
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

type Tests = (service: () => TestService) => void

/** Declares the same tests once for each engine, over one service that they share. */
export function onBothEngines(name: string, tests: Tests, options: Options = {}): void {
  for (const engine of SHARED_ENGINES) onEngine(engine, { name, options }, tests)
}

/** The same on one engine, for what has no statement that another test does not try on both. */
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
  return url
}

/** A copy of the database that was migrated before all tests: migrating one takes longer than most tests. */
async function createMigrated(engine: Engine, folder: string): Promise<string> {
  const { TEST_SQLITE_TEMPLATE: file, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (engine === 'citus') return createDatabase(engine)
  if (engine === 'postgres') return createDatabaseOn(serverOf(engine), template)
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
