import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { type Agent, agentWith, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { runCommand } from '../support/program.ts'
import { createDatabase, ENGINES, onBothEngines, startService } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))

onBothEngines('A backup', (service) => {
  it('is made while the service saves, and restores a consistent state on either engine', async () => {
    const { baseUrl, databaseUrl, engine } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    await agent.save({ url: 'https://example.org/before', title: 'Vor dem Abbild' })
    const file = join(folder, `${engine}.db`)
    const controller = new AbortController()
    const saving = (async () => {
      for (let n = 0; !controller.signal.aborted; n++)
        await agent.save({ url: `https://example.org/meanwhile/${n}` })
    })()
    const [code, commandOutput] = await runCommand(databaseUrl, 'backup', file)
    controller.abort()
    await saving
    assert.equal(code, 0, commandOutput)
    assert.match(
      commandOutput,
      new RegExp(`Wrote ${file} \\(\\d+ rows, each compared with the database\\)\\.`),
    )
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(`${engine}.db`)),
      [`${engine}.db`],
    )

    for (const target of ENGINES) {
      const url = target === 'sqlite' ? `sqlite:${folder}/${engine}-back.db` : await createDatabase()
      const [restored, laterOutput] = await runCommand(url, 'restore', file)
      assert.equal(restored, 0, laterOutput)
      const back = await startService(target, { databaseUrl: url })
      try {
        const same = agentWith(back.baseUrl, agent.clientId, { access: agent.access, refresh: agent.refresh })
        const found = await same.entity('/queue?q=abbild')
        assert.equal(found.entities[0].properties.url, 'https://example.org/before')
        const { totals } = (await same.entity('/queue')).properties
        const { db } = back.running.services
        const counted = await db.row<{ count: number }>('SELECT COUNT(*) AS count FROM items')
        assert.equal(totals.unread, counted?.count)
      } finally {
        await back.stop()
      }
      const [again, refusal] = await runCommand(url, 'restore', file)
      assert.equal(again, 1)
      assert.match(refusal, /^The target holds this service already\. Nothing was changed there\./)
    }
  })

  it('of a copy made by an earlier release says so, and is repaired when restored', async () => {
    const { baseUrl, databaseUrl, engine, running } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    for (const n of ['1', '2', '3']) await agent.save({ url: `https://example.org/${n}`, tags: ['web'] })
    await running.services.db.run(
      "UPDATE item_tags SET saved_at = saved_at - 100000, state = 'read' WHERE tag = 'web'",
    )
    const file = join(folder, `${engine}-shifted.db`)
    const [code, commandOutput] = await runCommand(databaseUrl, 'backup', file)
    assert.equal(code, 0, commandOutput)
    assert.match(
      commandOutput,
      /disagrees with the items, in the backup too\. Run npm start -- doctor --repair/,
    )
    for (const target of ENGINES) {
      const url = target === 'sqlite' ? `sqlite:${folder}/${engine}-mended.db` : await createDatabase()
      const [restored, laterOutput] = await runCommand(url, 'restore', file)
      assert.equal(restored, 0, laterOutput)
      assert.match(laterOutput, /In 1 account of the source, .* It was recomputed in the copy\./)
      const back = await startService(target, { databaseUrl: url })
      try {
        const same = agentWith(back.baseUrl, agent.clientId, { access: agent.access, refresh: agent.refresh })
        const { entities } = await same.entity('/queue?tag=web')
        assert.deepEqual(
          entities.map(({ properties }: Entity) => properties.url),
          ['https://example.org/3', 'https://example.org/2', 'https://example.org/1'],
        )
      } finally {
        await back.stop()
      }
    }
  })

  it('is noticed, once restored, by subscribers who saw later changes', async () => {
    const { baseUrl, databaseUrl, engine } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    await agent.save({ url: deadLink('1') })
    const kept = await followFrom(agent, baseUrl)
    const file = join(folder, `${engine}-followed.db`)
    assert.equal((await runCommand(databaseUrl, 'backup', file))[0], 0)
    await agent.save({ url: deadLink('2') })
    const lost = await followFrom(agent, baseUrl)
    for (const target of ENGINES) {
      const url = target === 'sqlite' ? `sqlite:${folder}/${engine}-followed-back.db` : await createDatabase()
      assert.equal((await runCommand(url, 'restore', file))[0], 0)
      const back = await startService(target, { databaseUrl: url })
      try {
        const same = agentWith(back.baseUrl, agent.clientId, { access: agent.access, refresh: agent.refresh })
        // Once there is another change of the same number, the number alone says nothing.
        for (const path of ['3', '4']) await same.save({ url: deadLink(path) })
        const [inTool, inApi] = [
          await callTool(back.baseUrl, same, { name: 'list_changes', args: { after: lost.next } }),
          await same.call(lost.monitor),
        ]
        const expected = /^This cursor does not belong to change 2: .* restored from a backup\. /
        assert.match(inTool.content[0]!.text, expected)
        assert.equal(inApi.status, 410)
        assert.match(((await inApi.json()) as Entity).detail, expected)
        const { changes } = await toolOutcome(back.baseUrl, same, {
          name: 'list_changes',
          args: { after: kept.next },
        })
        assert.equal(changes.length, 2)
        assert.equal((await same.entity(kept.monitor)).entities.length, 2)
      } finally {
        await back.stop()
      }
    }
  })

  /** Where somebody who has seen all changes would go on, by MCP and by the API. */
  async function followFrom(agent: Agent, baseUrl: string) {
    const { next } = (await callTool(baseUrl, agent, { name: 'list_changes', args: { after: 'latest' } }))
      .structuredContent
    const monitor = new URL(linkOf(await agent.entity('/queue/changes'), 'monitor')!)
    return { next, monitor: monitor.pathname + monitor.search }
  }

  it('is not destroyed by another one written to the same file at the same time', async () => {
    const { databaseUrl, engine } = service()
    const twice = mkdtempSync(join(folder, 'twice-'))
    const file = join(twice, 'queue.db')
    const both = await Promise.all([
      runCommand(databaseUrl, 'backup', file),
      runCommand(databaseUrl, 'backup', file),
    ])
    const [[code, message], [other, laterMessage]] = both.toSorted(
      ([one], [another]) => one! - another!,
    ) as typeof both
    assert.equal(code, 0, message + laterMessage)
    assert.equal(other, 1)
    assert.match(laterMessage, /queue\.db already exists\. Nothing was written\./)
    assert.deepEqual(readdirSync(twice), ['queue.db'])
    const restored = await runCommand(`sqlite:${folder}/${engine}-twice.db`, 'restore', file)
    assert.equal(restored[0], 0, restored[1])
  })

  it('goes into a folder under a name with its time, overwrites nothing and leaves no partial file', async () => {
    const { databaseUrl } = service()
    const backups = mkdtempSync(join(folder, 'many-'))
    assert.equal((await runCommand(databaseUrl, 'backup', backups))[0], 0)
    const [name = ''] = readdirSync(backups)
    assert.match(name, /^reading-queue-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    const [code, commandOutput] = await runCommand(databaseUrl, 'backup', join(backups, name))
    assert.equal(code, 1)
    assert.match(commandOutput, /already exists\. Nothing was written\./)
    const [unreachable] = await runCommand(
      'postgres://nobody@127.0.0.1:1/none',
      'backup',
      join(backups, 'none.db'),
    )
    assert.equal(unreachable, 1)
    assert.deepEqual(readdirSync(backups), [name])
  })
})

