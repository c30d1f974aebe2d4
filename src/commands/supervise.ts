import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config/config.ts'
import { pause, SECOND, systemClock } from '../ports/clock.ts'
import { onStop } from './on-stop.ts'

/** What a worker says when it serves. */
export type Ready = { ready: string }

const FIRST_WAIT = SECOND
const MAX_WAIT = 30 * SECOND
/** Who lived so long did not die of its start. */
const PROVEN = 60 * SECOND

type Process = { worker: Worker; ended: Promise<unknown[]> }

/**
 * Serves in several processes that share the port. The first one brings the database up to date and shows that
 * everything is right before the others start; one that dies is started again, later each time.
 */
export async function supervise(config: Config, print: (text: string) => void): Promise<void> {
  const stopping = new AbortController()
  onStop(async () => {
    stopping.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
  })

  async function keepServing(place: number, first: Process): Promise<void> {
    let { ended } = first
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, MAX_WAIT)) {
      const begunAt = systemClock.now()
      const [code, signal] = await ended
      if (stopping.signal.aborted) return
      if (systemClock.now() - begunAt > PROVEN) wait = FIRST_WAIT
      print(`A worker ended (${String(signal ?? code)}); another one starts in ${wait / SECOND} s.`)
      await pause(wait)
      if (stopping.signal.aborted) return
      ended = start(config, place).ended
    }
  }

  const first = start(config, 0)
  const ready = await readiness(first)
  if (ready === undefined) return void (process.exitCode = 1)
  const processes = [first]
  for (let place = 1; place < config.workers; place++) processes.push(start(config, place))
  await Promise.all(processes.slice(1).map(readiness))
  print(ready)
  await Promise.all(processes.map((process, place) => keepServing(place, process)))
}

/** Workers count for themselves: the first one at the configured port, each further one at the next. */
function start({ metricsAddress }: Config, place: number): Process {
  const { host, port } = metricsAddress ?? {}
  const worker = cluster.fork(port === undefined ? {} : { METRICS_ADDRESS: `[${host}]:${port + place}` })
  return { worker, ended: once(worker, 'exit') }
}

/** What a worker prints when it serves; undefined where it ends before. */
function readiness({ worker, ended }: Process): Promise<string | undefined> {
  const told = once(worker, 'message').then(([message]) => (message as Ready).ready)
  return Promise.race([told, ended.then(() => undefined)])
}

async function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await ended
}
