import { sleep, SECOND } from '../ports/clock.ts'

/** After this, the process exits anyway. */
const SHUTDOWN_TIMEOUT = 10 * SECOND

/** Runs `close` once on SIGINT, SIGTERM or loss of the supervising process, then exits. */
export function onStop(close: () => Promise<void>): void {
  let isStopping = false
  const shutDown = (): void => {
    if (isStopping) return
    isStopping = true
    const fail = (error: unknown): void => {
      console.error(`Reading Queue did not stop cleanly: ${String(error)}`)
      process.exit(1)
    }
    close().then(() => process.exit(0), fail)
    sleep(SHUTDOWN_TIMEOUT).then(
      () => fail(`it took longer than ${SHUTDOWN_TIMEOUT / SECOND} seconds.`),
      fail,
    )
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  process.on('disconnect', shutDown)
}
