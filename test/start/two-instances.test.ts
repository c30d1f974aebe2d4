/** The conformance suite, in which one request builds on another, each answered by the other instance. */
import { readdirSync } from 'node:fs'

process.env['TEST_INSTANCES'] = '2'
const chapters = new URL('../conformance/', import.meta.url)
for (const chapter of readdirSync(chapters)) await import(new URL(chapter, chapters).href)
