import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Value } from '../../src/database/database.ts'
import { migrations } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { openSnapshot } from '../../src/database/open/snapshot.ts'
import { describeTables } from '../../src/database/migrations/table.ts'
import { beginProgress, saveProgress, serviceIn } from '../../src/database/copy/unfinished-copy.ts'
import { repairAggregates } from '../../src/queue/consistency/repair.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { fillTables } from '../support/account-rows.ts'
import { type Agent, agentWith, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { everythingIn } from '../support/everything.ts'
import { deadLink } from '../support/links.ts'
import { startPages } from '../support/pages.ts'
import { runCommand, startProgram } from '../support/program.ts'
import { createDatabase, type Engine, ENGINES, startService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-move-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const emptyUrl = async (engine: Engine) =>
  engine === 'sqlite' ? `sqlite:${folder}/${++made}.db` : createDatabase()

async function change(url: string, sql: string): Promise<void> {
  const db = await openDatabase(url, () => undefined)
  await db.run(sql)
  await db.close()
}

for (const engine of ENGINES) {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'

  describe(`A service on ${engine}`, () => {
    let source: string
    let agent: Agent
    let agents: Agent[]
    let lists: string[][]
    before(async () => {
      source = await emptyUrl(engine)
      const service = await startService(engine, { databaseUrl: source })
      const pages = await startPages()
      try {
        const people = [await signUp(service.baseUrl), await signUp(service.baseUrl)]
        agent = await connectAgent(service.baseUrl, people[0]!)
        const neighbour = await connectAgent(service.baseUrl, people[1]!)
        pages.put('/kept', { body: articlePage('On ledgers', '<p>Zwölf Boxkämpfer.</p>') })
        await fetched(
          agent,
          await agent.save({ url: pages.at('/kept'), tags: ['web', 'ü'], note: 'Naïve 🙂' }),
        )
        await fetched(neighbour, await neighbour.save({ url: pages.at('/kept'), tags: ['web'] }))
        const { db } = service.running.services
        for (const { id } of await db.rows<{ id: string }>('SELECT id FROM accounts'))
          await fillTables(service, id)
        // What was made up is not counted yet.
        await repairAggregates({ db, openTarget: () => openSnapshot(source), onProgress: () => undefined })
        // Both accounts save at the same instants.
        service.clock.advance(60_000)
        service.clock.hold()
        agents = [agent, neighbour]
        const links = [...'12345678'].map((n) => ({
          url: deadLink(n),
          title: `Saved as ${n}`,
          tags: ['web'],
        }))
        for (const who of agents)
          await who.entity('/queue/save-links', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ links }),
          })
        lists = await listsOf(agents)
        const shared = await db.row<{ count: number }>(
          'SELECT COUNT(*) AS count FROM items a JOIN items b ON a.saved_at = b.saved_at AND a.account_id < b.account_id',
        )
        assert.equal(shared?.count, 8)
      } finally {
        await service.running.close()
        await pages.close()
      }
      // No table is empty.
      const [invited, commandOutput] = await runCommand(source, 'invite', 'For Ada')
      assert.equal(invited, 0, commandOutput)
    })

    it(`is moved to ${other} and back with every row, its tokens and its search`, async () => {
      const targetUrl = await emptyUrl(other)
      const [code, commandOutput] = await runCommand(source, 'move', '--to', targetUrl)
      assert.equal(code, 0, commandOutput)
      assert.match(commandOutput, /Checking: 100 %\n[^]*Moved \d+ rows/)
      assert.doesNotMatch(commandOutput, /counted anew/)

      const returnUrl = await emptyUrl(engine)
      const [codeBack, outputBack] = await runCommand(targetUrl, 'move', '--to', returnUrl)
      assert.equal(codeBack, 0, outputBack)
      const [first, second, third] = [source, targetUrl, returnUrl].map(async (url) =>
        comparable(await everythingIn(url)),
      )
      assert.deepEqual(await second, await first)
      assert.deepEqual(await third, await first)

      const service = await startService(other, { databaseUrl: targetUrl })
      const [moved, neighbour] = agents.map((one) =>
        agentWith(service.baseUrl, one.clientId, { access: one.access, refresh: one.refresh }),
      ) as [Agent, Agent]
      try {
        assert.deepEqual(await listsOf([moved, neighbour]), lists)
        const found = await moved.entity('/queue?q=boxk%C3%A4mpfer')
        assert.deepEqual(
          found.entities.map((item: { title: string }) => item.title),
          ['On ledgers'],
        )
        assert.equal(
          (await moved.save({ url: 'https://example.org/third' })).properties.url,
          'https://example.org/third',
        )
      } finally {
        await service.stop()
      }
    })

    it('resumes a move that was killed, and can’t be served before the move is complete', async () => {
      const filled = await emptyUrl(engine)
      assert.equal((await runCommand(source, 'move', '--to', filled))[0], 0)
      const rows = `SELECT account_id, 'many' || n AS id, 1, 'x', 'y', 1 FROM (SELECT MIN(id) AS account_id FROM accounts) a,
        (WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9000) SELECT n FROM t) numbers`
      await change(
        filled,
        `INSERT INTO sign_in_attempts (account_id, id, attempted_at, address, browser, succeeded) ${rows}`,
      )

      const target = await emptyUrl(other)
      const killed = startProgram({ DATABASE_URL: filled }, ['move', '--to', target])
      await new Promise<void>((resolve) => {
        killed.process.stderr!.on('data', () => /Copying: [3-9]0 %/.test(killed.output()) && resolve())
      })
      killed.process.kill('SIGKILL')
      await killed.ended
      assert.doesNotMatch(killed.output(), /Checking/)

      for (const command of ['serve', 'migrate']) {
        const [served, refusal] = await runCommand(target, command)
        assert.equal(served, 1)
        assert.match(refusal, /^This database holds a part of a service/)
      }
      const [code, commandOutput] = await runCommand(filled, 'move', '--to', target)
      assert.equal(code, 0, commandOutput)
      assert.doesNotMatch(commandOutput, /Copying: [12]0 %/)
      assert.deepEqual(comparable(await everythingIn(target)), comparable(await everythingIn(filled)))
    })

    it('finishes a move that was killed during indexing, unless the service was started on the target', async () => {
      const filled = await emptyUrl(engine)
      assert.equal((await runCommand(source, 'move', '--to', filled))[0], 0)
      const service = await startService(engine, { databaseUrl: filled })
      const account = await service.running.services.db.row<{ id: string }>('SELECT id FROM accounts')
      await fillQueue(service, account!.id, { count: 3000, word: 'indexed' })
      await service.running.close()
      const breakOff = async (target: string) => {
        const killed = startProgram({ DATABASE_URL: filled }, ['move', '--to', target])
        await new Promise<void>((resolve) => {
          killed.process.stderr!.on('data', () => killed.output().includes('Indexing: 0 %') && resolve())
        })
        killed.process.kill('SIGKILL')
        await killed.ended
      }
      const itemsIn = async (url: string) => comparable(await everythingIn(url))['items']
      const target = await emptyUrl(other)
      await breakOff(target)
      const [code, commandOutput] = await runCommand(filled, 'move', '--to', target)
      assert.equal(code, 0, commandOutput)
      assert.doesNotMatch(commandOutput, /Copying/)
      assert.match(commandOutput, /Checking: 100 %\n[^]*Moved \d+ rows/)
      assert.deepEqual(await itemsIn(target), await itemsIn(filled))

      const started = await emptyUrl(other)
      await breakOff(started)
      await (await startService(other, { databaseUrl: started })).stop()
      for (const url of [target, started])
        assert.match(
          (await runCommand(filled, 'move', '--to', url))[1],
          /The target holds this service already\. Nothing was changed there\./,
        )
    })

    it('detects changes during the move, and starts over with the next one', async () => {
      const target = await emptyUrl(other)
      const [, commandOutput] = await runCommand(source, 'move', '--to', target)
      const [again, refusal] = await runCommand(source, 'move', '--to', target)
      assert.equal(again, 1, commandOutput)
      assert.match(refusal, /The target holds this service already\. Nothing was changed there\./)

      const db = await openDatabase(target, () => undefined)
      await db.run("UPDATE accounts SET email = 'x' || email")
      const table = (await describeTables(db, migrations)).at(-1)!
      const last = await db.row<Record<string, Value>>(
        `SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${table.key.map((column) => `${column} DESC`).join(', ')} LIMIT 1`,
      )
      const progress = { table: table.name, after: table.key.map((column) => last![column]!) }
      await beginProgress(db, (await serviceIn(db))!)
      await saveProgress(db, null, progress)
      await db.close()
      const [differs, laterOutput] = await runCommand(source, 'move', '--to', target)
      assert.equal(differs, 1)
      assert.match(
        laterOutput,
        /The copy differs from the source in accounts \(2 rows there, 2 here\): something was changed/,
      )
      const [anew, why] = await runCommand(source, 'move', '--to', target)
      assert.equal(anew, 0, why)
      assert.deepEqual(comparable(await everythingIn(target)), comparable(await everythingIn(source)))
    })

    it('is not moved over another service, and a missing service is not moved', async () => {
      const service = await startService(other)
      await signUp(service.baseUrl)
      await service.running.close()
      const before = await everythingIn(service.databaseUrl)
      const [code, commandOutput] = await runCommand(source, 'move', '--to', service.databaseUrl)
      assert.equal(code, 1)
      assert.match(
        commandOutput,
        /The target holds another service with accounts\. Nothing was changed there\./,
      )
      assert.deepEqual(await everythingIn(service.databaseUrl), before)
      rmSync(service.folder, { recursive: true, force: true })

      const [wrong, usage] = await runCommand(source, 'move', '--to', 'mysql://x')
      assert.equal(wrong, 2)
      assert.match(usage, /--to is "mysql:/)
      const [nothing, missing] = await runCommand(
        `sqlite:${folder}/none.db`,
        'move',
        '--to',
        `sqlite:${folder}/there.db`,
      )
      assert.equal(nothing, 1)
      assert.match(
        missing,
        new RegExp(`The database ${folder}/none\\.db does not exist\\. Nothing was copied\\.`),
      )
      for (const name of ['none', 'there']) assert.equal(existsSync(`${folder}/${name}.db`), false)
    })

    it('reports the target if that can’t be opened', async () => {
      const text = join(folder, 'text.db')
      writeFileSync(text, 'This is not a database. '.repeat(100))
      const targets: [url: string, output: string][] = [
        [
          'postgres://nobody:secret@127.0.0.1:1/none',
          'postgres://127.0.0.1:1/none can.t be opened .*ECONNREFUSED',
        ],
        [`sqlite:${text}`, `${text} can.t be opened .file is not a database`],
        [`sqlite:${text}/queue.db`, `${text}/queue.db can.t be opened .*${text}`],
      ]
      for (const [url, expected] of targets) {
        const [code, commandOutput] = await runCommand(source, 'move', '--to', url)
        assert.equal(code, 1)
        assert.match(commandOutput, new RegExp(`^Nothing was copied: ${expected}`, 'm'))
        assert.doesNotMatch(commandOutput, /secret/)
      }
    })
  })
}

/** Titles in a list and in a list by tag, read two at a time, of each of these. */
async function listsOf(agents: Agent[]): Promise<string[][]> {
  const lists: string[][] = []
  for (const agent of agents)
    for (const path of ['/queue?state=all&limit=2', '/queue?state=all&tag=web&limit=2']) {
      const titles: string[] = []
      for (let next: string | undefined = path; next;) {
        const page: Entity = await agent.entity(next)
        titles.push(...page.entities.map(({ title }: { title: string }) => title))
        next = page.links.find(({ rel }: { rel: string[] }) => rel.includes('next'))?.href
      }
      lists.push(titles)
    }
  return lists
}

/** What every engine keeps alike: without what the index says of itself. */
function comparable(tables: Record<string, string[]>): Record<string, string[]> {
  const { items = [], queues = [], ...rest } = tables
  return {
    ...rest,
    items: items.map((row) => row.replace(/\["(words_version|saver_words)",[^\]]*\]/g, '')).sort(),
    queues: queues.map((row) => row.replace(/\["version",[^\]]*\]/, '')).sort(),
  }
}
