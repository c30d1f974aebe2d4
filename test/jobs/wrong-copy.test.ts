import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSnapshot } from '../../src/database/open/snapshot.ts'
import { countWrongSums } from '../../src/queue/consistency/wrong-sums.ts'
import { reextractPages } from '../../src/jobs/reextract-pages.ts'
import { createExtractionPool } from '../../src/articles/extraction-pool.ts'
import { MAX_SITES } from '../../src/queue/content/site-extractions.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { contentOf, fetched } from '../support/article.ts'
import type { Page } from '../support/browser.ts'
import { accountIdOf, readHistory, replayed, storedItems } from '../support/history.ts'
import { callTool } from '../support/mcp.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const paragraphs = (text: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${text}, as is said in part ${index + 1} of it.</p>`).join(
    '',
  )

/** What the page marks as its article lies apart from the part with most text. */
const TWO_PARTS = `<!doctype html><html lang="en"><head><title>Two parts</title></head><body>
<nav><a href="/">The menu</a></nav>
<article><h1>Two parts</h1>${paragraphs('The ferry leaves at noon and comes back with the mail before night', 6)}</article>
<div class="log">${paragraphs('The harbour log says, for each boat, when it came and what it carried', 9)}</div>
<p style="display:none">Nobody sees this secret.</p></body></html>`

const ARTICLE = /The ferry leaves/
const LOG = /The harbour log/

