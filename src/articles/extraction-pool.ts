import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { NO_METADATA, type WebPage, type Extraction } from './page.ts'
import type { ExtractionResult } from './extraction-worker.ts'
import { type Requester, createPageQueue } from './page-queue.ts'
import {
  createExtractionThread,
  type ExtractionThread,
  type ThreadEnd,
  type ThreadOutcome,
} from './extraction-thread.ts'
import { createIdleThreads } from './idle-threads.ts'
import { TOO_COMPLEX } from './rendered-article.ts'

/** Turns pages into sanitised articles, outside of the thread that responds to requests. */
export type ExtractionPool = {
  /**
   * Extracts a page when its turn comes; accounts take turns, and pages that take long leave a thread to the others.
   * Only the beginning of a very large page is read. A page that takes too much time or memory is unreadable. Rejects
   * for a bug, and for pages still waiting when the pool is closed.
   */
  read(page: WebPage, requester: Requester): Promise<Extraction>
  /**
   * Sanitises an extracted article, for somebody who is waiting for it: before any pages, and in an extra thread if
   * pages occupy all others. TOO_COMPLEX if it takes too much time or memory. Rejects as `read` does.
   */
  render(article: string): Promise<string>
  close(): Promise<void>
}

/** Durations in milliseconds. */
export type ExtractionPoolOptions = {
  clock: Clock
  /** The threads for pages. There is one more for articles. */
  maxThreads: number
  /** The time for each attempt at a page or an article. */
  timeLimit: number
  /** How long an idle thread is kept. It holds memory meanwhile. */
  idleLimit: number
  /** The heap of a thread. */
  maxMegabytes: number
  /** The bytes of a page that are read. */
  maxBytes: number
}

const DEFAULTS: ExtractionPoolOptions = {
  clock: systemClock,
  maxThreads: 2,
  timeLimit: 10 * SECOND,
  idleLimit: 30 * SECOND,
  maxMegabytes: 256,
  maxBytes: 10 * 1024 * 1024,
}

/** How often the memory of a thread is checked. */
const MEMORY_CHECK_INTERVAL = SECOND / 5

/** After this time a page may be interrupted for a page of an account that has used less time. */
const INTERRUPTIBLE_AFTER = SECOND

/** A second attempt runs in a new thread, since earlier pages may have used up the memory of the first. */
const MAX_ATTEMPTS = 2

type Task = PageTask | ArticleTask
type PageTask = TaskState & { work: { page: WebPage }; requester: Requester; wasInterrupted: boolean }
type ArticleTask = TaskState & { work: { article: string } }

type TaskState = {
  attempts: number
  resolve(result: ExtractionResult): void
  /** Resolves a task that no thread could complete. */
  giveUp(end: ThreadEnd): void
  reject(error: Error): void
}

/** A task in a thread. */
type Run<T extends Task = Task> = {
  task: T
  startedAt: number
  /** Whether it is a page that may not be interrupted, so that every page is completed some day. */
  holdsThread: boolean
  /** Whether it is a page that has used up INTERRUPTIBLE_AFTER, and holds no thread. */
  isInterruptible: boolean
  /** Aborted to take the thread away from a page. */
  interruption: AbortController
  /** Aborted when the task is over, however it ended. */
  end: AbortController
}

/**
 * Starts threads only when there is a page to read. `piscina` isn't used: its queue assigns tasks to any free thread,
 * while here a page may have to wait, and it doesn't tell which thread, whose memory is watched, runs a task.
 */
