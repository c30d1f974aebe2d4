import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { connectAgent, requestToken, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const HOUR = 3_600_000

for (const engine of ENGINES) {
  describe(`Time that jumps, on ${engine}`, () => {
    let site: WebServer
    let frozen: TestService
    const held: ServerResponse[] = []
    before(async () => {
      // The first one who asks waits until the test answers; the next ones get the page at once.
      site = await startWebServer((_, response) => {
        if (held.length === 0) held.push(response)
        else answer(response, 'Fetched by the other')
      })
      frozen = await startService(engine)
    })
    after(async () => {
      await frozen.stop()
      await site.stop()
    })

    function answer(response: ServerResponse, title: string): void {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage(title))
    }

    it('lets another instance do the job of a suspended one, whose result is dropped', async () => {
      const agent = await connectAgent(frozen.baseUrl, await signUp(frozen.baseUrl))
      const item = await agent.save({ url: `${site.origin}/page` })
      await eventually(
        async () => held.length,
        (count) => count === 1,
      )
      const other = await startService(engine, { databaseUrl: frozen.databaseUrl })
      try {
        // As a minute and more passed while the first one stood still.
        other.clock.advance(150_000)
        const read = await fetched(agent, item)
        assert.equal(read.title, 'Fetched by the other')
        answer(held[0]!, 'Fetched too late')
        const { db } = frozen.running.services
        await agent.save({ url: `${site.origin}/next` })
        await eventually(
          async () => (await db.rows("SELECT subject FROM jobs WHERE kind = 'fetch-page'")).length,
          (count) => count === 0,
        )
        assert.equal((await fetched(agent, item)).title, 'Fetched by the other')
      } finally {
        await other.stop()
      }
    })

    it('does not stop jobs when the clock runs ahead for a while and is set back', async () => {
      const person = await signUp(frozen.baseUrl)
      const agent = await connectAgent(frozen.baseUrl, person)
      frozen.clock.advance(HOUR / 2)
      const ahead = await agent.save({ url: 'https://example.org/ahead' })
      frozen.clock.advance(-HOUR / 2)
      const behind = await agent.save({ url: 'https://example.org/behind' })
      assert.ok(behind.properties.updatedAt > ahead.properties.updatedAt)
      const refreshed = await requestToken(frozen.baseUrl, {
        grant_type: 'refresh_token',
        refresh_token: agent.refresh,
        client_id: agent.clientId,
      })
      assert.equal(refreshed.status, 200)
      assert.match((await person.browser.open('/queue')).text, /example\.org\/behind/)
      assert.equal((await agent.entity('/queue')).properties.totals.unread, 2)
    })
  })
}
