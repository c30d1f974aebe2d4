import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Agent, connectAgent, type Person, signUp } from './agent.ts'
import type { ProbeResult, ProbeTarget, ProbeTimes } from './latency-probe-thread.ts'
import { deadLink } from './links.ts'
import { startProgram } from './program.ts'
import { createDatabase, type Engine } from './service.ts'

/**
 * Measures the response times of another account during an attack:
 *
 *     const service = await startServiceProcess('sqlite')
 *     const probe = await openLatencyProbe(service)
 *     assertLowLatency(await probe.measureDuring(() => attack(service)))
 *
 * The requests are made in a separate thread, so that the attacker's work in the test's process is not measured. The
 * service must run in its own process (`startServiceProcess`) for the same reason.
 */
export type LatencyProbe = {
  person: Person
  agent: Agent
  /**
   * Measures `GET /queue` alone, then repeatedly until `attack` is over, one request after the other, each on a new
   * connection, and a request to a server that does nothing after each. Throws if a response is not 200.
   */
  measureDuring(attack: () => Promise<unknown>): Promise<Latency>
}

/** Milliseconds. */
export type Percentiles = { median: number; p95: number }

/**
 * Response times during an attack, in a quiet period, and of the server that does nothing during the attack, in
 * milliseconds, and the number of responses.
 */
export type Latency = Percentiles & {
  quiet: Percentiles
  floor: Percentiles
  worst: number
  responses: number
}

const ITEMS = 5
const QUIET_MS = 1500

export async function openLatencyProbe({ baseUrl }: { baseUrl: string }): Promise<LatencyProbe> {
  const person = await signUp(baseUrl)
  const agent = await connectAgent(baseUrl, person, 'Latency probe')
  for (let index = 0; index < ITEMS; index++) await agent.save({ url: deadLink(`probe/${index}`) })
  const target = { url: `${baseUrl}/queue`, access: agent.access, floor: await startFloor() }
  // The first requests only warm up the service.
  await probeDuring(target, () => wait(QUIET_MS / 3))
  return {
    person,
    agent,
    async measureDuring(attack) {
      const quiet = await probeDuring(target, () => wait(QUIET_MS))
      const { times, floor } = await probeDuring(target, attack)
      return {
        quiet: percentiles(quiet.times),
        floor: percentiles(floor),
        ...percentiles(times),
        worst: Math.max(...times),
        responses: times.length,
      }
    },
  }
}

/**
 * Starts the server that does nothing, as a process of its own.
 *
 * @returns Its address.
 */
async function startFloor(): Promise<string> {
  const floor = fork(new URL('./latency-floor.ts', import.meta.url))
  const [port] = (await once(floor, 'message')) as [number]
  floor.unref()
  floor.channel!.unref()
  return `http://127.0.0.1:${port}`
}

/** The limit for the 95th percentile: ten times the quiet one or that of the floor, but no less than 250 ms. */
const MAX_FACTOR = 10
const MIN_LIMIT_MS = 250
/** For slow and busy machines. */
const TOLERANCE = 3

/** Throws if the response times during an attack exceed the limit by more than the tolerance. */
export function assertLowLatency(latency: Latency): void {
  const { quiet, floor } = latency
  const bound = TOLERANCE * Math.max(MAX_FACTOR * Math.max(quiet.p95, floor.p95), MIN_LIMIT_MS)
  assert.ok(latency.p95 <= bound, `more than ${bound.toFixed(0)} ms: ${JSON.stringify(latency)}`)
}

/** A service in its own process, on a new database. */
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
  const folder = mkdtempSync(join(tmpdir(), 'rq-process-'))
  const database = engine === 'sqlite' ? {} : { DATABASE_URL: await createDatabase(engine) }
  const program = startProgram({ DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1', ...database, ...env })
  const stop = async () => {
    program.process.kill('SIGKILL')
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { baseUrl: await program.ready(), memory: () => residentMemory(program.process.pid!), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads /proc, which only Linux has. */
function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function probeDuring(target: ProbeTarget, work: () => Promise<unknown>): Promise<ProbeTimes> {
  const thread = new Worker(new URL('./latency-probe-thread.ts', import.meta.url), { workerData: target })
  const message = once(thread, 'message') as Promise<[ProbeResult]>
  // An early error is reported when the message is awaited below.
  message.catch(() => undefined)
  await once(thread, 'online')
  try {
    await work()
  } finally {
    thread.postMessage('over', [])
  }
  const [result] = await message
  if ('error' in result) throw new Error(`The latency probe failed: ${result.error}`)
  return result
}

/**
 * Percentiles of the elapsed time, not of the number of responses: a response of one second counts as much as a hundred
 * of 10 ms, which could not be measured meanwhile.
 */
function percentiles(times: number[]): Percentiles {
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
