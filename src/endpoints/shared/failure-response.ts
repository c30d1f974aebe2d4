import type { Context } from 'hono'
import type { Failure } from '../../failure.ts'
import { failurePage } from '../../html/shell/failure-page.ts'
import { failureStatus } from '../../failure-status.ts'
import type { Fragment } from '../../html/fragment.ts'
import { htmlResponse, type PageOptions } from './html-response.ts'

/** Responds to a failure with its status and a page: `content`, or a generic one. */
export function failureResponse(
  c: Context,
  failure: Failure,
  { content = failurePage(failure), ...options }: PageOptions & { content?: Fragment } = {},
): Promise<Response> {
  const { retryAfter } = failure.extras
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return htmlResponse(c, content, { ...options, status: failureStatus[failure.code] })
}
