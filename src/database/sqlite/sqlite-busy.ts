import { Failure } from '../../failure.ts'
import { sleep } from '../../ports/clock.ts'

const SQLITE_BUSY = 5
/** Milliseconds between attempts while another process holds the lock, and the number of attempts. */
const RETRY_PAUSE = 10
const MAX_ATTEMPTS = 500

/** Whether another process is writing to the file. */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  // The low byte is the primary result code; the rest is the extended code.
  return (code & 0xff) === SQLITE_BUSY
}

function databaseLocked(cause: unknown): Failure {
  const detail = 'Another process keeps the database right now. Try again in a few seconds.'
  return new Failure('busy', detail, { cause, retryAfter: 5 })
}

/** Runs `run` until no other process holds the lock; throws 503 after five seconds. */
export async function retryWhileBusy(run: () => unknown): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      run()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw databaseLocked(error)
      await sleep(RETRY_PAUSE)
    }
  }
}
