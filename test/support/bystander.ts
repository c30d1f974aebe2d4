import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Agent, connectAgent, type Person, signUp } from './agent.ts'
import type { Asked, Asking } from './bystander-thread.ts'
import { deadLink } from './links.ts'
import { startProgram } from './program.ts'
import { createDatabase, type Engine } from './service.ts'

/**
 * Who is there while somebody else does their worst. To hold a service against an attack:
 *
 *     const service = await startServiceProcess('sqlite')
 *     const bystander = await openBystander(service)
 *     assertUndisturbed(await bystander.during(() => attack(service)))
 *
 * A thread of its own asks and takes the time, so that what the attacker computes in the test's process is not
 * counted; the service is to run in a process of its own (`startServiceProcess`) for the same reason.
 */
export type Bystander = {
  person: Person
  agent: Agent
  /**
   * Takes the time of `GET /queue` for itself, then again and again until `attack` is over, one after the other and
   * each over a new connection. Throws where one is not answered with 200.
   */
  during(attack: () => Promise<unknown>): Promise<Disturbance>
}

/** Milliseconds. */
export type Times = { median: number; p95: number }

/** What an attack did to a bystander, in milliseconds, and how many answers they got meanwhile. */
export type Disturbance = Times & { quiet: Times; worst: number; answers: number }

const ITEMS = 5
const QUIET_MS = 1500

export async function openBystander({ baseUrl }: { baseUrl: string }): Promise<Bystander> {
  const person = await signUp(baseUrl)
  const agent = await connectAgent(baseUrl, person, 'Bystander')
  for (let index = 0; index < ITEMS; index++) await agent.save({ url: deadLink(`bystander/${index}`) })
  const ask = (while_: () => Promise<unknown>) =>
    timesOf({ url: `${baseUrl}/queue`, access: agent.access }, while_)
  // The first ones also warm it up.
  await ask(() => wait(QUIET_MS / 3))
  return {
    person,
    agent,
    async during(attack) {
      const quiet = await ask(() => wait(QUIET_MS))
      const times = await ask(attack)
      return { quiet: spread(quiet), ...spread(times), worst: Math.max(...times), answers: times.length }
    },
  }
}

/** What is promised: ten times the quiet time, or so many milliseconds where that is more. */
const MOST_TIMES = 10
const MOST_MS = 250
/** For a machine that is slow, and does other things meanwhile. */
const SLACK = 3

/** Throws where an attack kept a bystander waiting for longer than is promised, and generously so. */
export function assertUndisturbed(disturbance: Disturbance): void {
  const bound = SLACK * Math.max(MOST_TIMES * disturbance.quiet.p95, MOST_MS)
  assert.ok(disturbance.p95 <= bound, `more than ${bound.toFixed(0)} ms: ${JSON.stringify(disturbance)}`)
}

/** A service in a process of its own, on a fresh database. */
export type ServiceProcess = {
  baseUrl: string
  /** Resident memory, in megabytes. */
  memory(): number
  stop(): Promise<void>
}

export async function startServiceProcess(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-aside-'))
  const database = engine === 'sqlite' ? {} : { DATABASE_URL: await createDatabase(engine) }
  const program = startProgram({ DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1', ...database, ...env })
  const stop = async () => {
    program.process.kill('SIGKILL')
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { baseUrl: await program.ready(), memory: () => memoryOf(program.process.pid!), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** From /proc, so it needs Linux. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function timesOf(asking: Asking, during: () => Promise<unknown>): Promise<number[]> {
  const thread = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData: asking })
  const told = once(thread, 'message') as Promise<[Asked]>
  // Where it broke off meanwhile, that is said at the end.
  told.catch(() => undefined)
  await once(thread, 'online')
  try {
    await during()
  } finally {
    thread.postMessage('over', [])
  }
  const [asked] = await told
  if ('error' in asked) throw new Error(`The bystander was not answered: ${asked.error}`)
  return asked.times
}

/**
 * Of the time that passed, not of the answers: one that took a second counts as much as a hundred of 10 ms, which
 * could not be asked for meanwhile.
 */
function spread(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const total = sorted.reduce((sum, time) => sum + time, 0)
  const at = (share: number) => {
    let passed = 0
    return sorted.find((time) => (passed += time) >= share * total)!
  }
  return { median: at(0.5), p95: at(0.95) }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
