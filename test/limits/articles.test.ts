import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { compress } from '../../src/queue/content/zstd.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import {
  type ServiceProcess,
  assertLowLatency,
  type LatencyProbe,
  openLatencyProbe,
  startServiceProcess,
} from '../support/latency-probe.ts'
import { callTool } from '../support/mcp.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { createDatabase, ENGINES } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const MEGABYTE = 1024 * 1024
const TAGS = '<i>x</i>'.repeat(MEGABYTE / 4)
const VIEWS = 6

for (const engine of ENGINES) {
  describe(`An article that is slow to render, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-articles-'))
    let db: Database
    let service: ServiceProcess
    let probe: LatencyProbe
    let pages: Pages
    let person: Person
    let agent: Agent
    before(async () => {
      const url = engine === 'sqlite' ? `sqlite:${folder}/queue.db` : await createDatabase(engine)
      service = await startServiceProcess(engine, { DATABASE_URL: url })
      db = await openDatabase(url, () => undefined)
      pages = await startPages()
      pages.put('/tags', { body: articlePage('Tags') })
      pages.put('/run', { body: articlePage('Run', `<p>${'x'.repeat(900_000)}</p>`) })
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person)
      probe = await openLatencyProbe(service)
    })
    after(async () => {
      await db?.close()
      await service?.stop()
      await pages?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    /** As a release left it that made articles safe whenever they were shown. */
    async function leaveArticle(itemId: string, html: string): Promise<void> {
      await db.run(
        'UPDATE articles SET html = ?, rendered = NULL, renderer_version = NULL WHERE item_id = ?',
        await compress(html),
        itemId,
      )
    }

    it('delays nobody while it is shown repeatedly and changed in between', async () => {
      const item = await fetched(agent, await agent.save({ url: pages.at('/tags') }))
      await leaveArticle(item.properties.id, `<p>${TAGS}</p>`)
      const latency = await probe.measureDuring(async () => {
        for (let view = 1; view <= VIEWS; view++) {
          await submitAction(agent, item, {
            name: 'set-progress',
            fields: { progress: String(view / (2 * VIEWS)) },
          })
          const shown = await contentOf(agent, item, 'text/html')
          const page = await person.browser.open(new URL(linkOf(item, 'self')!).pathname)
          const hasAll = [await shown.text(), page.text].every((text) => text.includes(TAGS))
          // On a machine that does other things as well it may take too long, which is no less of an answer.
          assert.ok(hasAll || (shown.status === 406 && page.text.includes('Too complex to show')))
        }
      })
      assertLowLatency(latency)
    })

    it('delays nobody while it is stored, and read as Markdown page after page', async () => {
      const latency = await probe.measureDuring(async () => {
        const item: Entity = await fetched(agent, await agent.save({ url: pages.at('/run') }))
        const { id } = item.properties
        for (let page = 40; page <= 45; page++) {
          const result = await callTool(service.baseUrl, agent, {
            name: 'get_item_content',
            args: { id, page },
          })
          assert.equal(result.structuredContent['page'], page)
        }
      })
      assertLowLatency(latency)
    })
  })
}
