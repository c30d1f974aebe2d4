import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config/config.ts'
import { sleep, SECOND, systemClock } from '../ports/clock.ts'
import { requireFreePort } from '../server/listen.ts'
import { onStop } from './on-stop.ts'

/** Sent by a worker when it is ready: the text to print, and the port that it listens on. */
export type Ready = { text: string; port: number }

const FIRST_RESTART_DELAY = SECOND
const MAX_RESTART_DELAY = 30 * SECOND
/** A worker that ran this long resets the restart delay. */
const STABLE_AFTER = 60 * SECOND

type WorkerProcess = { worker: Worker; ended: Promise<unknown[]> }

/**
 * Serves in several worker processes that listen on the same port. The first one migrates the database and has to become ready
 * before the others start. A worker that exits is restarted with increasing delays.
 */
export async function supervise(config: Config, print: (text: string) => void): Promise<void> {
  // Workers of another service would share it.
  await requireFreePort(config)
  const stopping = new AbortController()
  onStop(async () => {
    stopping.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
  })

  async function restartOnExit(index: number, first: WorkerProcess): Promise<void> {
    let { ended } = first
    for (let delay = FIRST_RESTART_DELAY; ; delay = Math.min(delay * 2, MAX_RESTART_DELAY)) {
      const startedAt = systemClock.now()
      const [code, signal] = await ended
      if (stopping.signal.aborted) return
      if (systemClock.now() - startedAt > STABLE_AFTER) delay = FIRST_RESTART_DELAY
      print(`A worker ended (${String(signal ?? code)}); another one starts in ${delay / SECOND} s.`)
      await sleep(delay)
      if (stopping.signal.aborted) return
      ended = forkWorker(workerConfig, index).ended
    }
  }

  const first = forkWorker(config, 0)
  const ready = await waitUntilReady(first)
  if (ready === undefined) return void (process.exitCode = 1)
  const workerConfig = { ...config, port: ready.port }
  const processes = [first]
  for (let index = 1; index < config.workers; index++) processes.push(forkWorker(workerConfig, index))
  await Promise.all(processes.slice(1).map(waitUntilReady))
  print(ready.text)
  await Promise.all(processes.map((process, index) => restartOnExit(index, process)))
}

/** Each worker has its own metrics: the first at the configured port, each further one at the next. */
function forkWorker({ port, metricsAddress }: Config, index: number): WorkerProcess {
  const metrics = metricsAddress && {
    METRICS_ADDRESS: `[${metricsAddress.host}]:${metricsAddress.port + index}`,
  }
  const worker = cluster.fork({ PORT: port, ...metrics })
  return { worker, ended: once(worker, 'exit') }
}

/** What a worker sends when it is ready; undefined if it exits before. */
function waitUntilReady({ worker, ended }: WorkerProcess): Promise<Ready | undefined> {
  const ready = once(worker, 'message').then(([message]) => message as Ready)
  return Promise.race([ready, ended.then(() => undefined)])
}

async function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await ended
}
