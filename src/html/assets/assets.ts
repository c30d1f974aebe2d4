import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that every page may load; its path names its content, so it never changes. */
export type Asset = { path: string; type: string; body: string | Uint8Array<ArrayBuffer> }

/** In the order in which the rules build on each other. */
const STYLES = [
  'tokens',
  'base',
  'layout',
  'button',
  'form',
  'notice',
  'queue',
  'item',
  'entry',
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

/** `maskable` and `touchIcon` reach up to their edges, with nothing that matters in the corners. */
type Assets = Record<
  'stylesheet' | 'logo' | 'reader' | 'queue' | 'passkey' | 'icon192' | 'icon512' | 'maskable' | 'touchIcon',
  Asset
>

let read: Assets | undefined

/** The files as read once, at the first call. */
export function assets(): Assets {
  read ??= {
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
  return read
}

function icon(name: string): Asset {
  return asset(name, 'png', 'image/png', new Uint8Array(readFileSync(urlOf(`${name}.png`))))
}

function asset(name: string, ending: string, type: string, body: Asset['body']): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}.${hash}.${ending}`, type, body }
}

function readText(name: string): string {
  return readFileSync(urlOf(name), 'utf8')
}

function urlOf(name: string): URL {
  return new URL(name, import.meta.url)
}
