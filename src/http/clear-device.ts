import type { Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'

/** Written by the script that keeps articles on a device: the id of their account. */
const COOKIE = 'rq_offline'

/** Lets the browser delete all that it keeps of an account: copies of articles, what waits to be sent, the worker. */
export function clearDevice(c: Context): void {
  c.header('Clear-Site-Data', '"storage"')
  deleteCookie(c, COOKIE, { path: '/' })
}

/** The account whose articles this browser keeps, if any; anyone can write it. */
export function readKeptAccount(c: Context): string | undefined {
  return getCookie(c, COOKIE)
}
