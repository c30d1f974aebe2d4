import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sweep } from '../../src/jobs/sweep.ts'
import { DAY, HOUR, MINUTE } from '../../src/ports/clock.ts'
import { CHECK_LINKS } from '../../src/queue/items/item-jobs.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { toolOutcome } from '../support/mcp.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const DAYS = 4
/** After which a failure that may pass counts. */
const LATER = 3

for (const engine of ENGINES) {
  describe(`Links of items that are ${DAYS} days old, on ${engine} with two instances`, () => {
    let pages: Pages
    let archive: Pages
    let services: TestService[]
    let person: Person
    before(async () => {
      ;[pages, archive] = await Promise.all([startPages(), startPages()])
      const env = {
        LINK_CHECK_DAYS: String(DAYS),
        // Under another name than the pages, as it is another site.
        WEB_ARCHIVE_URL: archive.at('/web/').replace('127.0.0.1', 'localhost'),
      }
      const first = await startService(engine, { env })
      services = [first, await startService(engine, { env, databaseUrl: first.databaseUrl })]
    })
    after(async () => {
      await Promise.all([pages.close(), archive.close()])
      for (const service of services.toReversed()) await service.stop()
    })

    const db = () => services[0]!.running.services.db
    const jobs = () => db().rows<{ due_at: number }>('SELECT due_at FROM jobs WHERE kind = ?', CHECK_LINKS)
    const timesAsked = (path: string) => pages.asked.filter((one) => one === path).length
    const advance = (time: number) => services.forEach(({ clock }) => clock.advance(time))

    /** Pages that were saved and read, by a person of their own; no other link is due any more. */
    async function saved(...paths: string[]): Promise<{ agent: Agent; items: Entity[] }> {
      await db().run('UPDATE items SET link_due_at = ?', services[0]!.clock.now() * 2)
      person = await signUp(services[0]!.baseUrl)
      const agent = await connectAgent(services[0]!.baseUrl, person)
      const items: Entity[] = []
      for (const path of paths) {
        pages.put(path, { body: articlePage(`Page ${path}`) })
        items.push(await fetched(agent, await agent.save({ url: pages.at(path) })))
      }
      return { agent, items }
    }

    /** Both instances look for what is due, and check all of it, a minute apart. */
    async function checkAll(): Promise<void> {
      await Promise.all(services.map(({ running }) => sweep(running.services)))
      for (;;) {
        // What is put off by a minute has been checked; what is due is about to be.
        const waiting = await eventually(jobs, (found) =>
          found.every(
            ({ due_at: at }) =>
              at > services[0]!.clock.now() && at < services[0]!.clock.now() + MINUTE + 5000,
          ),
        )
        if (waiting.length === 0) return
        advance(MINUTE)
      }
    }

    /** As the agent would connect again: its token has expired since. */
    const connectAgain = () => connectAgent(services[0]!.baseUrl, person)
    const broken = async (agent: Agent): Promise<string[]> =>
      (await agent.entity('/queue?q=is:broken')).entities.map(({ properties }: Entity) => properties.url)

    it('are checked once each, however many instances there are, and not earlier', async () => {
      const paths = ['/a', '/b', '/c']
      await saved(...paths)
      await checkAll()
      assert.deepEqual(paths.map(timesAsked), [1, 1, 1])
      advance(DAYS * DAY)
      await checkAll()
      assert.deepEqual(paths.map(timesAsked), [2, 2, 2])
      await checkAll()
      assert.deepEqual(paths.map(timesAsked), [2, 2, 2])
      const rows = await db().rows<{ at: number }>(
        "SELECT link_checked_at AS at FROM items WHERE url LIKE '%/a'",
      )
      assert.ok(rows[0]!.at > services[0]!.clock.now() - 20 * MINUTE)
    })

    it('are broken once the site says that the page is gone, until it is back', async () => {
      await saved('/gone', '/missing', '/there')
      pages.put('/gone', { status: 410 })
      pages.put('/missing', { status: 404 })
      advance(DAYS * DAY)
      await checkAll()
      let agent = await connectAgain()
      assert.deepEqual(await broken(agent), [pages.at('/missing'), pages.at('/gone')])
      const rest = await agent.entity('/queue?q=-is:broken')
      assert.deepEqual(
        rest.entities.map(({ properties }: Entity) => properties.url),
        [pages.at('/there')],
      )

      const { items } = await toolOutcome(services[0]!.baseUrl, agent, {
        name: 'list_queue',
        args: { q: 'is:broken', fields: ['url', 'brokenAt'] },
      })
      assert.equal(items.length, 2)
      assert.match(items[0].brokenAt, /^20/)
      const { entities } = await agent.entity('/queue/changes?limit=100')
      const changes = entities.filter(({ properties }: Entity) => properties.action === 'check-links')
      assert.deepEqual(
        changes.map(({ properties }: Entity) => [properties.actor.kind, properties.before.brokenAt]),
        [
          ['service', null],
          ['service', null],
        ],
      )

      pages.put('/gone', { body: articlePage('Back') })
      advance(DAYS * DAY)
      await checkAll()
      agent = await connectAgain()
      assert.deepEqual(await broken(agent), [pages.at('/missing')])
    })

    it('are broken by a temporary failure only if they fail again days later', async () => {
      await saved('/down', '/passing', '/walled')
      pages.put('/down', { status: 500 })
      pages.put('/passing', { status: 502 })
      // It answers, though not us.
      pages.put('/walled', { status: 403 })
      advance(DAYS * DAY)
      await checkAll()
      let agent = await connectAgain()
      assert.deepEqual(await broken(agent), [])
      pages.put('/passing', { body: articlePage('Up') })
      advance((LATER - 1) * DAY)
      await checkAll()
      assert.equal(timesAsked('/down'), 2)
      advance(DAY)
      await checkAll()
      agent = await connectAgain()
      assert.deepEqual(await broken(agent), [pages.at('/down')])
      advance(2 * DAYS * DAY)
      await checkAll()
      assert.deepEqual(await broken(await connectAgain()), [pages.at('/down')])
    })

    it('are broken at once if the page is gone when it is saved or fetched', async () => {
      const agent = await connectAgent(services[0]!.baseUrl, (person = await signUp(services[0]!.baseUrl)))
      const item = await fetched(agent, await agent.save({ url: pages.at('/never-was') }))
      assert.deepEqual(await broken(agent), [pages.at('/never-was')])
      pages.put('/never-was', { body: articlePage('Late') })
      await submitAction(agent, item, { name: 'refetch-item' })
      await fetched(agent, item)
      assert.deepEqual(await broken(agent), [])
    })

    it('leave a sentence on the page, and the archived copy, which is fetched only on request', async () => {
      const { items } = await saved('/lost')
      const [item] = items
      const path = `/queue/items/${item.properties.id}`
      assert.doesNotMatch((await person.browser.open(path)).text, /This link no longer/)
      pages.put('/lost', { status: 404 })
      advance(DAYS * DAY)
      await checkAll()
      archive.put(`/web/2if_/${pages.at('/lost')}`, { body: articlePage('As it was archived', '', 12) })
      const page = await person.browser.open(path)
      assert.match(page.text, /This link doesn’t work, as of <time/)
      const list = `${archive.at('/web').replace('127.0.0.1', 'localhost')}/2*/${pages.at('/lost')}`
      assert.ok(page.text.includes(`<a href="${list}"`))
      assert.deepEqual(archive.asked, [])

      const done = await person.browser.submit(page, {}, { action: '/archived-copies' })
      assert.match(done.text, /Fetching the copy of the web archive/)
      const agent = await connectAgain()
      const read = await fetched(agent, item)
      assert.equal(read.title, 'As it was archived')
      assert.match(await (await contentOf(agent, read, 'text/plain')).text(), /12\. Links say/)
      assert.equal(archive.asked.length, 1)
      assert.deepEqual(await broken(agent), [pages.at('/lost')])
      // Somebody else's item is none.
      const other = await signUp(services[0]!.baseUrl)
      const theirs = await other.browser.open('/queue')
      const token = theirs.forms.find(({ fields }) => fields['form_token'])!.fields['form_token']!
      const foreign = await other.browser.submit(
        { ...theirs, forms: [{ action: '/archived-copies', method: 'post', fields: { form_token: token } }] },
        { item: item.properties.id },
      )
      assert.equal(foreign.status, 404)
      assert.equal(archive.asked.length, 1)
    })

    it('are checked with a pause between requests to a site, including targets of redirects', async () => {
      const elsewhere = (path: string) => archive.at(path).replace('127.0.0.1', 'localhost')
      await saved('/sends-on')
      pages.put('/sends-on', { location: elsewhere('/target') })
      for (const path of ['/target', '/direct']) archive.put(path, { body: articlePage('Elsewhere') })
      const other = await connectAgent(services[0]!.baseUrl, await signUp(services[0]!.baseUrl))
      await fetched(other, await other.save({ url: elsewhere('/direct') }))
      // Behind the pauses of other tests.
      advance(HOUR)
      const due = [pages.at('/sends-on'), elsewhere('/direct')]
      await db().run('UPDATE items SET link_due_at = 1 WHERE url IN (?, ?)', ...due)
      archive.asked.length = 0
      await Promise.all(services.map(({ running }) => sweep(running.services)))
      // Each of the two has had its turn, and was put off by a minute.
      await eventually(jobs, (found) =>
        found.every(({ due_at: at }) => {
          const ahead = at - services[0]!.clock.now()
          return ahead > MINUTE / 2 && ahead < MINUTE + 5000
        }),
      )
      assert.equal(archive.asked.length, 1)
      advance(HOUR + MINUTE)
      await checkAll()
      assert.deepEqual(archive.asked.toSorted(), ['/direct', '/target'])
    })

    it('do not delay saves of the same account from the same site', async () => {
      await saved('/held')
      pages.put('/held', 'never')
      advance(DAYS * DAY)
      await Promise.all(services.map(({ running }) => sweep(running.services)))
      await eventually(
        async () => timesAsked('/held'),
        (count) => count === 2,
      )
      pages.put('/fresh', { body: articlePage('Fresh') })
      const agent = await connectAgain()
      await fetched(agent, await agent.save({ url: pages.at('/fresh') }))
      // It is still being asked for.
      const [held] = await db().rows<{ lease: string | null }>(
        'SELECT lease FROM jobs WHERE kind = ?',
        CHECK_LINKS,
      )
      assert.ok(held?.lease)
    })
  })

  it(`Links are never checked if the operator turned that off, on ${engine}`, async () => {
    const service = await startService(engine, { env: { LINK_CHECK_DAYS: '0' } })
    try {
      const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      await agent.save({ url: 'http://127.0.0.1:22/x' })
      service.clock.advance(500 * DAY)
      await sweep(service.running.services)
      const { db } = service.running.services
      assert.deepEqual(await db.rows('SELECT kind FROM jobs WHERE kind = ?', CHECK_LINKS), [])
    } finally {
      await service.stop()
    }
  })
}
