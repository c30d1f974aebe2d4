import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Path and query of the request as sent, because a parsed URL normalises them. Only backslashes are escaped, which a
 * return path must not contain.
 */
export function pathOf(c: Context): string {
  const { url: target = '' } = (c.env as HttpBindings).incoming
  const path = target.startsWith('/') ? target : c.req.url.slice(new URL(c.req.url).origin.length)
  return path.replaceAll('\\', '%5C')
}

/**
 * The path without its last segment, as sent. `c.req.path` is decoded, and must not be used in a header. Never starts
 * with two slashes, which would name another host.
 */
export function parentPath(c: Context): string {
  const sent = pathOf(c)
  const path = sent.startsWith('//') ? new URL(c.req.url).pathname.replace(/^\/+/, '/') : sent
  return path.replace(/\/[^/?]*(\?.*)?$/s, '')
}
