import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Path and query of the request as sent: a parsed URL spells some bytes anew. Only a backslash is escaped,
 * since a return path must not hold one.
 */
export function pathOf(c: Context): string {
  const { url: target = '' } = (c.env as HttpBindings).incoming
  const path = target.startsWith('/') ? target : c.req.url.slice(new URL(c.req.url).origin.length)
  return path.replaceAll('\\', '%5C')
}

/**
 * The path without its last part, as sent: what `c.req.path` gives is decoded, and must go into no header, where a
 * control character is an error and a line break would begin another header. Begins with one slash at most: two name
 * another host, to which dots behind it lead the browser.
 */
export function parentPath(c: Context): string {
  const sent = pathOf(c)
  const path = sent.startsWith('//') ? new URL(c.req.url).pathname.replace(/^\/+/, '/') : sent
  return path.replace(/\/[^/?]*(\?.*)?$/s, '')
}
