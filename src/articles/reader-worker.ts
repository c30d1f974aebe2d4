import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Page, Reading } from './page.ts'
import { readPage } from './read-page.ts'

/** What a thread says: that it can begin, what it read, or which bug it met. */
export type Report = 'ready' | { reading: Reading } | { bug: { message: string; stack: string | undefined } }

const port = parentPort!
port.on('message', (page: Page) => {
  readPage(page).then(
    (reading) => port.postMessage({ reading } satisfies Report),
    (error: unknown) => port.postMessage({ bug: describe(error) } satisfies Report),
  )
})
port.postMessage('ready' satisfies Report)
// A thread is ended, so it would keep nothing.
flushCompileCache()

function describe(error: unknown): { message: string; stack: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined }
}
