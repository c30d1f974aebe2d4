import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { NO_METADATA, type WebPage, type Extraction } from './page.ts'
import type { ExtractionResult } from './extraction-worker.ts'
import { type Requester, createPageQueue } from './page-queue.ts'
import { createExtractionThread, type ExtractionThread, type ThreadEnd } from './extraction-thread.ts'
import { TOO_COMPLEX } from './rendered-article.ts'

/** Turns pages into articles that are safe to show, away from the thread that answers requests. */
export type ExtractionPool = {
  /**
   * Reads a page when its turn comes, in which accounts take turns; of a very large one only the beginning. Pages that
   * take long wait for each other and leave a thread to the rest. A page that takes too much time or memory is unreadable. Rejects for a bug, and for what is still waiting when the reader is
   * closed.
   */
  read(page: WebPage, requester: Requester): Promise<Extraction>
  /**
   * Makes an extracted article safe to show, for somebody who waits for it: before the pages, and in a thread more
   * where these take all others. TOO_COMPLEX where it takes too much time or memory. Rejects as `read` does.
   */
  render(article: string): Promise<string>
  close(): Promise<void>
}

/** Durations in milliseconds. */
export type ExtractionPoolOptions = {
  clock: Clock
  /** That read pages; one more renders articles. */
  maxThreads: number
  /** For each attempt at a page or an article. */
  timeLimit: number
  /** An idle thread holds its memory for so long. */
  idleLimit: number
  /** Of a thread's heap. */
  maxMegabytes: number
  /** Of a page; the rest is cut. */
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

/** How often the memory of a thread is looked at. */
const MEMORY_LOOK = SECOND / 5

/** After this, a page leaves its thread to one of an account that has used less, which waits no longer. */
const SHORT_TIME = SECOND

/** Once more in a fresh thread: what went before may have used up the first. */
const MAX_ATTEMPTS = 2

type Task = PageTask | ArticleTask
type PageTask = Work & { work: { page: WebPage }; requester: Requester; isLong: boolean }
type ArticleTask = Work & { work: { article: string } }

type Work = {
  attempts: number
  resolve(result: ExtractionResult): void
  /** Takes what no thread could do as done. */
  giveUp(end: ThreadEnd): void
  reject(error: Error): void
}

/** `leave` ends its wait for the end. */
type IdleThread = { thread: ExtractionThread; leave: AbortController }

/**
 * Starts no thread before there is something to read. `piscina` can end a thread, but its queue has to give a task to
 * any thread that is free, where a page may have to wait here, and it does not tell which thread does a task, whose
 * memory outside the heap is watched.
 */
export function createExtractionPool(options: Partial<ExtractionPoolOptions> = {}): ExtractionPool {
  const { clock, maxThreads, timeLimit, idleLimit, maxMegabytes, maxBytes } = { ...DEFAULTS, ...options }
  const pages = createPageQueue<PageTask>(clock)
  const articles: ArticleTask[] = []
  const idle: IdleThread[] = []
  const busy = new Map<ExtractionThread, Task>()
  /** Pages that never leave their thread, so that each page is read some day; one thread is left without. */
  const unhurried = new Set<Task>()
  const maxUnhurried = Math.max(1, maxThreads - 1)
  /** Other pages that have had their short time, since when, and what ends their reading. */
  const yielding = new Map<PageTask, { since: number; leave: () => void }>()
  let isClosed = false

  function next(): void {
    if (isClosed) return
    for (let task = takeTask(); task; task = takeTask()) void work(takeThread(), task)
    const reading = pagesRead()
    for (const [page, { since, leave }] of yielding)
      if (pages.isLighterWaiting(reading, page, clock.now() - since)) leave()
  }

  /** A thread is left for pages however many articles wait, and one for articles however many pages. */
  function takeTask(): Task | undefined {
    const reading = pagesRead()
    const isFull = busy.size > maxThreads
    if (!isFull && busy.size - reading.length < maxThreads && articles.length > 0) return articles.shift()
    return !isFull && reading.length < maxThreads
      ? pages.take(reading, unhurried.size < maxUnhurried)
      : undefined
  }

  function pagesRead(): PageTask[] {
    return [...busy.values()].filter(isPage)
  }

  function takeThread(): ExtractionThread {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      if (!rested.thread.isAlive()) continue
      rested.leave.abort()
      return rested.thread
    }
    return createExtractionThread({ maxMegabytes })
  }

  async function work(thread: ExtractionThread, task: Task): Promise<void> {
    const isHurried = isPage(task) && unhurried.size >= maxUnhurried
    if (isPage(task) && !isHurried) unhurried.add(task)
    let hasLeft = false
    const { promise: left, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      hasLeft = true
      resolve()
    }
    busy.set(thread, task)
    task.attempts += 1
    const startedAt = clock.now()
    const over = new AbortController()
    const watch = async () => {
      await clock.wait(SHORT_TIME, over.signal)
      if (over.signal.aborted || !isPage(task)) return
      yielding.set(task, { since: startedAt, leave })
      next()
    }
    const timeIsOver = () => {
      if (isHurried) void watch()
      return Promise.race([clock.wait(timeLimit, over.signal), left])
    }
    const outcome = await thread.run(task.work, timeIsOver, () => clock.wait(MEMORY_LOOK, over.signal))
    over.abort()
    busy.delete(thread)
    unhurried.delete(task)
    if (isPage(task)) yielding.delete(task)
    if (isClosed) return
    if (isPage(task)) pages.charge(task.requester.accountId, clock.now() - startedAt)
    if (isPage(task) && hasLeft && 'end' in outcome && outcome.end === 'time') putOff(task)
    else if ('end' in outcome) retry(task, outcome.end)
    else {
      if ('bug' in outcome) task.reject(outcome.bug)
      else task.resolve(outcome)
      if (thread.isAlive()) rest(thread)
    }
    next()
  }

  /** At the end of the line, so that what is behind it comes first. */
  function retry(task: Task, end: ThreadEnd): void {
    if (task.attempts < MAX_ATTEMPTS) add(task)
    else task.giveUp(end)
  }

  /** Until its turn among the pages that never leave their thread. */
  function putOff(task: PageTask): void {
    add({ ...task, isLong: true, attempts: task.attempts - 1 })
  }

  function add(task: Task): void {
    if (isPage(task)) pages.add(task)
    else articles.push(task)
  }

  function rest(thread: ExtractionThread): void {
    const leave = new AbortController()
    const entry = { thread, leave }
    idle.push(entry)
    void endWhenIdle(entry)
  }

  async function endWhenIdle(entry: IdleThread): Promise<void> {
    await clock.wait(idleLimit, entry.leave.signal)
    if (entry.leave.signal.aborted) return
    idle.splice(idle.indexOf(entry), 1)
    await entry.thread.end()
  }

  function enqueue(task: Task): void {
    if (isClosed) return task.reject(closed())
    add(task)
    next()
  }

  return {
    read: (page, requester) =>
      new Promise((resolve, reject) => {
        const body = page.body.subarray(0, maxBytes)
        enqueue({
          work: { page: { ...page, body } },
          requester,
          isLong: false,
          attempts: 0,
          resolve: (result) => 'extraction' in result && resolve(result.extraction),
          giveUp: (end) => resolve({ ...UNREADABLE, reason: `${ENDS[end]} ${CAPTURE_ADVICE}` }),
          reject,
        })
      }),

    render: (article) =>
      new Promise((resolve, reject) => {
        enqueue({
          work: { article },
          attempts: 0,
          resolve: (result) => 'rendered' in result && resolve(result.rendered),
          giveUp: () => resolve(TOO_COMPLEX),
          reject,
        })
      }),

    async close() {
      isClosed = true
      const left = [...articles.splice(0), ...pages.clear(), ...busy.values()]
      for (const task of left) task.reject(closed())
      for (const { leave } of idle) leave.abort()
      await Promise.all(
        [...idle.splice(0).map(({ thread }) => thread), ...busy.keys()].map((thread) => thread.end()),
      )
    },
  }
}

function isPage(task: Task): task is PageTask {
  return 'page' in task.work
}

const ENDS = {
  time: 'It takes too long to find the text in this page.',
  memory: 'It takes too much memory to find the text in this page.',
  crash: 'This page cannot be taken apart here.',
}
const UNREADABLE = { metadata: NO_METADATA, outcome: 'unreadable' } as const

function closed(): Error {
  return new Error('The reader is closed.')
}
