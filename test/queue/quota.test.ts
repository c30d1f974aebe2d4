import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { migrate, migrations } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { emptyTrash } from '../../src/queue/maintenance/trash.ts'
import { formatBytes, readUsage } from '../../src/queue/items/quota.ts'
import { DAY } from '../../src/ports/clock.ts'
import { type Agent, agentWith, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool } from '../support/mcp.ts'
import { createDatabase, ENGINES, startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** A page that no compression makes small; `size` is of its text. */
function randomPage(size: number, more = ''): string {
  const words = randomBytes(size / 2)
    .toString('hex')
    .replace(/.{12}/g, '$& ')
  return articlePage('Random', `<p>${words}</p>${more}`)
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000030000000408020000000000000000', 'hex')

/** Each time something else, now and then with images. */
function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const isImage = url.startsWith('/image')
  response.writeHead(200, { 'content-type': isImage ? 'image/png' : 'text/html' })
  if (isImage) response.end(Buffer.concat([PNG, randomBytes(5000)]))
  else if (url.startsWith('/large')) response.end(randomPage(400_000))
  else response.end(randomPage(randomInt(500, 8000), randomInt(2) ? `<img src="/image${url}" alt="x">` : ''))
}

it('Sizes are formatted in the unit that people use', () => {
  assert.deepEqual(
    [0, 999, 1000, 4_980_000, 5_000_000_000, 999_999_999, 1.5e12].map((bytes) => formatBytes(bytes)),
    ['0 bytes', '999 bytes', '1 KB', '4.98 MB', '5 GB', '1 GB', '1.5 TB'],
  )
})

for (const engine of ENGINES)
  it(`The storage of data from an older release is counted by the migration, on ${engine}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-quota-'))
    const url = engine === 'sqlite' ? `sqlite:${folder}/old.db` : await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(
        db,
        migrations.filter(({ number }) => number < 15),
      )
      for (const id of ['one', 'two']) {
        await db.run('INSERT INTO accounts (id, email, created_at) VALUES (?, ?, 0)', id, `${id}@example.org`)
        await db.run('INSERT INTO queues (account_id) VALUES (?)', id)
      }
      const bytes = (length: number) => new Uint8Array(length)
      await db.run(
        "INSERT INTO pages (account_id, item_id, seen_by, url, media_type, body, fetched_at) VALUES ('one', 'a', 'agent:x', 'x', 'y', ?, 0), ('one', 'a', 'service', 'x', 'y', ?, 0)",
        bytes(1000),
        bytes(200),
      )
      await db.run(
        "INSERT INTO articles (account_id, item_id, seen_by, html, markdown, text, kept_at) VALUES ('one', 'a', 'person', ?, ?, ?, 0)",
        bytes(30),
        bytes(4),
        bytes(5),
      )
      await db.run(
        "INSERT INTO images (account_id, item_id, name, media_type, width, height, body) VALUES ('one', 'a', 'n', 'image/png', 1, 1, ?)",
        bytes(10_000),
      )
      await db.run(
        "INSERT INTO captures (account_id, item_id, seen_by, url, body, handed_at, act) VALUES ('one', 'a', 'person', 'x', ?, 0, 0)",
        bytes(100_000),
      )
      await db.run(
        "INSERT INTO page_versions (account_id, item_id, id, replaced_at, seen_by, html, markdown, text, kept_at, body) VALUES ('one', 'a', 'v', 0, 'person', ?, ?, ?, 0, NULL), ('one', 'a', 'w', 0, 'person', ?, ?, ?, 0, ?)",
        ...[1_000_000, 1, 1, 1, 1, 1, 2_000_000].map(bytes),
      )
      await migrate(db)
      const kept = await readUsage(db, ['one', 'two'])
      assert.deepEqual([kept.get('one')?.bytes, kept.get('two')?.bytes], [3_111_244, 0])
      assert.equal((await countWrongAggregates(db)).bytes, 0)
    } finally {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

for (const engine of ENGINES) {
  describe(`The quota of an account, on ${engine}`, () => {
    let service: TestService
    /** Another instance, which allows less. */
    let narrow: TestService
    let site: WebServer
    before(async () => {
      site = await startWebServer(answer)
      service = await startService(engine, {})
      narrow = await startService(engine, {
        env: { ACCOUNT_STORAGE: '100KB', ACCOUNT_ITEMS: '4' },
        databaseUrl: service.databaseUrl,
      })
    })
    after(async () => {
      await narrow.stop()
      await service.stop()
      await site.stop()
    })

    const post = (agent: Agent, path: string, body: unknown) =>
      agent.call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const connect = async (person: Person, name?: string) => {
      const agent = await connectAgent(service.baseUrl, person, name)
      const otherAgent = agentWith(narrow.baseUrl, agent.clientId, {
        access: agent.access,
        refresh: agent.refresh,
      })
      return { agent, there: otherAgent, accountId: await accountIdOf(service, person.email) }
    }
    const usage = async (accountId: string) =>
      (await readUsage(service.running.services.db, [accountId])).get(accountId)!
    /** What lies in the tables of content, of all accounts. */
    const bytesThere = async () => {
      const { db } = service.running.services
      const sums =
        'pages:body articles:html articles:markdown articles:text images:body captures:body withdrawn_captures:body page_versions:html page_versions:markdown page_versions:text page_versions:body'.split(
          ' ',
        )
      let bytes = 0
      for (const sum of sums) {
        const [table, column] = sum.split(':')
        const rows = await db.rows<{ bytes: number }>(
          `SELECT CAST(COALESCE(SUM(LENGTH(${column})), 0) AS BIGINT) AS bytes FROM ${table}`,
        )
        bytes += rows[0]!.bytes
      }
      return bytes
    }
    const settled = () =>
      eventually(
        () =>
          service.running.services.db.row<{ left: number }>(
            `SELECT COUNT(*) AS left FROM jobs WHERE kind <> 'wake-item'`,
          ),
        (row) => row?.left === 0,
        90,
      )

    it('counts the stored bytes exactly, whatever happens at once on two instances', async () => {
      const { db } = service.running.services
      const person = await signUp(service.baseUrl)
      const { agent, accountId } = await connect(person)
      const other = await startService(engine, { databaseUrl: service.databaseUrl })
      const otherAgent = agentWith(other.baseUrl, agent.clientId, {
        access: agent.access,
        refresh: agent.refresh,
      })
      const ids: string[] = []
      const any = () => `/queue/items/${ids[randomInt(ids.length)]}`
      const ways: ((who: Agent) => Promise<unknown>)[] = [
        async (who) => {
          const url = `${site.origin}/${randomInt(12)}`
          const saved = await post(who, '/queue', { url, html: randomPage(randomInt(500, 6000)) })
          ids.push(((await saved.json()) as Entity).properties.id)
        },
        async (who) => {
          const saved = await post(who, '/queue', { url: `${site.origin}/${randomInt(12)}` })
          ids.push(((await saved.json()) as Entity).properties.id)
        },
        (who) => who.call(`${any()}/refetch`, { method: 'POST' }),
        (who) => who.call(any(), { method: 'DELETE' }),
        async (who) => post(who, '/queue/undo-change', { change: randomInt(1, 40) }),
        (who) => who.call(`${any()}/mark-read`, { method: 'PUT' }),
      ]
      try {
        await ways[0]!(agent)
        for (let round = 0; round < 12; round++)
          await Promise.all(
            [agent, otherAgent, agent, otherAgent].map((who) => ways[randomInt(ways.length)]!(who)),
          )
        await settled()
        assert.equal((await usage(accountId)).bytes, await bytesThere())
        assert.ok((await usage(accountId)).bytes > 0)
        assert.equal((await countWrongAggregates(db)).bytes, 0)

        for (const id of new Set(ids).values()) await agent.call(`/queue/items/${id}`, { method: 'DELETE' })
        const kept = await usage(accountId)
        assert.equal(kept.items, new Set(ids).size)
        const { services } = service.running
        const later = { ...services.clock, now: () => services.clock.now() + 31 * DAY }
        await emptyTrash({ ...services, clock: later })
        assert.deepEqual(await usage(accountId), { bytes: 0, items: 0 })
        assert.equal(await bytesThere(), 0)
      } finally {
        await other.stop()
      }
    })

    it('refuses a page that does not fit, in each interface, and changes nothing', async () => {
      const person = await signUp(narrow.baseUrl)
      const otherAgent = await connectAgent(narrow.baseUrl, person)
      const accountId = await accountIdOf(service, person.email)
      const first = await post(otherAgent, '/queue', { url: deadLink('first'), html: randomPage(20_000) })
      assert.equal(first.status, 201)
      await eventually(
        () => otherAgent.entity('/queue'),
        ({ entities }) => entities[0].properties.content.status === 'ready',
      )
      const before = await usage(accountId)
      const lines = (await readHistory(service, accountId)).length
      const page = { url: deadLink('second'), html: randomPage(200_000) }

      const refused = await post(otherAgent, '/queue', page)
      assert.equal(refused.status, 403)
      const problem = (await refused.json()) as Entity
      assert.ok(problem.type.endsWith('/problems/quota-exceeded'))
      const words =
        /uses \d+(\.\d+)? KB of 100 KB for saved pages, and this takes \d+ KB more\. Nothing was changed\. Remove items/
      assert.match(problem.detail, words)

      const { browser } = person
      const shown = await browser.submit(await browser.open('/save'), page, { action: '/queue/save-link' })
      assert.equal(shown.status, 403)
      assert.match(shown.text, /Your account is full/)
      assert.match(shown.text, words)

      assert.deepEqual(await usage(accountId), before)
      assert.equal((await readHistory(service, accountId)).length, lines)
      const account = await browser.open('/account')
      assert.match(account.text, new RegExp(`${formatBytes(before.bytes)} of 100 KB used`))
      assert.match(account.text, /1 of 4 items, including the trash\./)
    })

    it('skips a fetched page that does not fit, says why, and does not retry', async () => {
      const { there } = await connect(await signUp(service.baseUrl))
      // Fetched by whichever instance claims it first: the other one allows more.
      await service.running.close()
      const saved = await post(there, '/queue', { url: `${site.origin}/large` })
      assert.equal(saved.status, 201)
      const { properties } = await fetched(there, (await saved.json()) as Entity)
      assert.deepEqual(properties.content.status, 'failed')
      assert.equal(properties.content.reason, 'The page was not kept. Your account is full.')
      const { db } = narrow.running.services
      assert.deepEqual(await db.rows('SELECT * FROM jobs WHERE subject = ?', properties.id), [])
    })

    it('refuses items beyond their maximum, and allows everything else', async () => {
      const person = await signUp(narrow.baseUrl)
      const agent = await connectAgent(narrow.baseUrl, person)
      const links = ['a', 'b', 'c', 'd'].map((name) => ({ url: deadLink(name) }))
      assert.equal(
        (await post(agent, '/queue/save-links', { links: [...links, { url: deadLink('e') }] })).status,
        403,
      )
      assert.deepEqual((await agent.entity('/queue')).entities, [])
      assert.equal((await post(agent, '/queue/save-links', { links })).status, 200)

      const refused = await post(agent, '/queue', { url: deadLink('e') })
      assert.equal(refused.status, 403)
      assert.match(
        ((await refused.json()) as Entity).detail,
        /has 4 items, including the trash, and may have 4\./,
      )
      const { isError, content } = await callTool(narrow.baseUrl, agent, {
        name: 'save_link',
        args: { url: deadLink('e') },
      })
      assert.equal(isError, true)
      assert.match(content[0]!.text, /may have 4\. .* Tell the person; calling again changes nothing/)

      assert.equal((await post(agent, '/queue', { url: deadLink('a') })).status, 200)
      const [item] = (await agent.entity('/queue')).entities
      assert.equal((await agent.call(`/queue/items/${item.properties.id}`, { method: 'DELETE' })).status, 204)
      assert.equal((await person.browser.open('/account/export')).status, 200)
    })
  })
}
