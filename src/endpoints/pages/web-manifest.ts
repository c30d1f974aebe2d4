import type { Handler } from 'hono'
import { webManifest } from '../../html/assets/web-manifest.ts'
import { HOUR, SECOND } from '../../ports/clock.ts'

const MAX_AGE = HOUR / SECOND

/** `GET /manifest.webmanifest`: what a browser reads before it installs the web app. */
export function showWebManifest(): Handler {
  return (c) => {
    c.header('Cache-Control', `public, max-age=${MAX_AGE}`)
    c.header('Vary', 'Accept-Language')
    c.header('Content-Type', 'application/manifest+json')
    return c.body(webManifest())
  }
}
