import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport } from '../../src/library/import.ts'
import { stageImport } from '../../src/library/stage-import.ts'
import { signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const ROWS = 120

onBothEngines('Concurrent imports of one account', (service) => {
  let folder: string
  let accountId: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
    accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
  })
  after(() => rmSync(folder, { recursive: true }))

  const services = () => service().running.services

  function stage(name: string, from: number): Promise<string> {
    const path = join(folder, `${name}-${from}`)
    const links = Array.from({ length: ROWS }, (_, n) => `${deadLink(`${name}/${from + n}`)} Title`)
    writeFileSync(path, links.join('\n'))
    const options = { folders: 'each', unclear: 'unread', tag: null } as const
    return stageImport(services(), accountId, { path, fileName: name, options })
  }

  async function runAll(ids: string[]): Promise<{ added: number; merged: number }> {
    await Promise.all(ids.map((id) => controlImport(services(), { accountId, id }, { transition: 'start' })))
    const sums = { added: 0, merged: 0 }
    for (const id of ids) {
      const { counts } = await eventually(
        () => requireImport(services().db, accountId, id),
        ({ state }) => state === 'done',
        60,
      )
      sums.added += counts.added
      sums.merged += counts.merged
    }
    return sums
  }

  async function total(name: string): Promise<number> {
    const row = await services().db.row<{ count: number }>(
      'SELECT COUNT(*) AS count FROM items WHERE account_id = ? AND url LIKE ?',
      accountId,
      `%/${name}/%`,
    )
    return Number(row?.count)
  }

  it('add each link once where their files overlap', async () => {
    const ids = await Promise.all([stage('overlap', 0), stage('overlap', ROWS / 2)])
    assert.deepEqual(await runAll(ids), { added: ROWS * 1.5, merged: ROWS / 2 })
    assert.equal(await total('overlap'), ROWS * 1.5)
  })

  it('of the same file add it once, and either can be undone', async () => {
    const ids = await Promise.all([stage('same', 0), stage('same', 0)])
    assert.deepEqual(await runAll(ids), { added: ROWS, merged: ROWS })
    assert.equal(await total('same'), ROWS)
    for (const id of ids) {
      const { act } = await requireImport(services().db, accountId, id)
      if (act === null) continue
      await controlImport(services(), { accountId, id }, { transition: 'undo' })
      await eventually(
        () => requireImport(services().db, accountId, id),
        ({ state }) => state === 'undone',
        60,
      )
    }
    const left = await services().db.row<{ count: number }>(
      "SELECT COUNT(*) AS count FROM items WHERE account_id = ? AND removed_at IS NULL AND url LIKE '%/same/%'",
      accountId,
    )
    assert.equal(Number(left?.count), 0)
  })
})
