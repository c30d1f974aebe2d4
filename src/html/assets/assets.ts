import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A static file; its path contains a hash of its content, so it can be cached for ever. */
export type Asset = { path: string; type: string; body: string | Uint8Array<ArrayBuffer> }

/** In cascade order. */
const STYLES = [
  'tokens',
  'base',
  'layout',
  'button',
  'form',
  'notice',
  'queue',
  'item',
  'item-card',
  'bulk',
  'article',
  'reader',
  'reader-frame',
  'settings',
  'account',
  'service',
  'single',
  'connect',
  'stats',
  'history',
  'share',
  'print',
]

/** `maskable` and `touchIcon` fill their square, and platforms may crop the corners. */
type Assets = Record<
  'stylesheet' | 'logo' | 'reader' | 'queue' | 'passkey' | 'icon192' | 'icon512' | 'maskable' | 'touchIcon',
  Asset
>

let cached: Assets | undefined

/** The assets, read at the first call. */
export function assets(): Assets {
  cached ??= {
    stylesheet: asset(
      'app',
      'css',
      'text/css; charset=utf-8',
      STYLES.map((name) => readText(`${name}.css`)).join('\n'),
    ),
    logo: asset('logo', 'svg', 'image/svg+xml', readText('logo.svg')),
    reader: asset('reader', 'js', 'text/javascript; charset=utf-8', readText('reader.js')),
    queue: asset('queue', 'js', 'text/javascript; charset=utf-8', readText('queue.js')),
    passkey: asset('passkey', 'js', 'text/javascript; charset=utf-8', readText('passkey.js')),
    icon192: icon('icon-192'),
    icon512: icon('icon-512'),
    maskable: icon('icon-maskable-512'),
    touchIcon: icon('icon-touch-180'),
  }
  return cached
}

function icon(name: string): Asset {
  return asset(name, 'png', 'image/png', new Uint8Array(readFileSync(urlOf(`${name}.png`))))
}

function asset(name: string, extension: string, type: string, body: Asset['body']): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}.${hash}.${extension}`, type, body }
}

function readText(name: string): string {
  return readFileSync(urlOf(name), 'utf8')
}

function urlOf(name: string): URL {
  return new URL(name, import.meta.url)
}
