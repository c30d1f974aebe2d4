import { pause, SECOND } from '../ports/clock.ts'

/** What has not ended by then is ended with the process. */
const LATEST = 10 * SECOND

/** Runs `close` once when the process is told to stop, or loses the one that watches over it, and ends it. */
export function onStop(close: () => Promise<void>): void {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    const end = (error: unknown): void => {
      console.error(`Reading Queue did not stop cleanly: ${String(error)}`)
      process.exit(1)
    }
    close().then(() => process.exit(0), end)
    pause(LATEST).then(() => end(`it took longer than ${LATEST / SECOND} seconds.`), end)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}
