import type { Handler } from 'hono'
import { serviceWorker } from '../../html/assets/offline-release.ts'

/** The worker's own requests need `connect-src`. */
const POLICY = "default-src 'none'; connect-src 'self'"

/** `GET /sw.js`: the service worker of devices that keep articles. */
export function showWorker(): Handler {
  return (c) => {
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Security-Policy', POLICY)
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    return c.body(serviceWorker())
  }
}
