import { pause, SECOND } from '../ports/clock.ts'

/** What has not ended by then is ended with the process. */
const SHUTDOWN_TIMEOUT = 10 * SECOND

/** Runs `close` once when the process is told to stop, or loses the one that watches over it, and ends it. */
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
    pause(SHUTDOWN_TIMEOUT).then(
      () => fail(`it took longer than ${SHUTDOWN_TIMEOUT / SECOND} seconds.`),
      fail,
    )
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  process.on('disconnect', shutDown)
}
