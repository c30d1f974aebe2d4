import { AsyncLocalStorage } from 'node:async_hooks'
import { type Failure, invalidField } from '../../failure.ts'

const limit = new AsyncLocalStorage<AbortSignal>()

/** Runs `work`; once `signal` aborts, its slow queries are cancelled and throw `tooLong`. */
export function runLimited<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return limit.run(signal, work)
}

/** The signal that cancels the caller's slow queries; undefined without a limit. */
export function currentLimit(): AbortSignal | undefined {
  return limit.getStore()
}

export function tooLong(): Failure {
  return invalidField(
    'q',
    'This search takes too long. Narrow it: add a word, write more of a beginning (hyperm* instead of h*), or add a condition such as tag:web or after:2026-01.',
  )
}
