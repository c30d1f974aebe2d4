import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ExtractionResult, ExtractionTask, Report } from './extraction-worker.ts'

/** The outcome of a task: its result, a bug, or the end of the thread. */
export type ThreadOutcome = ExtractionResult | { bug: Error } | { end: ThreadEnd }

export type ThreadEnd = 'time' | 'memory' | 'crash'

type Waits = { waitForTimeLimit(): Promise<void>; waitForMemoryCheck(): Promise<void> }

/** A thread that runs one task at a time. An idle thread doesn't keep the process alive. */
export type ExtractionThread = {
  /**
   * Runs a task, and ends the thread when `waitForTimeLimit` resolves first; that is called once the thread is ready.
   * `waitForMemoryCheck` waits between two checks of the memory. Never rejects.
   */
  run(task: ExtractionTask, waits: Waits): Promise<ThreadOutcome>
  isAlive(): boolean
  end(): Promise<void>
}

const MEGABYTE = 1024 * 1024
const STACK_MEGABYTES = 8
/** A larger value makes large pages 15 % faster, but costs each thread 30 MB more. */
const YOUNG_MEGABYTES = 12

export function createExtractionThread({ maxMegabytes }: { maxMegabytes: number }): ExtractionThread {
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    // The code that parses pages of others needs none of the service's settings.
    env: compileCacheEnvironment(),
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: maxMegabytes,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      stackSizeMb: STACK_MEGABYTES,
    },
  })
  worker.unref()
  let isAlive = true
  let isReady = false
  let settleRun: ((outcome: ThreadOutcome) => void) | undefined
  let startRun: (() => void) | undefined

  worker.on('message', (report: Report) => {
    if (report === 'ready') {
      isReady = true
      startRun?.()
    } else if ('bug' in report) {
      settleRun?.({ bug: Object.assign(new Error(report.bug.message), { stack: report.bug.stack }) })
    } else settleRun?.(report)
  })
  worker.on('error', (error: Error & { code?: string }) => {
    isAlive = false
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') settleRun?.({ end: 'memory' })
    // No page can be the cause before the thread is ready.
    else settleRun?.(isReady ? { end: 'crash' } : { bug: error })
  })
  worker.on('exit', () => {
    isAlive = false
    settleRun?.({ end: 'crash' })
  })

  async function end(): Promise<void> {
    isAlive = false
    await worker.terminate()
  }

  /**
   * Whether the thread's memory exceeds its limit. Array buffers don't count towards the limits above: a PDF of a few
   * kilobytes may unpack to gigabytes.
   */
  async function exceedsMemory(
    isOver: () => boolean,
    waitForMemoryCheck: () => Promise<void>,
  ): Promise<boolean> {
    while (!isOver()) {
      const heap = await worker.getHeapStatistics().catch(() => undefined)
      if ((heap?.external_memory ?? 0) > maxMegabytes * MEGABYTE) return true
      await waitForMemoryCheck()
    }
    return false
  }

  function postTask(task: ExtractionTask): void {
    if (!('page' in task)) return worker.postMessage(task, [])
    // A copy that can be transferred: the page is still needed here, and may be part of a larger buffer.
    const body = new Uint8Array(task.page.body)
    worker.postMessage({ page: { ...task.page, body } } satisfies ExtractionTask, [body.buffer])
  }

  async function run(
    task: ExtractionTask,
    { waitForTimeLimit, waitForMemoryCheck }: Waits,
  ): Promise<ThreadOutcome> {
    worker.ref()
    let isOver = false
    const outcome = await new Promise<ThreadOutcome>((resolve) => {
      settleRun = resolve
      startRun = () => {
        startRun = undefined
        postTask(task)
        void waitForTimeLimit().then(() => resolve({ end: 'time' }))
        void exceedsMemory(() => isOver || !isAlive, waitForMemoryCheck).then(
          (isTooLarge) => isTooLarge && resolve({ end: 'memory' }),
        )
      }
      if (isReady) startRun()
    })
    isOver = true
    settleRun = undefined
    worker.unref()
    if ('end' in outcome) await end()
    return outcome
  }

  return { run, isAlive: () => isAlive, end }
}

/** A thread doesn't use the process's compile cache unless it is told where it is. */
function compileCacheEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir()
  // Node puts a subfolder for its version into the folder that was set.
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }
}
