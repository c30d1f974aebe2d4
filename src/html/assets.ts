import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that every page may load; its path names its content, so it never changes. */
export type Asset = { path: string; type: string; body: string }

/** In the order in which the rules build on each other. */
const STYLES = ['tokens', 'base', 'layout', 'button', 'form', 'notice', 'queue', 'item', 'article', 'single', 'connect']

let read: { stylesheet: Asset; logo: Asset } | undefined

/** The files as read once, at the first call. */
export function assets(): { stylesheet: Asset; logo: Asset } {
  read ??= {
    stylesheet: asset(
      'app',
      'css',
      'text/css; charset=utf-8',
      STYLES.map((name) => readText(`${name}.css`)).join('\n'),
    ),
    logo: asset('logo', 'svg', 'image/svg+xml', readText('logo.svg')),
  }
  return read
}

function asset(name: string, ending: string, type: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}.${hash}.${ending}`, type, body }
}

function readText(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
}
