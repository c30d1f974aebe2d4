import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findAccountId } from '../../src/accounts/account.ts'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport } from '../../src/library/import.ts'
import { runImport } from '../../src/library/run-import.ts'
import { stageImport } from '../../src/library/stage-import.ts'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines, type TestService } from '../support/service.ts'
import { deadLink } from '../support/links.ts'

type Summary = {
  format: string
  added: number
  merged: number
  skipped: { row: number; reason: string }[]
  tag: string
}

onBothEngines('An import from the command line', (service) => {
  let folder: string
  let person: Person
  let agent: Agent
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
  })
  after(() => rmSync(folder, { recursive: true }))

  function fileOf(content: string): string {
    const path = join(folder, 'a file')
    writeFileSync(path, content)
    return path
  }

  async function importing(content: string, ...flags: string[]): Promise<Summary> {
    const { output, code } = await command(service(), [
      'import',
      fileOf(content),
      '--account',
      person.email,
      '--json',
      ...flags,
    ])
    assert.equal(code, 0, output)
    return JSON.parse(output) as Summary
  }

  const a = deadLink('import/a')
  const b = deadLink('import/b')
  const file =
    'title,url,time_added,tags,status\n' +
    `"A, first",${a},1684913346,Web|long read,unread\n` +
    `${b},${b},1684913000,,archive\n` +
    `Again,${a}?utm_source=x,1684910000,later,archive\n` +
    'Bad,javascript:alert(1),1684910000,,unread\n' +
    'None,,1684910000,,unread\n'
  const skipped = [
    { row: 4, reason: 'Not a web page. Only http and https links can be saved.' },
    { row: 5, reason: 'No link.' },
  ]

  it('describes with --dry-run what it would do, and changes nothing', async () => {
    const { tag, ...summary } = await importing(file, '--dry-run')
    assert.deepEqual(summary, { format: 'pocket-csv', added: 2, merged: 1, skipped })
    assert.match(tag, /^imported \d{4}-\d{2}-\d{2}$/)
    assert.equal((await agent.entity('/queue?state=all')).properties.count, 0)
  })

  it('adds each link once, with its dates, tags and state, while the service runs', async () => {
    const { tag, ...summary } = await importing(file)
    assert.deepEqual(summary, { format: 'pocket-csv', added: 2, merged: 1, skipped })
    const { entities } = await agent.entity('/queue?state=all')
    const items = entities.map(({ properties }: { properties: Record<string, unknown> }) => ({
      url: properties['url'],
      title: properties['title'],
      tags: properties['tags'],
      savedAt: properties['savedAt'],
      readAt: properties['readAt'],
    }))
    assert.deepEqual(items, [
      {
        url: b,
        title: b.replace('http://', ''),
        tags: [tag],
        savedAt: '2023-05-24T07:23:20.000Z',
        readAt: '2023-05-24T07:23:20.000Z',
      },
      // Of the same link twice the earliest date counts, and read if either was.
      {
        url: a,
        title: 'A, first',
        tags: [tag, 'later', 'long read', 'web'],
        savedAt: '2023-05-24T06:33:20.000Z',
        readAt: '2023-05-24T06:33:20.000Z',
      },
    ])
  })

  it('changes nothing when repeated', async () => {
    const before = await agent.entity('/queue?state=all')
    const summary = await importing(file)
    assert.deepEqual([summary.added, summary.merged, summary.skipped.length], [0, 3, 2])
    assert.deepEqual(await agent.entity('/queue?state=all'), before)
  })

  it('adds missing data to an existing link, and overwrites nothing', async () => {
    const url = deadLink('import/mine')
    const item = await agent.save({ url, title: 'Mine', tags: ['own'] })
    await importing(`url,title,tags,note,favorite\n${url},Theirs,"theirs, own",A note,true\n`)
    const { properties } = await agent.entity(`/queue/items/${item.properties.id}`)
    assert.equal(properties.title, 'Mine')
    assert.deepEqual(properties.tags, ['own', 'theirs'])
    assert.equal(properties.note, 'A note')
    assert.ok(properties.favouritedAt)
    assert.equal(properties.savedAt, item.properties.savedAt)
  })

  it('saves the page in the file as the person’s own', async () => {
    const url = deadLink('import/page')
    const content = `<article><h1>Kept</h1>${'<p>The text of a page that is gone, as another service kept it.</p>'.repeat(20)}</article>`
    await importing(
      JSON.stringify([
        { url, title: 'Kept', is_archived: 0, content, created_at: '2016-09-08T11:55:58+0200' },
      ]),
    )
    const [found] = (
      await agent.entity(`/queue?q=${encodeURIComponent(`site:${new URL(url).hostname} kept`)}`)
    ).entities
    const item = await eventually(
      () => agent.entity(`/queue/items/${found.properties.id}`),
      ({ properties }) => properties.content.status !== 'pending',
    )
    assert.equal(item.properties.content.status, 'ready')
    assert.equal(item.properties.content.source.kind, 'person')
  })

  it('refuses an unknown file with a readable message, and leaves nothing behind', async () => {
    const account = ['--account', person.email]
    const cases: [args: () => string[], message: RegExp, code: number][] = [
      [() => ['import', fileOf('\0\u0001'), ...account], /not text/, 1],
      [() => ['import', fileOf(''), ...account], /empty/, 1],
      [
        () => ['import', fileOf('[{"url":"https://example.org/","labels":[],"savedAt":""},{"ur'), ...account],
        /breaks off/,
        1,
      ],
      [() => ['import', join(folder, 'none'), ...account], /no such file/i, 1],
      [() => ['import', fileOf('x'), ...account], /no link in this file/, 1],
      [() => ['import', fileOf('x'), '--account', 'nobody@example.org'], /no account/, 1],
      [() => ['import', fileOf('x')], /--account EMAIL/, 2],
    ]
    for (const [args, words, expected] of cases) {
      const { output, code } = await command(service(), args())
      assert.match(output, words)
      assert.equal(code, expected, output)
    }
    const { db } = service().running.services
    assert.deepEqual(await db.rows(`SELECT id FROM imports WHERE state <> 'done'`), [])
  })
})

