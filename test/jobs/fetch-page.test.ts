import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { claimJob, endJob } from '../../src/jobs/job.ts'
import { MINUTE } from '../../src/ports/clock.ts'
import { FETCH_PAGE } from '../../src/queue/items/item-jobs.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { eventually } from '../support/eventually.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const PARAGRAPHS =
  '<p>Links say what can be done next, and a reader follows them, one after the other.</p>'.repeat(5)

const PAGE = `<!doctype html>
<html lang="en-gb">
  <head>
    <title>On Hypermedia | The Paper</title>
    <meta property="og:title" content="On &amp; about hypermedia">
    <meta property="og:site_name" content="The Paper">
    <meta name="description" content="  What links
      are for.  ">
    <meta property="og:image" content="/cover.png">
  </head>
  <body><article><h1>On &amp; about hypermedia</h1>${PARAGRAPHS}</article></body>
</html>`

const NOTHING_BUSY = { accounts: [], accountsForBulk: [], sites: [], accountSites: [], isFullForBulk: false }

for (const engine of ENGINES) {
  describe(`Fetching a saved page, on ${engine}`, () => {
    let service: TestService
    let pages: Pages
    let person: Person
    let agent: Agent

    before(async () => {
      pages = await startPages()
    })
    after(() => pages.close())
    beforeEach(async () => {
      pages.asked.length = 0
      service = await startService(engine)
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person)
    })
    afterEach(() => service.stop())

    function ended(item: Entity, by = agent): Promise<Entity> {
      const href = linkOf(item, 'self')!
      return eventually(
        () => by.entity(href),
        ({ properties }: Entity) => properties.content.status !== 'pending',
      )
    }

    function countRequests(path: string, times: number): Promise<number> {
      return eventually(
        async () => pages.asked.filter((one) => one === path).length,
        (count) => count >= times,
      )
    }

    /** Waits until a job was put down for later. */
    function postponed(item: Entity): Promise<unknown> {
      const now = service.clock.now()
      return eventually(
        () =>
          service.running.services.db.row<{ due_at: number; lease: string | null }>(
            'SELECT due_at, lease FROM jobs WHERE kind = ? AND subject = ?',
            FETCH_PAGE,
            item.properties.id,
          ),
        (job) => job !== undefined && job.lease === null && job.due_at > now,
      )
    }

    async function jobCount(): Promise<number> {
      return (await service.running.services.db.rows('SELECT subject FROM jobs WHERE kind = ?', FETCH_PAGE))
        .length
    }

    it('happens after the response to the save, and then adds the page’s metadata', async () => {
      pages.put('/article', { body: PAGE })
      const item = await agent.save({ url: pages.at('/article') })
      assert.deepEqual(item.properties.content, { status: 'pending' })
      const { properties, title } = await ended(item)
      assert.equal(title, 'On & about hypermedia')
      assert.equal(properties.siteName, 'The Paper')
      assert.equal(properties.excerpt, 'What links are for.')
      assert.equal(properties.imageUrl, pages.at('/cover.png'))
      assert.equal(properties.language, 'en-GB')
      assert.partialDeepStrictEqual(properties.content, { status: 'ready', type: 'text/html' })
      assert.equal(await jobCount(), 0)
      await countRequests('/cover.png', 1)
      assert.deepEqual(pages.asked, ['/article', '/cover.png'])
    })

    it('changes the version of item and queue, so that caches are invalidated', async () => {
      pages.put('/version', { body: PAGE })
      const item = await agent.save({ url: pages.at('/version') })
      const etag = (await agent.call('/queue')).headers.get('etag')
      const ready = await ended(item)
      assert.ok(ready.properties.updatedAt > item.properties.updatedAt)
      assert.equal(ready.properties.savedAt, item.properties.savedAt)
      assert.notEqual((await agent.call('/queue')).headers.get('etag'), etag)
      assert.deepEqual((await agent.entity('/queue')).properties.totals, {
        unread: 1,
        read: 0,
        snoozed: 0,
        favourite: 0,
        removed: 0,
      })
    })

    it('keeps what people and agents wrote about it, and the given title', async () => {
      pages.put('/given', { body: PAGE })
      const item = await agent.save({
        url: pages.at('/given'),
        title: 'Mine',
        note: 'N',
        reason: 'R',
        tags: ['t'],
      })
      const { properties } = await ended(item)
      assert.deepEqual(
        [properties.title, properties.note, properties.reason, properties.tags],
        ['Mine', 'N', 'R', ['t']],
      )
      assert.equal(properties.siteName, 'The Paper')
      const edited = await submitAction(agent, await agent.entity(linkOf(item, 'self')!), {
        name: 'edit-item',
        fields: { title: '' },
      })
      assert.equal(((await edited.json()) as Entity).title, 'On & about hypermedia')
    })

    it('ends with a readable reason if there is no page', async () => {
      const item = await agent.save({ url: pages.at('/missing') })
      const { properties, title } = await ended(item)
      assert.deepEqual(properties.content, {
        status: 'failed',
        reason: 'The page was not found (404). A web archive may still have it, web.archive.org for example.',
      })
      assert.equal(title, pages.at('/missing').replace('http://', ''))
      assert.equal(await jobCount(), 0)
    })

    it('retries a faulty page with growing delays, and then gives up with a readable reason', async () => {
      pages.put('/fault', { status: 500, body: 'Oh no' })
      const item = await agent.save({ url: pages.at('/fault') })
      for (const [index, minutes] of [1, 10].entries()) {
        await countRequests('/fault', index + 1)
        await postponed(item)
        service.clock.advance(minutes * MINUTE + 1000)
      }
      await countRequests('/fault', 3)
      await postponed(item)
      assert.deepEqual((await agent.entity(linkOf(item, 'self')!)).properties.content, { status: 'pending' })
      service.clock.advance(60 * MINUTE + 1000)
      // The first agent's token has expired by now.
      const { properties } = await ended(item, await connectAgent(service.baseUrl, person))
      assert.deepEqual(properties.content, {
        status: 'failed',
        reason: 'The site has a fault of its own (500).',
      })
      assert.equal(pages.asked.length, 4)
      assert.equal(await jobCount(), 0)
    })

    it('succeeds if the fault is gone at the next attempt', async () => {
      pages.put('/recovers', { status: 503 })
      const item = await agent.save({ url: pages.at('/recovers') })
      await countRequests('/recovers', 1)
      await postponed(item)
      pages.put('/recovers', { body: PAGE })
      service.clock.advance(MINUTE + 1000)
      assert.partialDeepStrictEqual((await ended(item)).properties.content, {
        status: 'ready',
        type: 'text/html',
      })
    })

    it('is repeated when the link is saved again after it failed', async () => {
      const item = await agent.save({ url: pages.at('/later') })
      assert.equal((await ended(item)).properties.content.status, 'failed')
      pages.put('/later', { body: PAGE })
      const again = await agent.save({ url: pages.at('/later') })
      assert.deepEqual(again.properties.content, { status: 'pending' })
      const { properties } = await ended(item)
      assert.partialDeepStrictEqual(properties.content, { status: 'ready', type: 'text/html' })
      assert.equal(properties.title, 'On & about hypermedia')
      await agent.save({ url: pages.at('/later') })
      assert.equal(await jobCount(), 0, 'a page that is there is not fetched again')
    })

    it('continues harmlessly when the item is removed meanwhile', async () => {
      pages.put('/removed', { status: 500 })
      const item = await agent.save({ url: pages.at('/removed') })
      await countRequests('/removed', 1)
      await postponed(item)
      await submitAction(agent, item, { name: 'remove-item' })
      pages.put('/removed', { body: PAGE })
      service.clock.advance(MINUTE + 1000)
      const { properties } = await ended(item)
      assert.equal(properties.content.status, 'ready')
      assert.notEqual(properties.removedAt, null)
      assert.deepEqual((await agent.entity('/queue')).properties.totals, {
        unread: 0,
        read: 0,
        snoozed: 0,
        favourite: 0,
        removed: 1,
      })
    })

    it('is repeated after its process died, whose late result is dropped', async () => {
      const { db, clock } = service.running.services
      pages.put('/crash', { status: 500 })
      const item = await agent.save({ url: pages.at('/crash') })
      await countRequests('/crash', 1)
      await postponed(item)
      pages.put('/crash', { body: PAGE })
      const claimedAt = clock.now() + MINUTE + 1000
      const dead = await claimJob(db, [NOTHING_BUSY], { lease: 'dead', now: claimedAt })
      assert.equal(dead?.subject, item.properties.id)
      assert.equal(dead?.attempts, 2)
      assert.equal(await claimJob(db, [NOTHING_BUSY], { lease: 'early', now: claimedAt + MINUTE }), undefined)
      const other = await claimJob(db, [NOTHING_BUSY], { lease: 'other', now: claimedAt + 3 * MINUTE })
      assert.equal(other?.subject, item.properties.id)
      assert.equal(await endJob(db, dead), false)
      assert.deepEqual((await agent.entity(linkOf(item, 'self')!)).properties.content, { status: 'pending' })
      service.clock.advance(7 * MINUTE)
      assert.partialDeepStrictEqual((await ended(item)).properties.content, {
        status: 'ready',
        type: 'text/html',
      })
    })

    it('of a new save comes before the rest of a bulk save', async () => {
      for (let index = 0; index < 30; index++) pages.put(`/bulk-${index}`, { body: PAGE })
      pages.put('/fresh', { body: PAGE })
      await agent.call('/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          links: Array.from({ length: 30 }, (_, index) => pages.at(`/bulk-${index}`)),
        }),
      })
      const item = await agent.save({ url: pages.at('/fresh') })
      await ended(item)
      assert.ok(pages.asked.indexOf('/fresh') < 15, `asked as number ${pages.asked.indexOf('/fresh')}`)
      await eventually(
        () => {
          // A site rests between pages that can wait.
          service.clock.advance(1000)
          return jobCount()
        },
        (count) => count === 0,
      )
      const pagePaths = pages.asked.filter((path) => path !== '/cover.png')
      assert.equal(new Set(pagePaths).size, 31)
      assert.equal(pagePaths.length, 31)
    })

    it('for a new save is not delayed by bulk saves', async () => {
      const item = await agent.save({ url: deadLink('urgent') })
      await agent.call('/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ links: [deadLink('urgent'), deadLink('bulk')] }),
      })
      const jobs = await service.running.services.db.rows<{ subject: string; priority: number }>(
        'SELECT subject, priority FROM jobs ORDER BY priority',
      )
      assert.deepEqual(
        jobs.map(({ subject, priority }) => [subject === item.properties.id, priority]),
        [
          [true, 0],
          [false, 10],
        ],
      )
    })
  })

  describe(`Fetching from private addresses where that is off, on ${engine}`, () => {
    it('ends with a readable reason, and the address gets no request', async () => {
      const pages = await startPages()
      const service = await startService(engine, { env: { ALLOW_PRIVATE_FETCH: '0' } })
      try {
        const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
        pages.put('/secret', { body: PAGE })
        const port = new URL(pages.at('/')).port
        const hosts = ['127.0.0.1', 'localhost', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']
        for (const host of hosts) {
          const item = await agent.save({ url: `http://${host}:${port}/secret` })
          const { properties } = await eventually(
            () => agent.entity(linkOf(item, 'self')!),
            (entity: Entity) => entity.properties.content.status !== 'pending',
          )
          assert.deepEqual(
            properties.content,
            {
              status: 'failed',
              reason: 'Pages on a private network or on the server itself are not fetched.',
            },
            host,
          )
        }
        assert.deepEqual(pages.asked, [])
      } finally {
        await service.stop()
        await pages.close()
      }
    })
  })
}
