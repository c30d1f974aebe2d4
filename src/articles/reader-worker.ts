import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { WebPage, Reading } from './page.ts'
import { readPage } from './read-page.ts'
import { renderArticle } from './render-article.ts'
import { serializeRendered } from './rendered-article.ts'

/** What a thread is asked for: to read a page, or to make an extracted article safe to show. */
export type ReadingTask = { page: WebPage } | { article: string }

/** What came of it; an article as `parseRendered` reads it. */
export type ReadingResult = { reading: Reading } | { rendered: string }

/** What a thread says: that it can begin, what came of its task, or which bug it met. */
export type Report = 'ready' | ReadingResult | { bug: { message: string; stack: string | undefined } }

const port = parentPort!
port.on('message', (task: ReadingTask) => {
  run(task).then(
    (result) => port.postMessage(result satisfies Report),
    (error: unknown) => port.postMessage({ bug: describe(error) } satisfies Report),
  )
})
port.postMessage('ready' satisfies Report)
// A thread is ended, so it would keep nothing.
flushCompileCache()

async function run(task: ReadingTask): Promise<ReadingResult> {
  if ('page' in task) return { reading: await readPage(task.page) }
  return { rendered: serializeRendered(renderArticle(task.article)) }
}

function describe(error: unknown): { message: string; stack: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined }
}
