import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { WebPage, Extraction } from './page.ts'
import { extractPage } from './extract-page.ts'
import { highlightCode } from './highlight-code.ts'
import { renderArticle } from './render-article.ts'
import { serializeRendered } from './rendered-article.ts'

/** What a thread is asked for: to read a page, or to make an extracted article safe to show. */
export type ExtractionTask = { page: WebPage } | { article: string }

/** What came of it; an article as `parseRendered` reads it. */
export type ExtractionResult = { extraction: Extraction } | { rendered: string }

/** What a thread says: that it can begin, what came of its task, or which bug it met. */
export type Report = 'ready' | ExtractionResult | { bug: { message: string; stack: string | undefined } }

const port = parentPort!
port.on('message', (task: ExtractionTask) => {
  run(task).then(
    (result) => port.postMessage(result satisfies Report),
    (error: unknown) => port.postMessage({ bug: describe(error) } satisfies Report),
  )
})
port.postMessage('ready' satisfies Report)
// A thread is ended, so it would keep nothing.
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