onBothEngines('An import as a job', (service) => {
  const ROWS = 130
  let folder: string
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'rq-import-'))))
  after(() => rmSync(folder, { recursive: true }))

  async function staged(
    rows: number,
  ): Promise<{ key: { accountId: string; id: string }; agent: Agent; person: Person }> {
    const { services } = service().running
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    const accountId = (await findAccountId(services.db, person.email))!
    return { key: await stageFor(accountId, rows), agent, person }
  }

  async function stageFor(accountId: string, rows: number): Promise<{ accountId: string; id: string }> {
    const path = join(folder, 'links')
    writeFileSync(
      path,
      Array.from({ length: rows }, (_, n) => `${deadLink(`job/${n}`)} Title ${n}`).join('\n'),
    )
    const options = { folders: 'each', unclear: 'unread', tag: 'brought' } as const
    const file = { path, fileName: 'links', options }
    return { accountId, id: await stageImport(service().running.services, accountId, file) }
  }

  const total = async ({ accountId }: { accountId: string }) => {
    const sql = 'SELECT COUNT(*) AS count FROM items WHERE account_id = ? AND removed_at IS NULL'
    return Number((await service().running.services.db.row<{ count: number }>(sql, accountId))?.count)
  }

  it('is one act in the history, in the order of its file, and one undo reverts it', async () => {
    const { services } = service().running
    const { key, agent } = await staged(ROWS)
    const old = await agent.save({ url: deadLink('job/3'), tags: ['mine'] })
    await controlImport(services, key, { transition: 'start' })
    const done = await eventually(
      () => requireImport(services.db, key.accountId, key.id),
      ({ state }) => state === 'done',
    )
    assert.equal(done.position, ROWS)
    assert.deepEqual(done.counts, {
      added: ROWS - 1,
      merged: 1,
      skipped: 0,
      new: 0,
      known: 0,
      unclear: 0,
      inFolders: 0,
      highlights: 0,
    })
    const { entities } = await agent.entity('/queue')
    assert.deepEqual(
      entities.slice(1, 4).map(({ properties }: { properties: { title: string } }) => properties.title),
      ['Title 0', 'Title 1', 'Title 2'],
    )
    const acts = await services.db.rows(
      `SELECT DISTINCT COALESCE(act, sequence) FROM changes WHERE account_id = ? AND action = 'import-links'`,
      key.accountId,
    )
    assert.equal(acts.length, 1)

    // What was changed since stays.
    const [, first] = entities
    await agent.call(`/queue/items/${first.properties.id}/mark-read`, { method: 'PUT' })
    await controlImport(services, key, { transition: 'undo' })
    await eventually(
      () => requireImport(services.db, key.accountId, key.id),
      ({ state }) => state === 'undone',
    )
    assert.equal(await total(key), 2)
    const kept = await agent.entity(`/queue/items/${old.properties.id}`)
    assert.deepEqual(kept.properties.tags, ['mine'])

    // And the same file may be brought again.
    const again = await stageFor(key.accountId, ROWS)
    await controlImport(services, again, { transition: 'start' })
    const second = await eventually(
      () => requireImport(services.db, again.accountId, again.id),
      ({ state }) => state === 'done',
    )
    assert.deepEqual([second.counts.added, second.counts.merged], [ROWS - 2, 2])
    assert.equal(await total(key), ROWS)
  })

  it('is paused, resumed and cancelled', async () => {
    const { services } = service().running
    const { key } = await staged(ROWS)
    // No job takes it up: this is the only one that works on it.
    await services.db.run(`UPDATE imports SET state = 'running' WHERE id = ?`, key.id)
    let batches = 0
    assert.equal(await runImport(services, key, () => batches++ > 0), false)
    await controlImport(services, key, { transition: 'pause' })
    assert.equal(await runImport(services, key, () => false), true)
    const batch = await total(key)
    assert.ok(batch > 0 && 2 * batch < ROWS, String(batch))
    await assert.rejects(controlImport(services, key, { transition: 'start' }), /moved on/)

    await services.db.run(`UPDATE imports SET state = 'running' WHERE id = ?`, key.id)
    batches = 0
    await runImport(services, key, () => batches++ > 0)
    await controlImport(services, key, { transition: 'cancel' })
    assert.equal(await runImport(services, key, () => false), true)
    const cancelled = await requireImport(services.db, key.accountId, key.id)
    assert.equal(cancelled.state, 'cancelled')
    assert.deepEqual([cancelled.counts.added, cancelled.counts.new], [2 * batch, ROWS - 2 * batch])
    assert.equal(await total(key), 2 * batch)

    await controlImport(services, key, { transition: 'undo' })
    await eventually(
      () => requireImport(services.db, key.accountId, key.id),
      ({ state }) => state === 'undone',
    )
    assert.equal(await total(key), 0)
  })

  it('is continued by its job after a pause', async () => {
    const { services } = service().running
    const { key } = await staged(ROWS)
    await services.db.run(`UPDATE imports SET state = 'paused' WHERE id = ?`, key.id)
    await controlImport(services, key, { transition: 'resume' })
    await eventually(
      () => requireImport(services.db, key.accountId, key.id),
      ({ state }) => state === 'done',
    )
    assert.equal(await total(key), ROWS)
  })

  it('stops if the account has no more room, says so, and continues when there is', async () => {
    const { services } = service().running
    const { key } = await staged(ROWS)
    const { quota } = services.config as { quota: { items: number } }
    const items = quota.items
    quota.items = 60
    try {
      await controlImport(services, key, { transition: 'start' })
      const stopped = await eventually(
        () => requireImport(services.db, key.accountId, key.id),
        ({ state }) => state === 'paused',
      )
      assert.match(stopped.message ?? '', /60/)
      const added = await total(key)
      assert.ok(added > 0 && added <= 60, String(added))
    } finally {
      quota.items = items
    }
    await controlImport(services, key, { transition: 'resume' })
    await eventually(
      () => requireImport(services.db, key.accountId, key.id),
      ({ state }) => state === 'done',
    )
    assert.equal(await total(key), ROWS)
  })

  it('can’t be accessed by others', async () => {
    const { services } = service().running
    const [mine, theirs] = [await staged(1), await staged(1)]
    await assert.rejects(
      controlImport(services, { ...mine.key, id: theirs.key.id }, { transition: 'start' }),
      /no such import/,
    )
  })
})

