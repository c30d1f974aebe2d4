import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import { agentWith, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

for (const engine of ENGINES) {
  it(`A process that is suspended with a job and resumed repeats nothing, on ${engine}`, async () => {
    const held: ServerResponse[] = []
    const answer = (response: ServerResponse, title: string) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage(title))
    const site = await startWebServer((_, response) => {
      if (held.length === 0) held.push(response)
      else answer(response, 'Fetched by the other')
    })
    const spare = engine === 'sqlite' ? await startService('sqlite') : undefined
    await spare?.running.close()
    const databaseUrl = spare?.databaseUrl ?? (await createDatabase())
    const frozen = startProgram({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' })
    try {
      const baseUrl = await frozen.ready()
      const person = await signUp(baseUrl)
      const agent = await connectAgent(baseUrl, person)
      const item = await agent.save({ url: `${site.origin}/page` })
      await eventually(
        async () => held.length,
        (count) => count === 1,
      )
      frozen.process.kill('SIGSTOP')
      // What is asked of it now waits until it wakes.
      const waiting = agent.save({ url: `${site.origin}/next` })

      const other = await startService(engine, { databaseUrl })
      const otherAgent = agentWith(other.baseUrl, agent.clientId, {
        access: agent.access,
        refresh: agent.refresh,
      })
      try {
        // As the lease is over.
        other.clock.advance(150_000)
        const read = await eventually(
          () =>
            otherAgent
              .call(`/queue/items/${item.properties.id}`)
              .then((answered) => answered.json() as Promise<Entity>),
          ({ properties }) => properties.content.status !== 'pending',
        )
        assert.equal(read.title, 'Fetched by the other')
      } finally {
        await other.running.close()
      }

      frozen.process.kill('SIGCONT')
      answer(held[0]!, 'Fetched too late')
      // It asks a site for one page of an account at a time: that it fetched the next one says that it is done here.
      assert.equal((await fetched(agent, await waiting)).title, 'Fetched by the other')
      assert.equal((await fetched(agent, item)).title, 'Fetched by the other')
      assert.equal((await agent.entity('/queue')).properties.totals.unread, 2)
      const page = await agent.entity('/queue/changes?limit=100')
      const fetches = page.entities.filter(({ properties }: Entity) => properties.action === 'fetch-page')
      assert.equal(fetches.length, 2)
    } finally {
      frozen.process.kill('SIGCONT')
      frozen.process.kill('SIGTERM')
      assert.equal(await frozen.ended, 0, frozen.output())
      await site.stop()
      await spare?.stop().catch(() => undefined)
    }
  })
}
