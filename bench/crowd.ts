import { connectAgent, type Person, signUp } from '../test/support/agent.ts'
import {
  type ServiceProcess,
  type Latency,
  openLatencyProbe,
  startServiceProcess,
} from '../test/support/latency-probe.ts'
import { print } from './compare.ts'
import { type Attack, attacks } from './crowd-attacks.ts'
import { addResult } from './results.ts'

/** The allowed response time in milliseconds during an attack, or ten times the quiet time if that is more. */
const MAX_LATENCY = 250
const MAX_SLOWDOWN = 10

/** Measures how each attack of one caller affects another account's `GET /queue`; only those that a word names, if any. */
export async function benchCrowd(): Promise<void> {
  print('\nGET /queue of a probe in milliseconds, 50th and 95th percentile of the time:')
  print(`  ${'attack'.padEnd(44)} ${'quiet'.padStart(13)} ${'under it'.padStart(15)} ${'worst'.padStart(8)}`)
  const [, word = ''] = process.argv.slice(2)
  for (const attack of attacks) if (attack.name.includes(word)) await measure(attack)
}

/** Uses a fresh service for each attack, so that none affects the next. */
async function measure({ name, prepare }: Attack): Promise<void> {
  const service = await startServiceProcess('sqlite', { AGENT_CHANGES_A_MINUTE: '0' })
  try {
    const probe = await openLatencyProbe(service)
    const attack = await prepare(await openAttacker(service))
    const latency = await probe.measureDuring(attack)
    print(rowOf(name, latency))
    const most = Math.max(MAX_LATENCY, MAX_SLOWDOWN * latency.quiet.p95)
    addResult({ work: `Other account, ${name}`, measured: latency.p95, unit: 'ms', atMost: most })
  } catch (error) {
    print(`  ${name.padEnd(44)} ${String(error)}`)
    addResult({ work: `Other account, ${name}`, measured: Infinity, unit: 'ms', atMost: MAX_LATENCY })
  } finally {
    await service.stop()
  }
}

async function openAttacker(service: ServiceProcess) {
  const person: Person = await signUp(service.baseUrl)
  return { service, person, agent: await connectAgent(service.baseUrl, person, 'Attacker') }
}

function rowOf(name: string, { quiet, median, p95, worst }: Latency): string {
  const pair = (one: { median: number; p95: number }) => `${one.median.toFixed(1)} / ${one.p95.toFixed(1)}`
  const cells = [pair(quiet).padStart(13), pair({ median, p95 }).padStart(15), worst.toFixed(1).padStart(8)]
  return `  ${name.padEnd(44)} ${cells.join(' ')}`
}