async function command(
  service: TestService,
  args: string[],
): Promise<{ output: string; code: number | null }> {
  const program = startProgram({ DATA_DIR: service.folder, DATABASE_URL: service.databaseUrl }, args)
  const [code] = (await once(program.process, 'close')) as [number | null]
  return { output: program.output(), code }
}

describe('Two instances that import', () => {
  it('share the work, and lose and duplicate nothing', async (t) => {
    const { startService } = await import('../support/service.ts')
    const one = await startService('postgres')
    const other = await startService('postgres', { databaseUrl: one.databaseUrl })
    t.after(async () => {
      await other.stop()
      await one.stop()
    })
    const person = await signUp(one.baseUrl)
    const folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'links')
    writeFileSync(path, Array.from({ length: 200 }, (_, n) => deadLink(`two/${n}`)).join('\n'))
    const { services } = one.running
    const accountId = (await findAccountId(services.db, person.email))!
    const options = { folders: 'each', unclear: 'unread', tag: null } as const
    const id = await stageImport(services, accountId, { path, fileName: 'links', options })
    await controlImport(services, { accountId, id }, { transition: 'start' })
    await Promise.all(
      [one, other].map(({ running }) => runImport(running.services, { accountId, id }, () => false)),
    )
    const sql = 'SELECT COUNT(*) AS count FROM items WHERE account_id = ?'
    assert.equal(Number((await services.db.row<{ count: number }>(sql, accountId))?.count), 200)
    const changes = await services.db.rows(
      `SELECT sequence FROM changes WHERE account_id = ? AND action = 'import-links'`,
      accountId,
    )
    assert.equal(changes.length, 200)
  })
})
