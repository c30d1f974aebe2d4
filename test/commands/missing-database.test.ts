import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-missing-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const bookmarks = join(folder, 'links.csv')
writeFileSync(bookmarks, 'url,title\nhttps://example.org/,Example\n')

/** Commands that need a service to work on. */
const COMMANDS = [
  ['reset-password', 'ada@example.org'],
  ['reextract'],
  ['invite'],
  ['owner', 'ada@example.org'],
  ['import', bookmarks, '--account', 'ada@example.org'],
  ['export', '--account', 'ada@example.org', '--format', 'json', '--output', '-'],
  ['backup', join(folder, 'backup.db')],
]

async function run(env: Record<string, string>, args: string[]): Promise<[number | null, string]> {
  const program = startProgram(env, args)
  return [await program.ended, program.output()]
}

for (const args of COMMANDS) {
  it(`${args[0]} refuses a folder without a database, and creates nothing`, async () => {
    const before = readdirSync(folder)
    const [code, commandOutput] = await run({ DATA_DIR: join(folder, 'mistyped') }, args)
    assert.equal(code, 1, commandOutput)
    assert.match(
      commandOutput,
      new RegExp(`^The database ${folder}/mistyped/reading-queue\\.db does not exist\\. .*Nothing was`),
    )
    assert.deepEqual(readdirSync(folder), before)
  })
}

it('reset-password refuses an empty PostgreSQL database, and creates no table in it', async () => {
  const url = await createDatabase()
  const [code, commandOutput] = await run({ DATABASE_URL: url }, ['reset-password', 'ada@example.org'])
  assert.equal(code, 1)
  assert.match(commandOutput, /^postgres:\/\/.* holds no Reading Queue\. Check DATA_DIR and DATABASE_URL\./)
  const db = await openDatabase(url, () => undefined)
  const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
  assert.deepEqual(await db.rows(tables), [])
  await db.close()
})
