import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../ports/clock.ts'
import type { Value } from '../database.ts'
import { currentLimit, tooLong } from '../sql/search-limit.ts'
import type { QueryResponse, QueryRequest } from './query-process.ts'
import type { StatementResult } from './sqlite-statements.ts'

/**
 * Runs queries in separate processes, so that they block nothing else. A running SQLite query can only be stopped by
 * killing its process; a thread would have to be waited for.
 */
export type QueryWorker = {
  run(sql: string, values: Value[]): Promise<StatementResult>
  close(): Promise<void>
}

const MAX_PROCESSES = 2
/** Milliseconds before an idle process is stopped to free its memory. */
const IDLE_LIMIT = 60_000

type Query = QueryRequest & {
  limit: AbortSignal | undefined
  resolve(outcome: StatementResult): void
  reject(error: unknown): void
}

type IdleProcess = { child: ChildProcess; reused: AbortController }

/** Starts processes on demand; idle ones do not keep this process alive. */
export function createQueryWorker(file: string): QueryWorker {
  const waiting: Query[] = []
  const idle: IdleProcess[] = []
  const all = new Set<ChildProcess>()
  let isClosed = false

  function start(): ChildProcess {
    const cache = getCompileCacheDir()
    const child = fork(fileURLToPath(new URL('./query-process.ts', import.meta.url)), [file], {
      execArgv: [],
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    all.add(child)
    child.once('exit', () => all.delete(child))
    return child
  }

  function next(): void {
    if (isClosed) return
    while (waiting.length > 0) {
      const parked = idle.pop()
      if (!parked && all.size >= MAX_PROCESSES) return
      parked?.reused.abort()
      const child = parked?.child ?? start()
      if (child.connected) sendQuery(child, waiting.shift()!)
    }
  }

  function sendQuery(child: ChildProcess, { sql, values, limit, resolve, reject }: Query): void {
    child.ref()
    child.channel?.ref()
    const end = (): void => {
      child.off('message', onAnswer).off('exit', onEnd).off('error', onEnd)
      limit?.removeEventListener('abort', onLimit)
    }
    const onAnswer = (answer: QueryResponse): void => {
      end()
      parkIdle(child)
      if ('outcome' in answer) resolve(answer.outcome)
      else reject(Object.assign(new Error(answer.problem), { errcode: answer.errcode }))
      next()
    }
    const onEnd = (): void => {
      end()
      all.delete(child)
      reject(limit?.aborted ? tooLong() : new Error('The process of searches has ended.'))
      next()
    }
    const onLimit = () => child.kill('SIGKILL')
    child.on('message', onAnswer).on('exit', onEnd).on('error', onEnd)
    if (limit?.aborted) onLimit()
    limit?.addEventListener('abort', onLimit)
    child.send({ sql, values } satisfies QueryRequest)
  }

  function parkIdle(child: ChildProcess): void {
    const entry = { child, reused: new AbortController() }
    idle.push(entry)
    child.unref()
    child.channel?.unref()
    void endWhenIdle(entry)
  }

  async function endWhenIdle(entry: IdleProcess): Promise<void> {
    await systemClock.wait(IDLE_LIMIT, entry.reused.signal)
    if (entry.reused.signal.aborted) return
    idle.splice(idle.indexOf(entry), 1)
    entry.child.disconnect()
  }

  return {
    run: (sql, values) =>
      new Promise((resolve, reject) => {
        const limit = currentLimit()
        if (isClosed) return reject(new Error('The database is closed.'))
        if (limit?.aborted) return reject(tooLong())
        waiting.push({ sql, values, limit, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new Error('The database is closed.'))
      for (const { reused } of idle) reused.abort()
      await Promise.all(
        [...all].map(async (child) => {
          const ended = once(child, 'exit')
          // A command that has nothing else to do would end before it.
          child.ref()
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
}
