import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('An export from the command line', (service) => {
  let folder: string
  let person: Person
  let agent: Agent
  let count = 0

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rq-export-'))
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
    await fillLibrary()
  })
  after(() => rmSync(folder, { recursive: true }))

  const link = (name: string) => deadLink(`export/${name}`)

  /** Items of each kind: with an article, read, a favourite, snoozed, partly read, named, in the trash. */
  async function fillLibrary(): Promise<void> {
    const tags = Array.from({ length: 30 }, (_, number) => `tag ${number}`)
    const kept = await agent.save({ url: link('kept'), html: articlePage('Worth keeping', '', 8), tags })
    await fetched(agent, kept)
    const act = async (
      name: string,
      action: string,
      { fields = {}, more = {} }: { fields?: Record<string, unknown>; more?: Record<string, unknown> } = {},
    ) => {
      const item = await agent.save({ url: link(name), ...more })
      assert.ok((await submitAction(agent, item, { name: action, fields })).ok, action)
    }
    await act('read', 'mark-read', { more: { note: 'Two\nlines, "quoted"', reason: 'Because' } })
    await act('favourite', 'favourite-item', { more: { title: '=SUM(A1)' } })
    const until = new Date(service().clock.now() + 1e8).toISOString()
    await act('snoozed', 'snooze-item', { fields: { until } })
    await act('partly', 'set-progress', { fields: { progress: 0.25 } })
    await act('trash', 'remove-item', { more: { tags: ['gone'] } })
  }

  async function command(args: string[]): Promise<{ output: string; code: number | null }> {
    const program = startProgram({ DATA_DIR: service().folder, DATABASE_URL: service().databaseUrl }, args)
    const [code] = (await once(program.process, 'close')) as [number | null]
    return { output: program.output(), code }
  }

  async function exported(format: string, { email } = person, ...more: string[]): Promise<string> {
    const file = join(folder, `file ${count++}`)
    const args = ['export', '--account', email, '--format', format, '--output', file, ...more]
    const { output, code } = await command(args)
    assert.equal(code, 0, output)
    assert.match(output, /^Wrote .*\.$/m)
    return file
  }

  /** What is kept of an item when it moves: all but what belongs to the account and its history. */
  function lasting({ items }: Entity): Entity[] {
    const names =
      'url title givenTitle tags note reason savedAt readAt favouritedAt snoozedUntil progress removedAt state markdown'
    return items
      .map((item: Entity) => Object.fromEntries(names.split(' ').map((name) => [name, item[name]])))
      .sort((one: Entity, other: Entity) => one.url.localeCompare(other.url))
  }

  it('as JSON is imported into another account without loss, and twice has the same result as once', async () => {
    const file = await exported('json')
    const before = JSON.parse(readFileSync(file, 'utf8')) as Entity
    assert.deepEqual([before.items.length, before.format, before.account], [6, 'reading-queue', person.email])
    const other = await signUp(service().baseUrl)
    const importing = async () => {
      const { output, code } = await command(['import', file, '--account', other.email, '--json'])
      assert.equal(code, 0, output)
      return JSON.parse(output) as { format: string; added: number; merged: number; skipped: []; tag: string }
    }
    const { tag, ...first } = await importing()
    assert.deepEqual(first, { format: 'reading-queue', added: 6, merged: 0, skipped: [] })
    const reader = await connectAgent(service().baseUrl, other, 'Claude')
    const { entities } = await reader.entity('/queue?state=all')
    const kept = entities.find(({ properties }: Entity) => properties.url === link('kept'))
    await fetched(reader, kept)
    const after = JSON.parse(readFileSync(await exported('json', other), 'utf8')) as Entity
    const tagged = lasting(before).map((item) => ({
      ...item,
      // A full item keeps its own tags.
      tags: item.tags.length === 30 ? item.tags : [...item.tags, tag].sort(),
    }))
    assert.deepEqual(lasting(after), tagged)
    assert.match(lasting(after).find(({ url }) => url === link('kept'))!.markdown, /8\\\. Links say/)

    const again = await importing()
    assert.deepEqual([again.added, again.merged], [0, 6])
    const unchanged = JSON.parse(readFileSync(await exported('json', other), 'utf8')) as Entity
    assert.deepEqual(lasting(unchanged), lasting(after))
  })

  it('as bookmarks, CSV and text contains what is not in the trash, newest first', async () => {
    const html = readFileSync(await exported('html'), 'utf8')
    const csv = readFileSync(await exported('csv'), 'utf8')
    const text = readFileSync(await exported('text'), 'utf8')
    const links = ['partly', 'snoozed', 'favourite', 'read', 'kept'].map(link)
    assert.equal(text, links.map((url) => `${url}\n`).join(''))
    assert.deepEqual(
      [...html.matchAll(/HREF="([^"]*)"/g)].map(([, url]) => url),
      links,
    )
    assert.match(html, /<DD>Two\nlines, &quot;quoted&quot;/)
    assert.match(csv, /^Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen,/)
    assert.match(csv, /^'=SUM\(A1\),/m)
    const found = readFileSync(await exported('text', person, '--query', 'is:favourite'), 'utf8')
    assert.equal(found, `${link('favourite')}\n`)
  })

  it('writes to standard output, and stops when nobody reads it', async () => {
    const args = ['export', '--account', person.email, '--format', 'text', '--output', '-']
    const { output, code } = await command(args)
    assert.equal(code, 0)
    assert.equal(output.split('\n').length, 6)
    const env = { DATA_DIR: service().folder, DATABASE_URL: service().databaseUrl }
    const early = startProgram(env, [
      'export',
      '--account',
      person.email,
      '--format',
      'json',
      '--output',
      '-',
    ])
    early.process.stdout!.destroy()
    assert.equal(await early.ended, 0, early.output())
  })

  it('replaces a file only if told to, and leaves no partial file', async () => {
    const file = join(folder, 'mine')
    writeFileSync(file, 'mine')
    const to = (path: string, ...more: string[]) =>
      command(['export', '--account', person.email, '--format', 'text', '--output', path, ...more])
    const refused = await to(file)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /already exists\. Nothing was written\..*--force/)
    assert.equal(readFileSync(file, 'utf8'), 'mine')
    assert.equal((await to(file, '--force')).code, 0)
    assert.match(readFileSync(file, 'utf8'), /^http/)
    assert.equal(statSync(file).mode & 0o077, 0)
    const nowhere = await to(join(folder, 'none', 'file'))
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.output, /can't be written \(ENOENT\)/)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    )
  })

  it('reports invalid arguments', async () => {
    const account = ['--account', person.email]
    const output = ['--output', join(folder, 'never')]
    const cases: [args: string[], message: RegExp, code: number][] = [
      [[...account, '--format', 'doc', ...output], /json\|html\|csv/, 2],
      [[...account, '--format', 'json'], /--output FILE/, 2],
      [['--account', 'nobody@example.org', '--format', 'json', ...output], /no account/, 1],
      [[...account, '--format', 'json', ...output, '--query', 'is:nothing'], /is:/, 1],
    ]
    for (const [args, message, expected] of cases) {
      const { output, code } = await command(['export', ...args])
      assert.match(output, message)
      assert.equal(code, expected, output)
    }
  })
})
