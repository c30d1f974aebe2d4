import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport } from '../../src/library/import.ts'
import { stageImport } from '../../src/library/stage-import.ts'
import { type Entity, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { compress } from '../../src/queue/content/zstd.ts'
import { onBothEngines } from '../support/service.ts'

const DAY = 24 * 60 * 60 * 1000

onBothEngines('Older copies of a page', (service) => {
  const accountOf = ({ email }: Person) => accountIdOf(service(), email)
  const db = () => service().running.services.db

  async function exported({ browser }: Person): Promise<string> {
    return (await browser.open('/account/export')).text
  }

  async function importing(accountId: string, file: string, by: 'start' | 'cancel' = 'start'): Promise<void> {
    const { services } = service().running
    const folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
    const path = join(folder, 'file')
    writeFileSync(path, file)
    const options = { folders: 'each', unclear: 'unread', tag: null } as const
    const id = await stageImport(services, accountId, { path, fileName: 'file', options })
    rmSync(folder, { recursive: true })
    await controlImport(services, { accountId, id }, { transition: by })
    await eventually(
      () => requireImport(services.db, accountId, id),
      ({ state }) => state === (by === 'start' ? 'done' : 'cancelled'),
    )
  }

  async function insertVersion(
    { accountId, itemId }: { accountId: string; itemId: string },
    id: string,
    replacedAt: number,
  ): Promise<void> {
    const body = async (what: string) => compress(`${what} of ${id}`)
    await db().run(
      `INSERT INTO page_versions (account_id, item_id, id, replaced_at, source, html, markdown, text, saved_at, url, media_type, body, fetched_at)
       VALUES (?, ?, ?, ?, 'service', ?, ?, ?, ?, 'http://127.0.0.1:9/old', 'text/html', ?, ?)`,
      accountId,
      itemId,
      id,
      replacedAt,
      await body('html'),
      await body('markdown'),
      await body('text'),
      replacedAt - DAY,
      await body('page'),
      replacedAt - DAY,
    )
  }

  const waiting = () => db().rows('SELECT number FROM import_versions')
  const versionsIn = (file: string) =>
    (JSON.parse(file) as Entity).items.map(({ url, versions }: Entity) => [url, versions]).sort()

  it('are imported from our own export, once, and exported again unchanged', async () => {
    const [one, other] = [await signUp(service().baseUrl), await signUp(service().baseUrl)]
    const [accountId, otherId] = [await accountOf(one), await accountOf(other)]
    await fillQueue(service(), accountId, { count: 2 })
    const [item] = await db().rows<{ id: string }>('SELECT id FROM items WHERE account_id = ?', accountId)
    const now = service().clock.now()
    for (const age of [1, 2]) await insertVersion({ accountId, itemId: item!.id }, `v${age}`, now - age * DAY)
    const file = await exported(one)
    const [, [, versions]] = versionsIn(file).sort((a: Entity, b: Entity) => a[1].length - b[1].length)
    assert.deepEqual(
      versions.map(({ id, source, html, page }: Entity) => [id, source, html, page.body]),
      ['v1', 'v2'].map((id) => [id, { kind: 'service' }, `html of ${id}`, `page of ${id}`]),
    )

    await importing(otherId, file)
    const again = await exported(other)
    assert.deepEqual(versionsIn(again), versionsIn(file))
    assert.deepEqual(await waiting(), [])
    await importing(otherId, file)
    assert.deepEqual(versionsIn(await exported(other)), versionsIn(file))
    const [{ stored } = { stored: 0 }] = await db().rows<{ stored: number }>(
      'SELECT stored_bytes AS stored FROM queues WHERE account_id = ?',
      otherId,
    )
    assert.ok(stored > 0, 'They count towards the quota.')
  })

  it('are deleted with a cancelled import, and refused with a future date or an invalid address', async () => {
    const one = await signUp(service().baseUrl)
    const accountId = await accountOf(one)
    const now = service().clock.now()
    const texts = { html: 'h', markdown: 'm', text: 't' }
    const version = {
      id: 'late',
      savedAt: new Date(now).toISOString(),
      replacedAt: new Date(now + 10 * DAY).toISOString(),
      ...texts,
    }
    const page = { url: 'javascript:alert(1)', mediaType: 'text/html', body: '<p>Text</p>' }
    const foreign = { ...version, id: 'foreign', page }
    const file = JSON.stringify({
      format: 'reading-queue',
      service: 'x',
      account: 'x',
      exportedAt: '2024-01-01T00:00:00Z',
      items: [
        {
          url: 'http://127.0.0.1:9/future',
          versions: [version, 1, { id: '../x' }, { ...version, id: 'late' }, foreign],
        },
      ],
    })
    await importing(accountId, file, 'cancel')
    await eventually(waiting, (rows) => rows.length === 0)
    await importing(accountId, file)
    const rows = await db().rows<{ id: string; replaced_at: number; url: string | null }>(
      'SELECT id, replaced_at, url FROM page_versions WHERE account_id = ? ORDER BY id',
      accountId,
    )
    assert.deepEqual(
      rows.map(({ id, url }) => [id, url]),
      [
        ['foreign', null],
        ['late', null],
      ],
    )
    assert.ok(rows.every((row) => row.replaced_at <= service().clock.now()))
  })
})
