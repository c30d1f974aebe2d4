import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Loads every module that may show texts, with the look-up of a text changed so that it records its callers. */
const program = `
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const root = ${JSON.stringify(fileURLToPath(new URL('../../src/', import.meta.url)))}
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/text/localized.ts')) return loaded
    const source = readFileSync(new URL(url), 'utf8')
    const recording = source.replace('return values[', 'globalThis.lookUps.push(new Error().stack); return values[')
    return { ...loaded, source: recording }
  },
})
globalThis.lookUps = []
for (const folder of ['accounts', 'endpoints', 'html', 'jobs', 'library'])
  for (const file of readdirSync(root + folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) await import(root + folder + '/' + file)
const { allMessages } = await import(root + 'html/messages/messages.ts')
const before = globalThis.lookUps.length
void allMessages.shell.service
const isRecorded = globalThis.lookUps.length > before
const callers = globalThis.lookUps.slice(0, before).map((stack) => stack.match(/src\\/(?!text\\/localized)[^)]+/)?.[0])
console.log(JSON.stringify({ isRecorded, callers }))
`

test('no module looks up a text while it loads, when no language is known yet', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  assert.deepEqual(JSON.parse(output), { isRecorded: true, callers: [] })
})
