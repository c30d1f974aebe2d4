import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createExtractionPool } from '../../src/articles/extraction-pool.ts'
import { RENDERER_VERSION, serializeRendered } from '../../src/articles/rendered-article.ts'
import { compress } from '../../src/queue/content/zstd.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { accountIdOf } from '../support/history.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { onBothEngines, startService } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('A rendered article', (service) => {
  let pages: Pages
  let person: Person
  let agent: Agent
  let accountId: string
  let item: Entity
  before(async () => {
    pages = await startPages()
    pages.put('/article', { body: articlePage('On links') })
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    accountId = await accountIdOf(service(), person.email)
    item = await fetched(agent, await agent.save({ url: pages.at('/article') }))
  })
  after(() => pages.close())

  const html = async () => (await contentOf(agent, item, 'text/html')).text()
  /** With a notice, so that no page that was drawn before is sent. */
  const page = async () =>
    (await person.browser.open(`${new URL(linkOf(item, 'self')!).pathname}?flash=`)).text

  /** As another release left it; without words nothing is kept. */
  async function leave(version: number | null, words?: string): Promise<void> {
    const rendered = { html: `<p>${words}</p>`, images: [], headings: [], imageSources: [] }
    await service().running.services.db.run(
      'UPDATE articles SET rendered = ?, renderer_version = ? WHERE account_id = ? AND item_id = ?',
      words === undefined ? null : await compress(serializeRendered(rendered)),
      version,
      accountId,
      item.properties.id,
    )
  }

  async function version(): Promise<number | null | undefined> {
    const row = await service().running.services.db.row<{ renderer_version: number | null }>(
      'SELECT renderer_version FROM articles WHERE account_id = ? AND item_id = ?',
      accountId,
      item.properties.id,
    )
    return row?.renderer_version
  }

  it('is stored when its page is read, and shown as stored, even after the item changed', async () => {
    assert.equal(await version(), RENDERER_VERSION)
    await leave(RENDERER_VERSION, 'As it was kept.')
    for (const progress of ['0.2', '0.4']) {
      await submitAction(agent, item, { name: 'set-progress', fields: { progress } })
      assert.match(await html(), /<p>As it was kept\.<\/p>/)
      assert.match(await page(), /<p>As it was kept\.<\/p>/)
    }
  })

  it('is rendered again if another release rendered it or none did, and stored', async () => {
    for (const old of [null, RENDERER_VERSION - 1]) {
      await leave(old, old === null ? undefined : 'As it was kept.')
      const both = await Promise.all([html(), page()])
      for (const shown of both) assert.ok(shown.includes('<p>1. Links say what can be done next'))
      assert.equal(await version(), RENDERER_VERSION)
    }
  })

  it('is left as a newer release stored it', async () => {
    await leave(RENDERER_VERSION + 1, 'As a newer one does.')
    assert.match(await html(), /<p>1\. Links say/)
    assert.equal(await version(), RENDERER_VERSION + 1)
  })

  it('is not shown if it can’t be rendered, which every interface says, and its other formats stay', async () => {
    const { services } = service().running
    const { articleRenderer } = services
    const poolWithoutTime = createExtractionPool({ timeLimit: 0 })
    await leave(null)
    services.articleRenderer = { ...articleRenderer, render: poolWithoutTime.render }
    try {
      assert.ok((await page()).includes('Too complex to show'))
    } finally {
      services.articleRenderer = articleRenderer
      await poolWithoutTime.close()
    }
    assert.ok((await page()).includes(`<a class="button main" href="${pages.at('/article')}"`))
    const refused = await contentOf(agent, item, 'text/html')
    assert.equal(refused.status, 406)
    const { detail } = (await refused.json()) as Entity
    assert.equal(
      detail,
      'This article is too complex to show as HTML. Ask for it as text/markdown or text/plain.',
    )
    assert.match(await (await contentOf(agent, item, 'text/markdown')).text(), /Links say/)
    await leave(null)
  })

  it('is rendered by whichever instance is asked first', async () => {
    if (service().engine === 'sqlite') return
    await leave(null)
    const second = await startService(service().engine, { databaseUrl: service().databaseUrl })
    try {
      const path = new URL(linkOf(item, 'alternate')!).pathname
      const headers = { authorization: `Bearer ${agent.access}`, accept: 'text/html' }
      const [there, here] = await Promise.all([
        fetch(`${second.baseUrl}${path}`, { headers }).then((response) => response.text()),
        html(),
      ])
      assert.match(there, /Links say/)
      assert.match(here, /Links say/)
      assert.equal(await version(), RENDERER_VERSION)
    } finally {
      await second.stop()
    }
  })
})
