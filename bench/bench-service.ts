import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open/open.ts'
import { type Agent, connectAgent, PASSWORD, type Person, signUp } from '../test/support/agent.ts'
import { createBrowser } from '../test/support/browser.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startProgram } from '../test/support/program.ts'
import { createDatabase, type Engine } from '../test/support/service.ts'

/** A person, one connected agent, and the ids of all agents that saved their items. */
export type BenchAccount = {
  accountId: string
  /** Distinguishes their items from those of others, which are saved at the same times. */
  index: number
  person: Person
  agent: Agent
  agents: string[]
}

/** A service and its database, which may be reused by later runs. */
export type BenchService = {
  engine: Engine
  url: string
  baseUrl: string
  db: Database
  /** Returns the same person in each run. */
  account(name: string, index: number): Promise<BenchAccount>
  /** Runs `fill` once per database. */
  once(name: string, fill: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

type BenchState = {
  url: string
  done: string[]
  people: Record<string, { email: string; agents: string[] }>
}

const AGENTS = 4

/** Starts the service on an engine. With BENCH_FOLDER the database is stored there and reused by the next run. */
export async function openBenchService(engine: Engine): Promise<BenchService> {
  const reusedFolder = process.env['BENCH_FOLDER']
  const folder = reusedFolder ?? mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const stateFile = join(folder, `${engine}.json`)
  const state: BenchState = existsSync(stateFile)
    ? (JSON.parse(readFileSync(stateFile, 'utf8')) as BenchState)
    : { url: '', done: [], people: {} }
  const saveState = () => writeFileSync(stateFile, JSON.stringify(state))

  const postgres =
    engine === 'postgres' ? await startPostgres(reusedFolder && join(reusedFolder, 'postgres')) : undefined
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url
  const name = state.url === '' && postgres ? new URL(await createDatabase()).pathname : state.url
  state.url = name
  saveState()
  const url = postgres ? postgres.url + name : `sqlite:${folder}/queue.db`
  const program = startProgram({ DATA_DIR: folder, DATABASE_URL: url, HISTORY_DAYS: '36500' })
  const baseUrl = await program.ready()
  const db = await openDatabase(url, () => undefined)

  return {
    engine,
    url,
    baseUrl,
    db,
    async account(name, index) {
      const known = state.people[name]
      const person = known ? await signIn(baseUrl, known.email) : await signUp(baseUrl)
      const agent = await connectAgent(baseUrl, person)
      if (!known) {
        const agents = [agent.clientId]
        while (agents.length < AGENTS) agents.push((await connectAgent(baseUrl, person)).clientId)
        state.people[name] = { email: person.email, agents }
        saveState()
      }
      const account = await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', person.email)
      return { accountId: account!.id, index, person, agent, agents: state.people[name]!.agents }
    },
    async once(name, fill) {
      if (state.done.includes(name)) return
      await fill()
      state.done.push(name)
      saveState()
    },
    async stop() {
      await db.close()
      program.process.kill()
      await program.ended
      await postgres?.stop()
      if (!reusedFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(baseUrl: string, email: string): Promise<Person> {
  const browser = createBrowser(baseUrl)
  await browser.submit(await browser.open('/login'), { email, password: PASSWORD })
  return { email, browser }
}
