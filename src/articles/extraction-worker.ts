import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { WebPage, Extraction } from './page.ts'
import { extractPage } from './extract-page.ts'
import { highlightCode } from './highlight-code.ts'
import { renderArticle } from './render-article.ts'
import { serializeRendered } from './rendered-article.ts'

/** A task for a thread: extract a page, or sanitise an extracted article. */
export type ExtractionTask = { page: WebPage } | { article: string }

/** The result of a task; an article in the format of `parseRendered`. */
export type ExtractionResult = { extraction: Extraction } | { rendered: string }

/** A message from a thread: it is ready, has a result, or failed with a bug. */
export type Report = 'ready' | ExtractionResult | { bug: { message: string; stack: string | undefined } }

const port = parentPort!
port.on('message', (task: ExtractionTask) => {
  run(task).then(
    (result) => port.postMessage(result satisfies Report),
    (error: unknown) => port.postMessage({ bug: describe(error) } satisfies Report),
  )
})
port.postMessage('ready' satisfies Report)
// A thread is terminated rather than left to exit, so it would not write its cache.
flushCompileCache()

async function run(task: ExtractionTask): Promise<ExtractionResult> {
  if ('page' in task) return { extraction: await extractPage(task.page) }
  return { rendered: serializeRendered(highlightCode(renderArticle(task.article))) }
}

function describe(error: unknown): { message: string; stack: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined }
}
