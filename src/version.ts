import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version in package.json. */
export const VERSION = manifest.version

/** The product in the User-Agent of our requests, with the major and minor version. */
export const USER_AGENT_PRODUCT = `ReadingQueue/${VERSION.split('.').slice(0, 2).join('.')}`
