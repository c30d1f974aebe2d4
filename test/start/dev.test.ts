import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { ENVIRONMENT } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { copyRepository } from '../support/repository-copy.ts'

it('npm run dev restarts after each change of the source, also after a syntax error', async (t) => {
  const copy = copyRepository()
  const data = mkdtempSync(join(tmpdir(), 'rq-dev-'))
  const { scripts } = JSON.parse(readFileSync(join(copy.folder, 'package.json'), 'utf8'))
  const [program, ...args] = (scripts.dev as string).split(' ')
  assert.equal(program, 'node')
  const env = { ...ENVIRONMENT, PORT: '0', DATA_DIR: data }
  const service = spawn(process.execPath, args, { cwd: copy.folder, env })
  t.after(async () => {
    service.kill()
    await once(service, 'close')
    copy.remove()
    rmSync(data, { recursive: true, force: true })
  })
  let output = ''
  service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  service.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const printed = (pattern: RegExp) =>
    eventually(
      () => Promise.resolve(output),
      (text) => pattern.test(text),
    )
  const versionFile = join(copy.folder, 'src/version.ts')
  const source = readFileSync(versionFile, 'utf8')

  await printed(/ready at http/)
  writeFileSync(versionFile, `${source}\nthis is no TypeScript\n`)
  await printed(/SyntaxError/)
  writeFileSync(versionFile, source)
  await printed(/SyntaxError[\s\S]*ready at http/)
  // A style sheet is no module, and is watched all the same.
  const style = join(copy.folder, 'src/html/assets/tokens.css')
  writeFileSync(style, readFileSync(style, 'utf8'))
  await printed(/Change detected in .*tokens\.css[\s\S]*ready at http/)
})