export function createExtractionPool(options: Partial<ExtractionPoolOptions> = {}): ExtractionPool {
  const { clock, maxThreads, timeLimit, idleLimit, maxMegabytes, maxBytes } = { ...DEFAULTS, ...options }
  const pages = createPageQueue<PageTask>(clock)
  const articles: ArticleTask[] = []
  const idle = createIdleThreads(clock, idleLimit)
  const running = new Map<ExtractionThread, Run>()
  /** Pages may not hold all threads, unless there is only one. */
  const maxHeldThreads = Math.max(1, maxThreads - 1)
  let isClosed = false

  function startTasks(): void {
    if (isClosed) return
    for (let task = takeTask(); task; task = takeTask()) {
      void runTask(idle.take() ?? createExtractionThread({ maxMegabytes }), task)
    }
    interruptPages()
  }

  /** Takes the next task. However many articles wait, one thread is left for pages, and the other way round. */
  function takeTask(): Task | undefined {
    const runningPages = pageRuns().map(({ task }) => task)
    const isFull = running.size > maxThreads
    const runningArticles = running.size - runningPages.length
    if (!isFull && runningArticles < maxThreads && articles.length > 0) return articles.shift()
    return !isFull && runningPages.length < maxThreads ? pages.take(runningPages, canHoldThread()) : undefined
  }

  function pageRuns(): Run<PageTask>[] {
    return [...running.values()].filter(isPageRun)
  }

  function canHoldThread(): boolean {
    return pageRuns().filter(({ holdsThread }) => holdsThread).length < maxHeldThreads
  }

  function interruptPages(): void {
    const runs = pageRuns()
    const runningPages = runs.map(({ task }) => task)
    for (const { task, startedAt, isInterruptible, interruption } of runs) {
      if (isInterruptible && pages.shouldYield(runningPages, task, clock.now() - startedAt))
        interruption.abort()
    }
  }

  async function runTask(thread: ExtractionThread, task: Task): Promise<void> {
    const run: Run = {
      task,
      startedAt: clock.now(),
      holdsThread: isPage(task) && canHoldThread(),
      isInterruptible: false,
      interruption: new AbortController(),
      end: new AbortController(),
    }
    running.set(thread, run)
    task.attempts += 1
    const outcome = await thread.run(task.work, {
      waitForTimeLimit() {
        if (isPage(task) && !run.holdsThread) void makeInterruptible(run)
        return clock.wait(timeLimit, AbortSignal.any([run.end.signal, run.interruption.signal]))
      },
      waitForMemoryCheck: () => clock.wait(MEMORY_CHECK_INTERVAL, run.end.signal),
    })
    run.end.abort()
    running.delete(thread)
    if (isClosed) return
    if (isPage(task)) pages.charge(task.requester.accountId, clock.now() - run.startedAt)
    settle(run, outcome)
    if (thread.isAlive()) idle.add(thread)
    startTasks()
  }

  async function makeInterruptible(run: Run): Promise<void> {
    await clock.wait(INTERRUPTIBLE_AFTER, run.end.signal)
    if (run.end.signal.aborted) return
    run.isInterruptible = true
    startTasks()
  }

  function settle({ task, interruption }: Run, outcome: ThreadOutcome): void {
    if ('bug' in outcome) task.reject(outcome.bug)
    else if (!('end' in outcome)) task.resolve(outcome)
    else if (isPage(task) && interruption.signal.aborted && outcome.end === 'time') enqueueInterrupted(task)
    else if (task.attempts < MAX_ATTEMPTS) enqueue(task)
    else task.giveUp(outcome.end)
  }

  /** Queues a page until it may hold its thread. The interrupted attempt doesn't count. */
  function enqueueInterrupted(task: PageTask): void {
    enqueue({ ...task, wasInterrupted: true, attempts: task.attempts - 1 })
  }

  /** Puts a task last in its queue. */
  function enqueue(task: Task): void {
    if (isPage(task)) pages.add(task)
    else articles.push(task)
  }

  function submit(task: Task): void {
    if (isClosed) return task.reject(closedError())
    enqueue(task)
    startTasks()
  }

  return {
    read: (page, requester) =>
      new Promise((resolve, reject) => {
        const body = page.body.subarray(0, maxBytes)
        submit({
          work: { page: { ...page, body } },
          requester,
          wasInterrupted: false,
          attempts: 0,
          resolve: (result) => 'extraction' in result && resolve(result.extraction),
          giveUp: (end) => resolve({ ...UNREADABLE, reason: `${END_REASONS[end]} ${CAPTURE_ADVICE}` }),
          reject,
        })
      }),

    render: (article) =>
      new Promise((resolve, reject) => {
        submit({
          work: { article },
          attempts: 0,
          resolve: (result) => 'rendered' in result && resolve(result.rendered),
          giveUp: () => resolve(TOO_COMPLEX),
          reject,
        })
      }),

    async close() {
      isClosed = true
      const runs = [...running.values()]
      const unfinished = [...articles.splice(0), ...pages.clear(), ...runs.map(({ task }) => task)]
      for (const task of unfinished) task.reject(closedError())
      await Promise.all([...idle.clear(), ...running.keys()].map((thread) => thread.end()))
    },
  }
}

function isPageRun(run: Run): run is Run<PageTask> {
  return isPage(run.task)
}

function isPage(task: Task): task is PageTask {
  return 'page' in task.work
}

const END_REASONS = {
  time: 'It takes too long to find the text in this page.',
  memory: 'It takes too much memory to find the text in this page.',
  crash: 'This page cannot be taken apart here.',
}
const UNREADABLE = { metadata: NO_METADATA, outcome: 'unreadable' } as const

function closedError(): Error {
  return new Error('The reader is closed.')
}
