import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAgent, signUp } from '../test/support/agent.ts'
import { deadLink } from '../test/support/links.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Program, startProgram } from '../test/support/program.ts'
import { createDatabase } from '../test/support/service.ts'
import { CONNECTIONS, median, print } from './compare.ts'
import { type Call, callsPerSecond } from './load.ts'
import { note } from './results.ts'

const ITEMS = 25
const AGENTS = 4
const ROUNDS = 7
const ROUND_MS = 2000

/** Measures two instances on one PostgreSQL beside one of them, in turns and under the same number of connections. */
export async function benchInstances(): Promise<void> {
  // What others take before we start is not ours.
  const cores = availableParallelism()
  const load = loadavg()[0]!
  const isFree = cores - load >= 2
  print(`\n${cores} cores, load average ${load.toFixed(1)}: two cores were ${isFree ? '' : 'not '}free.`)
  print('The instances share the cores with PostgreSQL and with what sends the calls.')
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  const programs: Program[] = []
  try {
    const env = { DATA_DIR: folder, DATABASE_URL: await createDatabase(), ALLOW_PRIVATE_FETCH: '1' }
    const origins: string[] = []
    for (let instance = 0; instance < 2; instance++) {
      const program = startProgram(env)
      programs.push(program)
      origins.push(await program.ready())
    }
    // Of several people, since each account's changes wait for each other.
    const tokens: string[] = []
    for (let index = 0; index < AGENTS; index++) {
      const agent = await connectAgent(origins[0]!, await signUp(origins[0]!))
      for (let item = 0; item < ITEMS; item++) await agent.save({ url: `${deadLink('a-page')}?${item}` })
      tokens.push(agent.access)
    }
    const accept = 'application/vnd.siren+json'
    let number = 0
    await compareInstances('GET /queue', origins, tokens, (origin, token) => {
      return { origin, path: '/queue', headers: { accept, authorization: `Bearer ${token}` } }
    })
    await compareInstances('Saving a new link', origins, tokens, (origin, token) => ({
      origin,
      path: '/queue',
      headers: { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: () => JSON.stringify({ url: `${deadLink('a-new-page')}?${number++}` }),
    }))
  } finally {
    for (const program of programs) program.process.kill()
    await Promise.all(programs.map(({ ended }) => ended))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareInstances(
  name: string,
  origins: string[],
  tokens: string[],
  callOf: (origin: string, token: string) => Call,
): Promise<void> {
  const measure = async (used: string[]) => {
    const each = CONNECTIONS / tokens.length / used.length
    const calls = used.flatMap((origin) => tokens.map((token) => callOf(origin, token)))
    const rates = await Promise.all(calls.map((call) => callsPerSecond(call, each, ROUND_MS)))
    return rates.reduce((sum, rate) => sum + rate, 0)
  }
  print(`\n${name}, ${CONNECTIONS} connections:`)
  const rounds: { one: number; two: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, two] = [await measure([origins[round % 2]!]), await measure(origins)]
    // The first round is for warming up.
    if (round === 0) continue
    rounds.push({ one, two })
    print(`  round ${round}: ${one.toFixed(0)}/s by one, ${two.toFixed(0)}/s by two`)
  }
  const ratio = median(rounds.map(({ one, two }) => two / one))
  print(`  median ratio ${ratio.toFixed(2)}`)
  note({ work: `${name}, two instances to one`, measured: ratio, atLeast: 1.6 })
}