it('An invalid backup is not restored: the error names the file, and nothing is left behind', async () => {
  const fresh = mkdtempSync(join(folder, 'fresh-'))
  const target = join(fresh, 'target.db')
  const source = await startService('sqlite')
  const sound = join(folder, 'sound.db')
  assert.equal((await runCommand(source.databaseUrl, 'backup', sound))[0], 0)
  await source.stop()
  const bytes = readFileSync(sound)
  const damaged =
    'The backup FILE is damaged, or no backup: .*\\. Nothing was restored; try another backup\\.'
  const bad: [name: string, content: string | Buffer, expected: string][] = [
    ['text', 'This is not a database. '.repeat(100), damaged],
    ['cut', bytes.subarray(0, bytes.length / 2), damaged],
    // A page in the middle of the file.
    ['page', Buffer.concat([bytes.subarray(0, 8192), randomBytes(4096), bytes.subarray(12_288)]), damaged],
    ['empty', '', 'FILE holds no Reading Queue\\. Nothing was copied\\.'],
  ]
  for (const [name, content, expected] of bad) {
    const file = join(folder, `${name}.db`)
    writeFileSync(file, content)
    const [code, commandOutput] = await runCommand(`sqlite:${target}`, 'restore', file)
    assert.equal(code, 1)
    assert.match(commandOutput, new RegExp(`^${expected.replace('FILE', file)}\n$`))
    assert.deepEqual(readdirSync(fresh), [], name)
  }
  const [missing, laterOutput] = await runCommand(`sqlite:${target}`, 'restore', join(folder, 'nothing.db'))
  assert.equal(missing, 1)
  assert.match(laterOutput, /^There is no file/)
  const [wrong, usage] = await runCommand(`sqlite:${target}`, 'restore')
  assert.equal(wrong, 2)
  assert.match(usage, /^restore takes a backup file\.\n\nUsage: npm start -- restore FILE/)
  const [restored, done] = await runCommand(`sqlite:${target}`, 'restore', sound)
  assert.equal(restored, 0, done)
})
