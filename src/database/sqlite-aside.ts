import { Worker } from 'node:worker_threads'
import { systemClock } from '../ports/clock.ts'
import type { Value } from './database.ts'
import type { Outcome } from './sqlite-statements.ts'
import type { Answer, Question } from './sqlite-thread.ts'

/** Queries of a file that are run one after the other in a thread of their own, so that nothing else waits for them. */
export type Aside = { run(sql: string, values: Value[]): Promise<Outcome>; close(): Promise<void> }

/** Milliseconds that an idle thread holds its memory. */
const IDLE_LIMIT = 60_000

type Asked = { resolve(outcome: Outcome): void; reject(error: Error): void }
type Thread = { worker: Worker; asked: Asked[]; stay: AbortController }

/** Starts no thread before there is something to run, and keeps no process alive for it. */
export function createAside(file: string): Aside {
  let thread: Thread | undefined

  function start(): Thread {
    const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: file,
      env: {},
      execArgv: [],
    })
    const started: Thread = { worker, asked: [], stay: new AbortController() }
    const lose = (error: Error) => {
      if (thread === started) thread = undefined
      for (const { reject } of started.asked.splice(0)) reject(error)
    }
    worker.on('message', (answer: Answer) => {
      const { resolve, reject } = started.asked.shift()!
      if (started.asked.length === 0) void rest(started)
      if ('outcome' in answer) resolve(answer.outcome)
      else reject(new Error(answer.problem))
    })
    worker.on('error', lose)
    worker.on('exit', () => lose(new Error('The thread of searches has ended.')))
    return started
  }

  async function rest(idle: Thread): Promise<void> {
    const { signal } = idle.stay
    idle.worker.unref()
    await systemClock.wait(IDLE_LIMIT, signal)
    if (signal.aborted) return
    thread = undefined
    await idle.worker.terminate()
  }

  return {
    run: (sql, values) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        thread.stay.abort()
        thread.stay = new AbortController()
        thread.worker.ref()
        thread.asked.push({ resolve, reject })
        thread.worker.postMessage({ sql, values } satisfies Question, [])
      }),
    async close() {
      thread?.stay.abort()
      await thread?.worker.terminate()
    },
  }
}
