import type { Context } from 'hono'
import { isLoopbackHost } from '../config/loopback-host.ts'
import { prefersHtml } from './api-or-page.ts'
import { pathOf } from './request-path.ts'

/**
 * Redirects pages opened under another loopback name (such as 127.0.0.1 for localhost) to the base URL, because cookies
 * belong to one host. API requests are not redirected.
 */
export function redirectLoopbackAlias(baseUrl: string): (c: Context) => Response | undefined {
  const baseAddress = new URL(baseUrl)
  const isLoopback = isLoopbackHost(baseAddress.hostname)
  return (c) => {
    const host = c.req.header('host') ?? ''
    const isPage = c.req.method === 'GET' && c.req.header('authorization') === undefined && prefersHtml(c)
    if (isLoopback && isPage && host !== baseAddress.host && isLoopbackAlias(host, baseAddress)) {
      return c.redirect(baseUrl + pathOf(c), 303)
    }
    return undefined
  }
}

function isLoopbackAlias(host: string, baseAddress: URL): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  return isLoopbackHost(url.hostname) && url.port === baseAddress.port
}