for (const engine of ENGINES) {
  describe(`A copy that is wrong, on ${engine}`, () => {
    let service: TestService
    let there: TestService
    let pages: Pages
    let person: Person
    let agent: Agent
    let accountId: string
    let count = 0
    before(async () => {
      pages = await startPages()
      service = await startService(engine)
      there = await startService(engine, { databaseUrl: service.databaseUrl })
      // The first account owns the service.
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person, 'Claude')
      accountId = await accountIdOf(service, person.email)
    })
    after(async () => {
      await there.stop()
      await service.stop()
      await pages.close()
    })

    const services = () => service.running.services
    const pathOf = ({ properties }: Entity) => `/queue/items/${properties.id}`
    const now = (item: Entity, by = agent): Promise<Entity> => by.entity(linkOf(item, 'self')!)
    const textOf = async (item: Entity, by = agent) => (await contentOf(by, item, 'text/plain')).text()

    async function save(body = TWO_PARTS, by = agent): Promise<Entity> {
      const path = `/page/${++count}`
      pages.put(path, { body })
      return fetched(by, await by.save({ url: pages.at(path) }))
    }

    async function choose(
      item: Entity,
      fields: Record<string, string>,
      { as = person, by = agent }: { as?: Person; by?: Agent } = {},
    ): Promise<Page> {
      const page = await as.browser.open(pathOf(item))
      const answer = await as.browser.submit(page, fields, { action: '/extractions' })
      await fetched(by, item)
      return answer
    }

    async function undo(change: number): Promise<void> {
      const queue = await agent.entity('/queue')
      assert.ok((await submitAction(agent, queue, { name: 'undo-change', fields: { change } })).ok)
    }

    async function isConsistent(): Promise<void> {
      assert.deepEqual(replayed(await readHistory(service, accountId)), await storedItems(service, accountId))
      const snapshot = await openSnapshot(service.databaseUrl)
      assert.deepEqual(await countWrongSums(snapshot), { tagged: 0, counters: 0, tags: 0, bytes: 0 })
      await snapshot.close()
    }

    it('offers the other extraction first, and reads the kept page so, without asking the site', async () => {
      const item = await save()
      assert.match(await textOf(item), ARTICLE)
      const asked = pages.asked.length
      const { text } = await person.browser.open(pathOf(item))
      assert.match(text, /This copy is wrong/)
      assert.match(text, /value="main-text" checked/)
      assert.match(text, />Open the page<\/a>\s+and save it again with the\s+browser extension/)

      const done = await choose(item, { extraction: 'main-text' })
      assert.match(done.text, /Reading the page another way\./)
      assert.match(await textOf(item), LOG)
      assert.doesNotMatch(await textOf(item), ARTICLE)
      assert.equal((await now(item)).properties.extraction, 'main-text')
      assert.equal(pages.asked.length, asked)
      assert.match((await person.browser.open(pathOf(item))).text, /The main text <em>now<\/em>/)
    })

    it('shows all of the page’s text, and still nothing that nobody sees there', async () => {
      const item = await save()
      await choose(item, { extraction: 'whole-page' })
      const text = await textOf(item)
      assert.match(text, /The menu/)
      assert.match(text, ARTICLE)
      assert.match(text, LOG)
      assert.doesNotMatch(text, /secret/)
    })

    it('is one act in the history, and undo brings back the copy from before, again and again', async () => {
      const item = await save()
      const was = await textOf(item)
      await choose(item, { extraction: 'main-text' })
      const is = await textOf(item)
      const changes = (await readHistory(service, accountId)).filter(
        ({ itemId }) => itemId === item.properties.id,
      )
      const [request, replacement] = changes.slice(-2)
      assert.deepEqual(
        [request?.action, request?.actor.kind, replacement?.action, replacement?.act],
        ['refetch-item', 'person', 'replace-page', request?.act],
      )
      await undo(request!.act)
      assert.equal(await textOf(item), was)
      assert.equal((await now(item)).properties.extraction, null)
      const [undone] = (await readHistory(service, accountId)).slice(-2)
      await undo(undone!.act)
      assert.equal(await textOf(item), is)
      assert.equal((await now(item)).properties.extraction, 'main-text')
      await isConsistent()
    })

    it('says so where the other extraction is the same, and keeps what fails', async () => {
      const one = await save(
        `<html><body><article><h1>One</h1>${paragraphs('The only part is short', 9)}</article>`,
      )
      const was = await textOf(one)
      await choose(one, { extraction: 'main-text' })
      assert.equal(await textOf(one), was)
      const { text } = await person.browser.open(pathOf(one))
      assert.match(text, /Read that way, the page gives the same text\./)
    })

    it('is remembered for the site, on every instance, for a later page and a later release', async () => {
      const other = await signUp(service.baseUrl)
      const stranger = await connectAgent(service.baseUrl, other)
      const earlier = await save()
      const item = await save()
      const done = await choose(item, { extraction: 'main-text', remember: 'true' })
      assert.match(done.text, /remembered for 127\.0\.0\.1/)
      assert.match(await textOf(await save()), LOG)
      assert.match(await textOf(await save(TWO_PARTS, stranger), stranger), ARTICLE)

      // An earlier copy is read so when it is fetched again, and by a later release.
      assert.match(await textOf(earlier), ARTICLE)
      const reader = createExtractionPool()
      const counts = await reextractPages({ ...services(), extractionPool: reader }, () => undefined)
      await reader.close()
      assert.ok(counts.adopted > 0)
      assert.match(await textOf(earlier), LOG)
      assert.match(await textOf(item), LOG)

      const account = await person.browser.open('/account')
      assert.match(account.text, /<bdi>127\.0\.0\.1<\/bdi>[^]*The main text/)
      const forgotten = await person.browser.submit(account, {}, { action: '/account/extractions/forget' })
      assert.match(forgotten.text, /Forgotten\./)
      assert.match(await textOf(await save()), ARTICLE)
      assert.match(await textOf(item), LOG)
      await isConsistent()
    })

    it('is forgotten with the undo, and remembered again when that is undone', async () => {
      const item = await save()
      await choose(item, { extraction: 'whole-page', remember: 'true' })
      const [request] = (await readHistory(service, accountId)).slice(-2)
      await undo(request!.act)
      assert.doesNotMatch(await textOf(await save()), /The menu/)
      const undone = (await readHistory(service, accountId)).find(
        ({ undoes }) => undoes === request!.sequence,
      )
      await undo(undone!.act)
      assert.match(await textOf(await save()), /The menu/)
      const account = await person.browser.open('/account')
      await person.browser.submit(account, {}, { action: '/account/extractions/forget' })
    })

    it('is the service’s once the owner says so, for everybody who has not chosen otherwise', async () => {
      const other = await signUp(service.baseUrl)
      const stranger = await connectAgent(service.baseUrl, other)
      await choose(await save(), { extraction: 'main-text', remember: 'true' })
      const account = await person.browser.open('/account')
      const refused = await other.browser.open('/account')
      assert.doesNotMatch(refused.text, /extractions\/share/)
      const shared = await person.browser.submit(account, {}, { action: '/account/extractions/share' })
      assert.match(shared.text, /Set for everybody on this service\./)
      const theirs = await save(TWO_PARTS, stranger)
      assert.match(await textOf(theirs, stranger), LOG)
      await choose(theirs, { extraction: 'automatic', remember: 'true' }, { as: other, by: stranger })
      assert.match(await textOf(await save(TWO_PARTS, stranger), stranger), ARTICLE)

      const settings = await person.browser.open('/account/service')
      assert.match(settings.text, /<bdi>127\.0\.0\.1<\/bdi>/)
      await person.browser.submit(settings, {}, { action: '/account/service/extractions/forget' })
      const mine = await person.browser.open('/account')
      await person.browser.submit(mine, {}, { action: '/account/extractions/forget' })
      assert.match(await textOf(await save()), ARTICLE)
    })

    it('lets nobody but the owner choose for the service', async () => {
      const other = await signUp(service.baseUrl)
      const stranger = await connectAgent(service.baseUrl, other)
      const theirs = await save(TWO_PARTS, stranger)
      await choose(theirs, { extraction: 'main-text', remember: 'true' }, { as: other, by: stranger })
      const page = await other.browser.open('/account')
      const form = page.forms.find(({ action }) => action === '/account/extractions/forget')!
      const forged = { ...page, forms: [{ ...form, action: '/account/extractions/share' }] }
      assert.equal((await other.browser.submit(forged, {})).status, 404)
      assert.doesNotMatch((await person.browser.open('/account/service')).text, /How sites are read/)
    })

    it('is chosen by agents as a field of fetching again, over the API and MCP, and undone like theirs', async () => {
      const item = await save()
      const answer = await submitAction(agent, await now(item), {
        name: 'refetch-item',
        fields: { extraction: 'main-text' },
      })
      assert.equal(answer.status, 200)
      await fetched(agent, item)
      assert.match(await textOf(item), LOG)
      const change = (await readHistory(service, accountId)).at(-1)!
      assert.deepEqual([change.action, change.actor.agent?.name], ['replace-page', 'Claude'])

      const { id } = item.properties
      await callTool(service.baseUrl, agent, {
        name: 'change_items',
        args: { items: [id], extraction: 'whole-page' },
      })
      await fetched(agent, item)
      assert.match(await textOf(item), /The menu/)
      const wrong = await submitAction(agent, await now(item), {
        name: 'refetch-item',
        fields: { extraction: 'backwards' },
      })
      assert.equal(wrong.status, 422)
      assert.match(await wrong.text(), /whole-page/)
    })

    it('is read anyway where the service took the page for a wall', async () => {
      const wall = `<html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1>
        <form><input type="password"></form><p>Please sign in to read this.</p></body></html>`
      const item = await save(wall)
      assert.equal(item.properties.content.status, 'failed')
      assert.match((await person.browser.open(pathOf(item))).text, /Read the page anyway/)
      await choose(item, { extraction: 'whole-page' })
      assert.match(await textOf(await now(item)), /Please sign in to read this/)
    })

    it('remembers a bounded number of sites, and refuses more in words', async () => {
      const { db } = services()
      const rows = Array.from({ length: MAX_SITES }, (_, index) => `site-${index}.example`)
      for (const site of rows) {
        await db.run(
          "INSERT INTO site_extractions (account_id, site, extraction, change, chosen_at) VALUES (?, ?, 'main-text', 0, 0)",
          accountId,
          site,
        )
      }
      const item = await save()
      const answer = await choose(item, { extraction: 'main-text', remember: 'true' })
      assert.match(answer.text, /200 sites are remembered/)
      assert.equal((await now(item)).properties.extraction, null)
      // What an undo took back makes room.
      await db.run(
        "UPDATE site_extractions SET extraction = NULL WHERE account_id = ? AND site = 'site-7.example'",
        accountId,
      )
      assert.match(
        (await choose(item, { extraction: 'main-text', remember: 'true' })).text,
        /remembered for 127/,
      )
      await db.run('DELETE FROM site_extractions WHERE account_id = ?', accountId)
    })
  })
}
