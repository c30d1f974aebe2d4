import { createHash } from 'node:crypto'
import { allAssets, assets } from './assets.ts'

/** The files that pages which devices keep load, and a name for these: another in each release that changes one of them. */
export function offlineRelease(): { release: string; assets: string[] } {
  const { stylesheet, logo, touchIcon, icon192, offlineList, offlineItem, listen } = assets()
  const fonts = allAssets().filter(({ type }) => type === 'font/woff2')
  const paths = [stylesheet, logo, touchIcon, icon192, offlineList, offlineItem, listen, ...fonts].map(
    ({ path }) => path,
  )
  const release = createHash('sha256').update(paths.join()).digest('hex').slice(0, 12)
  return { release, assets: paths }
}

/** The service worker with what it has to keep, so that it is another one in each release. */
export function serviceWorker(): string {
  return `const RELEASE = ${JSON.stringify(offlineRelease())}\n${String(assets().worker.body)}`
}
