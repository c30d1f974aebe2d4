import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ExtractionResult, ExtractionTask, Report } from './extraction-worker.ts'

/** What came of one task: its result, a bug, or the end of the thread. */
type ThreadOutcome = ExtractionResult | { bug: Error } | { end: ThreadEnd }

export type ThreadEnd = 'time' | 'memory' | 'crash'

/** A thread that does one task after the other. Keeps no process alive while it has nothing to do. */
export type ExtractionThread = {
  /**
   * Ends the thread when `timeIsOver` comes first; it is asked once the thread is ready. `moments` is waited for
   * between two looks at its memory. Never rejects.
   */
  run(
    task: ExtractionTask,
    timeIsOver: () => Promise<void>,
    moments: () => Promise<void>,
  ): Promise<ThreadOutcome>
  isAlive(): boolean
  end(): Promise<void>
}

const MEGABYTE = 1024 * 1024
const STACK_MEGABYTES = 8
/** More makes large pages a seventh faster, and lets each thread keep 30 MB more. */
const YOUNG_MEGABYTES = 12

/** Starts a thread. */
export function createExtractionThread({ maxMegabytes }: { maxMegabytes: number }): ExtractionThread {
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    // What takes foreign pages apart needs nothing of the service's settings.
    env: cacheSetting(),
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
  let settle: ((outcome: ThreadOutcome) => void) | undefined
  let begin: (() => void) | undefined

  worker.on('message', (report: Report) => {
    if (report === 'ready') {
      isReady = true
      begin?.()
    } else if ('bug' in report) {
      settle?.({ bug: Object.assign(new Error(report.bug.message), { stack: report.bug.stack }) })
    } else settle?.(report)
  })
  worker.on('error', (error: Error & { code?: string }) => {
    isAlive = false
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') settle?.({ end: 'memory' })
    // Before it was ready no page can be the cause.
    else settle?.(isReady ? { end: 'crash' } : { bug: error })
  })
  worker.on('exit', () => {
    isAlive = false
    settle?.({ end: 'crash' })
  })

  async function end(): Promise<void> {
    isAlive = false
    await worker.terminate()
  }

  /** Array buffers do not count against the limits above: a few kilobytes of a PDF may unfold to gigabytes. */
  async function outgrows(isOver: () => boolean, moments: () => Promise<void>): Promise<boolean> {
    while (!isOver()) {
      const heap = await worker.getHeapStatistics().catch(() => undefined)
      if ((heap?.external_memory ?? 0) > maxMegabytes * MEGABYTE) return true
      await moments()
    }
    return false
  }

  function handOver(task: ExtractionTask): void {
    if (!('page' in task)) return worker.postMessage(task, [])
    // A copy that can be handed over: the page is still needed here, and may lie in a larger buffer.
    const body = new Uint8Array(task.page.body)
    worker.postMessage({ page: { ...task.page, body } } satisfies ExtractionTask, [body.buffer])
  }

  async function run(
    task: ExtractionTask,
    timeIsOver: () => Promise<void>,
    moments: () => Promise<void>,
  ): Promise<ThreadOutcome> {
    worker.ref()
    let isOver = false
    const outcome = await new Promise<ThreadOutcome>((resolve) => {
      settle = resolve
      begin = () => {
        begin = undefined
        handOver(task)
        void timeIsOver().then(() => resolve({ end: 'time' }))
        void outgrows(() => isOver || !isAlive, moments).then(
          (isTooLarge) => isTooLarge && resolve({ end: 'memory' }),
        )
      }
      if (isReady) begin()
    })
    isOver = true
    settle = undefined
    worker.unref()
    if ('end' in outcome) await end()
    return outcome
  }

  return { run, isAlive: () => isAlive, end }
}

/** A thread does not share what the process keeps of compiled code, unless it is told where. */
function cacheSetting(): Record<string, string> {
  const compiled = getCompileCacheDir()
  // Node's own folder for its version lies in the one that was named.
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }
}
