import type { Context } from 'hono'
import type { failureStatus } from '../../failure-status.ts'

/** JSON for a script of our own pages, which is not cached. */
export function uncachedJson(
  c: Context,
  value: object,
  status: (typeof failureStatus)[keyof typeof failureStatus] | 200 = 200,
): Response {
  c.header('Cache-Control', 'no-store')
  return c.json(value, status)
}
