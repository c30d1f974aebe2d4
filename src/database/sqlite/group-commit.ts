import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Turn } from '../../concurrency/turn.ts'
import { Failure } from '../../failure.ts'
import { storageFailure } from '../storage-failure.ts'
import { retryWhileBusy } from './sqlite-busy.ts'

/** The number of changes that may wait in one process, and that may share a commit. */
const MAX_WAITING = 1000
const MAX_SHARING = 32
/** Seconds. */
const RETRY_AFTER = 5

export type GroupCommit = {
  /** Runs a change when the queue reaches it. The promise settles after the commit is on disk. */
  change<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` between commits, outside any transaction. */
  runBetweenCommits<T>(work: () => Promise<T>): Promise<T>
}

type GroupCommitOptions = {
  /** Called when the disk is full or the file is damaged. */
  onTrouble: (error: Error) => void
  /** Called when rows were changed. */
  onCommit: () => void
  /** The turn of the event loop that the changes run in. */
  turn: Turn
}

type Waiting = {
  runsBetweenCommits: boolean
  work: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Serializes the changes of a file; each is atomic. Changes that wait at the same time share one transaction, with a
 * savepoint each, because most of the cost of a change is the wait for the disk. No promise settles before the shared
 * commit is on disk.
 */
export function createGroupCommit(
  writer: DatabaseSync,
  { onTrouble, onCommit, turn }: GroupCommitOptions,
): GroupCommit {
  const begin = prepareStep(writer, 'BEGIN IMMEDIATE')
  const commit = prepareStep(writer, 'COMMIT')
  const rollback = prepareStep(writer, 'ROLLBACK')
  const savepoint = prepareStep(writer, 'SAVEPOINT one')
  const releaseSavepoint = prepareStep(writer, 'RELEASE one')
  const rollBackToSavepoint = prepareStep(writer, 'ROLLBACK TO one')
  const totalChanges = prepareStep(writer, 'SELECT total_changes() AS count')
  const countChanges = () => totalChanges.get()?.['count']
  const waiting: Waiting[] = []
  let running = 0

  /** Returns a function that settles the promise of the change. */
  async function runOne({ work, resolve, reject }: Waiting, isShared: boolean): Promise<() => void> {
    if (isShared) savepoint.run()
    try {
      const value = await work()
      if (isShared) releaseSavepoint.run()
      return () => resolve(value)
    } catch (error) {
      // If the engine rolled back the whole transaction, as it does on a full disk, the other changes are lost too.
      if (!isShared || !writer.isTransaction) throw error
      rollBackToSavepoint.run()
      releaseSavepoint.run()
      return () => reject(error)
    }
  }

  function rollBackIfOpen(): void {
    try {
      if (writer.isOpen && writer.isTransaction) rollback.run()
    } catch {
      // No transaction can begin until the rollback succeeds; every group tries it again.
    }
  }

  async function runInOneCommit(group: Waiting[]): Promise<void> {
    const settlers: (() => void)[] = []
    try {
      await retryWhileBusy(() => begin.run())
      const before = countChanges()
      for (const one of group) settlers.push(await runOne(one, group.length > 1))
      commit.run()
      if (countChanges() !== before) onCommit()
    } catch (error) {
      rollBackIfOpen()
      const failure = storageFailure(error)
      if (failure) onTrouble(failure)
      for (const { reject } of group) reject(failure ?? error)
      return
    }
    for (const settle of settlers) settle()
  }

  /** The next changes that may share a commit, or a single piece of work that runs between commits. */
  function takeGroup(): Waiting[] {
    if (waiting[0]?.runsBetweenCommits) return waiting.splice(0, 1)
    const end = waiting.findIndex(({ runsBetweenCommits }) => runsBetweenCommits)
    return waiting.splice(0, end === -1 ? MAX_SHARING : Math.min(end, MAX_SHARING))
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      // Lets requests that have arrived in the meantime join this commit.
      await turn.next()
      const group = takeGroup()
      running = group.length
      if (group[0]?.runsBetweenCommits) await group[0].work().then(group[0].resolve, group[0].reject)
      else await runInOneCommit(group)
      running = 0
    }
  }

  function enqueue<T>(work: () => Promise<T>, runsBetweenCommits: boolean): Promise<T> {
    if (waiting.length + running >= MAX_WAITING) {
      const detail = 'Too many changes wait right now. Try again in a few seconds.'
      return Promise.reject(new Failure('busy', detail, { retryAfter: RETRY_AFTER }))
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // Another request's change may start this one; its log lines still belong to its own request.
    const bound = AsyncLocalStorage.bind(work)
    waiting.push({ runsBetweenCommits, work: bound, resolve: resolve as Waiting['resolve'], reject })
    if (waiting.length === 1 && running === 0) void runAll()
    return promise
  }

  return {
    change: (work) => enqueue(work, false),
    runBetweenCommits: (work) => enqueue(work, true),
  }
}

function prepareStep(writer: DatabaseSync, sql: string): StatementSync {
  const step = writer.prepare(sql)
  // Each also returns the last row id, which writes to FTS5 tables leave beyond the range of a number.
  step.setReadBigInts(true)
  return step
}
