import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import { pause } from '../../ports/clock.ts'
import { diskFull, isDiskFull } from '../disk-full.ts'
import { isBusy, occupied } from './sqlite-busy.ts'

/** Milliseconds between two attempts to begin while another process is at a change, and how many there are. */
const BEGIN_RETRY = 10
const BEGIN_ATTEMPTS = 500
/** Changes of one process that wait for each other, and those that share a commit. */
const MAX_WAITING = 1000
const MAX_SHARING = 32
/** Seconds. */
const RETRY_AFTER = 5

export type GroupCommit = {
  /** Makes a change when its turn comes; it is on the disk when what it gives, or throws, is told. */
  change<T>(work: () => Promise<T>): Promise<T>
  /** Does when its turn comes what the engine does in no transaction. */
  between<T>(work: () => Promise<T>): Promise<T>
}

type Waiting = {
  isBetween: boolean
  work: () => Promise<unknown>
  tell: (value: unknown) => void
  refuse: (error: unknown) => void
}

/**
 * Changes of a file in turns, each whole or undone. Those that wait at the same moment are one transaction with a
 * savepoint for each, because what a change costs is above all its wait for the disk. What any of them found and did
 * is told to nobody before all are on the disk.
 */
export function createGroupCommit(writer: DatabaseSync): GroupCommit {
  const begin = prepareStep(writer, 'BEGIN IMMEDIATE')
  const commit = prepareStep(writer, 'COMMIT')
  const rollback = prepareStep(writer, 'ROLLBACK')
  const mark = prepareStep(writer, 'SAVEPOINT one')
  const keep = prepareStep(writer, 'RELEASE one')
  const undo = prepareStep(writer, 'ROLLBACK TO one')
  const waiting: Waiting[] = []
  let sharing = 0

  /** Gives what tells the outcome. */
  async function runOne({ work, tell, refuse }: Waiting, isShared: boolean): Promise<() => void> {
    if (isShared) mark.run()
    try {
      const value = await work()
      if (isShared) keep.run()
      return () => tell(value)
    } catch (error) {
      // What the engine has undone altogether, for want of room above all, it has undone for all.
      if (!isShared || !writer.isTransaction) throw error
      undo.run()
      keep.run()
      return () => refuse(error)
    }
  }

  function takeBack(): void {
    try {
      if (writer.isOpen && writer.isTransaction) rollback.run()
    } catch {
      // Then nothing begins until it can be taken back, and each group tries that again.
    }
  }

  async function runInOneCommit(group: Waiting[]): Promise<void> {
    const outcomes: (() => void)[] = []
    try {
      await whenFree(() => begin.run())
      for (const one of group) outcomes.push(await runOne(one, group.length > 1))
      commit.run()
    } catch (error) {
      takeBack()
      for (const { refuse } of group) refuse(isDiskFull(error) ? diskFull(error) : error)
      return
    }
    for (const tell of outcomes) tell()
  }

  /** Those whose turn it is: the changes up to what is done between them, or that alone. */
  function takeGroup(): Waiting[] {
    if (waiting[0]?.isBetween) return waiting.splice(0, 1)
    const end = waiting.findIndex(({ isBetween }) => isBetween)
    return waiting.splice(0, end === -1 ? MAX_SHARING : Math.min(end, MAX_SHARING))
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      // Requests that have come in meanwhile get as far as their own change first.
      await setImmediate()
      const group = takeGroup()
      sharing = group.length
      if (group[0]?.isBetween) await group[0].work().then(group[0].tell, group[0].refuse)
      else await runInOneCommit(group)
      sharing = 0
    }
  }

  function enqueue<T>(work: () => Promise<T>, isBetween: boolean): Promise<T> {
    if (waiting.length + sharing >= MAX_WAITING) {
      const detail = 'Too many changes wait at this moment. Try again in a few seconds.'
      return Promise.reject(new Failure('busy', detail, { retryAfter: RETRY_AFTER }))
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // Another's turn starts it, but its log lines are of its own request.
    const tell = resolve as Waiting['tell']
    waiting.push({ isBetween, work: AsyncLocalStorage.bind(work), tell, refuse: reject })
    if (waiting.length === 1 && sharing === 0) void runAll()
    return promise
  }

  return {
    change: (work) => enqueue(work, false),
    between: (work) => enqueue(work, true),
  }
}

function prepareStep(writer: DatabaseSync, sql: string): StatementSync {
  const step = writer.prepare(sql)
  // Each tells the last row id as well, and changing FTS5's tables leaves one past what a number holds.
  step.setReadBigInts(true)
  return step
}

/** Begins once no other process is at a change; waits in small steps, so that the rest of this process goes on. */
async function whenFree(begin: () => unknown): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      begin()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (attempt === BEGIN_ATTEMPTS) throw occupied(error)
      await pause(BEGIN_RETRY)
    }
  }
}
