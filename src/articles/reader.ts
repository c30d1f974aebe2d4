import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { NO_FACTS, type Page, type Reading } from './page.ts'
import { createReadingThread, type ReadingThread } from './reading-thread.ts'

/** Turns pages into articles, away from the thread that answers requests. */
export type Reader = {
  /**
   * Reads a page when its turn comes; of a very large one only the beginning. A page that takes too much time or
   * memory is unreadable. Rejects for a bug, and for what is still waiting when the reader is closed.
   */
  read(page: Page): Promise<Reading>
  close(): Promise<void>
}

/** Durations in milliseconds. */
export type ReaderOptions = {
  clock: Clock
  maxThreads: number
  /** For each attempt at a page. */
  timeLimit: number
  /** An idle thread holds its memory for so long. */
  idleLimit: number
  /** Of a thread's heap. */
  maxMegabytes: number
  /** Of a page; the rest is cut. */
  maxBytes: number
}

const DEFAULTS: ReaderOptions = {
  clock: systemClock,
  maxThreads: 2,
  timeLimit: 10 * SECOND,
  idleLimit: 30 * SECOND,
  maxMegabytes: 256,
  maxBytes: 10 * 1024 * 1024,
}

/** How often the memory of a thread is looked at. */
const MEMORY_LOOK = SECOND / 5

/** Once more in a fresh thread: what went before may have used up the first. */
const MAX_ATTEMPTS = 2

type Task = {
  page: Page
  attempts: number
  resolve(reading: Reading): void
  reject(error: Error): void
}

/** `leave` ends its wait for the end. */
type IdleThread = { thread: ReadingThread; leave: AbortController }

/** Starts no thread before there is something to read. */
export function createReader(options: Partial<ReaderOptions> = {}): Reader {
  const { clock, maxThreads, timeLimit, idleLimit, maxMegabytes, maxBytes } = { ...DEFAULTS, ...options }
  const waiting: Task[] = []
  const idle: IdleThread[] = []
  const busy = new Map<ReadingThread, Task>()
  let isClosed = false

  function next(): void {
    if (isClosed) return
    while (waiting.length > 0 && (idle.length > 0 || busy.size < maxThreads)) {
      const rested = idle.pop()
      if (rested?.thread.isAlive() === false) continue
      rested?.leave.abort()
      void work(rested?.thread ?? createReadingThread({ maxMegabytes }), waiting.shift()!)
    }
  }

  async function work(thread: ReadingThread, task: Task): Promise<void> {
    busy.set(thread, task)
    task.attempts += 1
    const over = new AbortController()
    const outcome = await thread.read(
      task.page,
      () => clock.wait(timeLimit, over.signal),
      () => clock.wait(MEMORY_LOOK, over.signal),
    )
    over.abort()
    busy.delete(thread)
    if (isClosed) return
    if ('end' in outcome) retry(task, outcome.end)
    else {
      if ('reading' in outcome) task.resolve(outcome.reading)
      else task.reject(outcome.bug)
      if (thread.isAlive()) rest(thread)
    }
    next()
  }

  /** At the end of the line, so that the pages behind it are read first. */
  function retry(task: Task, end: 'time' | 'memory' | 'crash'): void {
    if (task.attempts < MAX_ATTEMPTS) waiting.push(task)
    else task.resolve({ facts: NO_FACTS, outcome: 'unreadable', reason: `${ENDS[end]} ${CAPTURE_ADVICE}` })
  }

  function rest(thread: ReadingThread): void {
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

  return {
    read: (page) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed())
        const body = page.body.subarray(0, maxBytes)
        waiting.push({ page: { ...page, body }, attempts: 0, resolve, reject })
        next()
      }),

    async close() {
      isClosed = true
      const left = [...waiting.splice(0), ...busy.values()]
      for (const task of left) task.reject(closed())
      for (const { leave } of idle) leave.abort()
      await Promise.all(
        [...idle.splice(0).map(({ thread }) => thread), ...busy.keys()].map((thread) => thread.end()),
      )
    },
  }
}

const ENDS = {
  time: 'It takes too long to find the text in this page.',
  memory: 'It takes too much memory to find the text in this page.',
  crash: 'This page cannot be taken apart here.',
}

function closed(): Error {
  return new Error('The reader is closed.')
}
