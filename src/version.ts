import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Of this release, as package.json has it. */
export const VERSION = manifest.version

/** What requests of ours are made by: the product of a User-Agent, with the first two numbers of the version. */
export const PRODUCT = `ReadingQueue/${VERSION.split('.').slice(0, 2).join('.')}`
