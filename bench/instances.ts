import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { sleep } from '../src/ports/clock.ts'
import { connectAgent, signUp } from '../test/support/agent.ts'
import { deadLink } from '../test/support/links.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Program, startProgram } from '../test/support/program.ts'
import { createDatabase } from '../test/support/service.ts'
import { CONNECTIONS, median, print } from './compare.ts'
import { type Call, callsPerSecond } from './load.ts'
import { processorTime } from './processor-time.ts'
import { addResult } from './results.ts'

const ITEMS = 25
const AGENTS = 4
const ROUNDS = 7
const ROUND_MS = 2000

/** Measures two instances on one PostgreSQL beside a single one, alternating, with the same number of connections. */
export async function benchInstances(): Promise<void> {
  // Records what other programs use before the benchmark starts.
  const cores = availableParallelism()
  const load = loadavg()[0]!
  const isFree = cores - load >= 2
  print(`\n${cores} cores, load average ${load.toFixed(1)}: two cores were ${isFree ? '' : 'not '}free.`)
  print('The instances share the cores with PostgreSQL and with what sends the calls.')
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  const databaseUrl = await createDatabase()
  const client = new Client({ connectionString: databaseUrl })
  const programs: Program[] = []
  try {
    const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' }
    const origins: string[] = []
    for (let instance = 0; instance < 2; instance++) {
      const program = startProgram(env)
      programs.push(program)
      origins.push(await program.ready())
    }
    // Uses several people, because changes of one account wait for each other.
    const tokens: string[] = []
    for (let index = 0; index < AGENTS; index++) {
      const agent = await connectAgent(origins[0]!, await signUp(origins[0]!))
      for (let item = 0; item < ITEMS; item++) await agent.save({ url: `${deadLink('a-page')}?${item}` })
      tokens.push(agent.access)
    }
    await client.connect()
    const setting = { origins, tokens, meter: createMeter(programs, postgres.pid, client) }
    const accept = 'application/vnd.siren+json'
    let number = 0
    await compareInstances('GET /queue', setting, (origin, token) => {
      return { origin, path: '/queue', headers: { accept, authorization: `Bearer ${token}` } }
    })
    await compareInstances('Saving a new link', setting, (origin, token) => ({
      origin,
      path: '/queue',
      headers: { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: () => JSON.stringify({ url: `${deadLink('a-new-page')}?${number++}` }),
    }))
  } finally {
    for (const program of programs) program.process.kill()
    await Promise.all(programs.map(({ ended }) => ended))
    await client.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Run = { perSecond: number; cost: Cost }
/** The cost of a call: milliseconds of processor time of the instances and the database, and transactions. */
type Cost = { ours: number; database: number; transactions: number; lockWaits: number }

async function compareInstances(
  name: string,
  { origins, tokens, meter }: Setting,
  callOf: (origin: string, token: string) => Call,
): Promise<void> {
  const measure = async (used: string[]): Promise<Run> => {
    const each = CONNECTIONS / tokens.length / used.length
    const calls = used.flatMap((origin) => tokens.map((token) => callOf(origin, token)))
    const stop = await meter.start()
    const startedAt = performance.now()
    const rates = await Promise.all(calls.map((call) => callsPerSecond(call, each, ROUND_MS)))
    const perSecond = rates.reduce((sum, rate) => sum + rate, 0)
    const count = (perSecond * (performance.now() - startedAt)) / 1000
    return { perSecond, cost: await stop(count) }
  }
  print(`\n${name}, ${CONNECTIONS} connections:`)
  const rounds: { one: Run; two: Run }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, two] = [await measure([origins[round % 2]!]), await measure(origins)]
    // Skips the warm-up round.
    if (round === 0) continue
    rounds.push({ one, two })
    print(`  round ${round}: ${one.perSecond.toFixed(0)}/s by one, ${two.perSecond.toFixed(0)}/s by two`)
  }
  const ratio = median(rounds.map(({ one, two }) => two.perSecond / one.perSecond))
  print(`  median ratio ${ratio.toFixed(2)}`)
  addResult({ work: `${name}, two instances to one`, measured: ratio, atLeast: 1.6 })
  const medianOf = (which: 'one' | 'two', what: keyof Cost) =>
    median(rounds.map((round) => round[which].cost[what]))
  for (const which of ['one', 'two'] as const) {
    const [ours, database] = [medianOf(which, 'ours').toFixed(2), medianOf(which, 'database').toFixed(2)]
    const [transactions, waits] = [
      medianOf(which, 'transactions').toFixed(2),
      medianOf(which, 'lockWaits').toFixed(2),
    ]
    print(
      `  a call by ${which}: ${ours} ms of processor in the instances, ${database} ms in the database, ` +
        `${transactions} transactions; ${waits} sessions wait for a lock`,
    )
  }
  // What two instances would achieve with a core each, without waiting for each other.
  const allowed = (2 * medianOf('one', 'ours')) / medianOf('two', 'ours')
  addResult({ work: `${name}, as far as processor time goes`, measured: allowed, atLeast: 1.6 })
}

type Setting = { origins: string[]; tokens: string[]; meter: Meter }
type Meter = { start(): Promise<(calls: number) => Promise<Cost>> }

/** The interval in milliseconds at which lock waits are sampled. */
const SAMPLE_INTERVAL = 50

/** Measures the cost of calls to the instances and the database, from /proc and the database's own counters. */
function createMeter(programs: Program[], postgresPid: number, client: Client): Meter {
  const spent = () => {
    const ours = programs.reduce((sum, program) => sum + processorTime(program.process.pid!), 0)
    // The time of children that have ended is included in their parent's.
    const database = [postgresPid, ...childrenOf(postgresPid)].reduce(
      (sum, pid) => sum + processorTime(pid),
      0,
    )
    return { ours, database }
  }
  const ask = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0)
  const committed = () =>
    ask('SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()')
  return {
    async start() {
      const [before, commits] = [spent(), await committed()]
      let [samples, waits] = [0, 0]
      const controller = new AbortController()
      const sampling = (async () => {
        while (!controller.signal.aborted) {
          waits += await ask(`SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
          samples++
          await sleep(SAMPLE_INTERVAL)
        }
      })()
      return async (calls) => {
        const after = spent()
        controller.abort()
        await sampling
        return {
          ours: (after.ours - before.ours) / calls,
          database: (after.database - before.database) / calls,
          // Subtracts the meter's own queries.
          transactions: ((await committed()) - commits - samples - 1) / calls,
          lockWaits: waits / samples,
        }
      }
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
