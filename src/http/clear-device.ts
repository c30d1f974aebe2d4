import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'

/** Written by the script that keeps articles on a device; it contains nothing. */
const COOKIE = 'rq_offline'

/** Lets the browser delete all that it keeps of an account: copies of articles, what waits to be sent, the worker. */
export function clearDevice(c: Context): void {
  c.header('Clear-Site-Data', '"storage"')
  deleteCookie(c, COOKIE, { path: '/' })
}
