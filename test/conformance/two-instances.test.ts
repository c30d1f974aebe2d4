/** All chapters, in which one request builds on another, each answered by the other instance. */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

process.env['TEST_INSTANCES'] = '2'
const chapters = readdirSync(import.meta.dirname).filter((name) => name !== basename(import.meta.filename))
for (const chapter of chapters) await import(`./${chapter}`)
