import { Worker } from 'node:worker_threads'
import { type Clock, SECOND } from '../ports/clock.ts'
import type { CheckedConfig } from './check-service.ts'
import { type Finding, note } from './finding.ts'

/** How long a page waits for the checks, which read the whole database. */
const TIMEOUT = 20 * SECOND

/** Runs the checks in a worker thread, once for concurrent callers; returns the findings so far after the timeout. */
export function createServiceCheck(config: CheckedConfig, clock: Clock): () => Promise<Finding[]> {
  let running: Promise<Finding[]> | undefined
  return () => (running ??= check(config, clock).finally(() => (running = undefined)))
}

async function check(
  { databaseUrl, baseUrl, host, port, trustProxy }: CheckedConfig,
  clock: Clock,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: { databaseUrl, baseUrl, host, port, trustProxy } satisfies CheckedConfig,
    env: {},
    execArgv: [],
  })
  worker.on('message', (found: Finding[]) => findings.push(...found))
  const timer = new AbortController()
  const ended = new Promise<void>((resolve, reject) => worker.on('exit', () => resolve()).on('error', reject))
  const isLate = await Promise.race([
    ended.then(() => false),
    clock.wait(TIMEOUT, timer.signal).then(() => true),
  ]).finally(() => timer.abort())
  if (!isLate) return findings
  await worker.terminate()
  const message = 'The checks take too long for this page. Run npm start -- doctor on the server.'
  return [...findings, note('checks', message)]
}
