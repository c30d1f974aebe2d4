import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('The command reextract', (service) => {
  let pages: Pages
  let agent: Agent
  before(async () => {
    pages = await startPages()
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
  })
  after(() => pages.close())

  async function saved(path: string, more: Record<string, unknown> = {}): Promise<Entity> {
    pages.put(path, { body: articlePage(`From ${path}`, '<p>The last word.</p>') })
    return fetched(agent, await agent.save({ url: pages.at(path), ...more }))
  }

  async function reextract(): Promise<string> {
    const program = startProgram({ DATABASE_URL: service().databaseUrl }, ['reextract'])
    assert.equal(await program.ended, 0, program.output())
    return program.output()
  }

  it('extracts stored pages again without any request, except copies from the person’s browser', async () => {
    const { db } = service().running.services
    const lost = await saved('/lost')
    const good = await saved('/good', { html: articlePage('As seen', '<p>Seen.</p>') })
    const requestCount = pages.asked.length
    // As an extractor that found nothing leaves it.
    const id = lost.properties.id
    await db.run('DELETE FROM articles WHERE item_id = ?', id)
    await db.run(
      "UPDATE items SET content_status = 'failed', content_reason = 'Nothing found.', word_count = NULL, reading_minutes = NULL WHERE id = ?",
      id,
    )
    assert.match(
      await reextract(),
      /^Done: 2 pages read again; 2 articles are new or better, 0 stay as they were, 0 cannot be read\.$/m,
    )
    const found = await agent.entity(linkOf(lost, 'self')!)
    assert.partialDeepStrictEqual(found.properties.content, { status: 'ready', type: 'text/html' })
    assert.equal(found.properties.wordCount, lost.properties.wordCount)
    assert.match(await (await contentOf(agent, found, 'text/plain')).text(), /The last word\.$/)
    assert.equal((await agent.entity(linkOf(good, 'self')!)).title, 'As seen')
    assert.equal(pages.asked.length, requestCount)
  })

  it('has a line in the usage that an unknown command prints', async () => {
    const program = startProgram({ DATABASE_URL: service().databaseUrl }, ['reextrakt'])
    assert.equal(await program.ended, 2)
    assert.match(program.output(), /^Unknown argument "reextrakt"\./)
    assert.match(program.output(), /reextract {12}extract the articles of all saved pages again/)
  })
})
