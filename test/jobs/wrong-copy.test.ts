import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSnapshot } from '../../src/database/open/snapshot.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
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
  describe(`A wrong extraction, on ${engine}`, () => {
    let service: TestService
    let otherInstance: TestService
    let pages: Pages
    let person: Person
    let agent: Agent
    let accountId: string
    let count = 0
    before(async () => {
      pages = await startPages()
      service = await startService(engine)
      otherInstance = await startService(engine, { databaseUrl: service.databaseUrl })
      // The first account owns the service.
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person, 'Claude')
      accountId = await accountIdOf(service, person.email)
    })
    after(async () => {
      await otherInstance.stop()
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
      const response = await as.browser.submit(page, fields, { action: '/extractions' })
      await fetched(by, item)
      return response
    }

    async function undo(change: number): Promise<void> {
      const page = await person.browser.open('/history')
      const fields = { change: String(change), extent: 'act' }
      await person.browser.submit(page, fields, { action: '/queue/undo-change' })
    }

    async function undoAsAgent(change: number): Promise<void> {
      const queue = await agent.entity('/queue')
      assert.ok((await submitAction(agent, queue, { name: 'undo-change', fields: { change } })).ok)
    }

    async function siteChoice(): Promise<string | null | undefined> {
      const sql = 'SELECT extraction FROM site_extractions WHERE account_id = ?'
      return (await services().db.row<{ extraction: string | null }>(sql, accountId))?.extraction
    }

    async function isConsistent(): Promise<void> {
      assert.deepEqual(replayed(await readHistory(service, accountId)), await storedItems(service, accountId))
      const snapshot = await openSnapshot(service.databaseUrl)
      assert.deepEqual(await countWrongAggregates(snapshot), { tagged: 0, counters: 0, tags: 0, bytes: 0 })
      await snapshot.close()
    }

    it('offers the other method first, and reads the stored page with it, without a request to the site', async () => {
      const item = await save()
      assert.match(await textOf(item), ARTICLE)
      const requestCount = pages.asked.length
      const { text } = await person.browser.open(pathOf(item))
      assert.match(text, /This copy is wrong/)
      assert.match(text, /value="main-text" checked/)
      assert.match(text, />Open the page<\/a>\s+and save it again with the\s+browser extension/)

      const done = await choose(item, { extraction: 'main-text' })
      assert.match(done.text, /Reading the page another way\./)
      assert.match(await textOf(item), LOG)
      assert.doesNotMatch(await textOf(item), ARTICLE)
      assert.equal((await now(item)).properties.extraction, 'main-text')
      assert.equal(pages.asked.length, requestCount)
      assert.match((await person.browser.open(pathOf(item))).text, /The main text <em>current<\/em>/)
    })

    it('shows all text of the page on request, but nothing hidden', async () => {
      const item = await save()
      await choose(item, { extraction: 'whole-page' })
      const text = await textOf(item)
      assert.match(text, /The menu/)
      assert.match(text, ARTICLE)
      assert.match(text, LOG)
      assert.doesNotMatch(text, /secret/)
    })

    it('is corrected in one act of the history, and undo restores the earlier copy, repeatedly', async () => {
      const item = await save()
      const original = await textOf(item)
      await choose(item, { extraction: 'main-text' })
      const corrected = await textOf(item)
      const changes = (await readHistory(service, accountId)).filter(
        ({ itemId }) => itemId === item.properties.id,
      )
      const [request, replacement] = changes.slice(-2)
      assert.deepEqual(
        [request?.action, request?.actor.kind, replacement?.action, replacement?.act],
        ['refetch-item', 'person', 'replace-page', request?.act],
      )
      await undo(request!.act)
      assert.equal(await textOf(item), original)
      assert.equal((await now(item)).properties.extraction, null)
      const [undone] = (await readHistory(service, accountId)).slice(-2)
      await undo(undone!.act)
      assert.equal(await textOf(item), corrected)
      assert.equal((await now(item)).properties.extraction, 'main-text')
      await isConsistent()
    })

    it('is reported to be the same with the other method, and stays if that fails', async () => {
      const one = await save(
        `<html><body><article><h1>One</h1>${paragraphs('The only part is short', 9)}</article>`,
      )
      const original = await textOf(one)
      await choose(one, { extraction: 'main-text' })
      assert.equal(await textOf(one), original)
      const { text } = await person.browser.open(pathOf(one))
      assert.match(text, /Read that way, the page gives the same text\./)
    })

    it('has its method remembered for the site, on every instance, for later pages and releases', async () => {
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

    it('has the method forgotten by undo, and remembered again when that is undone', async () => {
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

    it('has its method remembered again by people only', async () => {
      const item = await save()
      await choose(item, { extraction: 'whole-page', remember: 'true' })
      const changes = await readHistory(service, accountId)
      const { act } = changes.findLast(({ action }) => action === 'refetch-item')!
      const undoLast = async (undoIt: (change: number) => Promise<void>) =>
        undoIt((await readHistory(service, accountId)).findLast(({ undoes }) => undoes !== null)!.act)
      await undoAsAgent(act)
      assert.equal(await siteChoice(), null)
      await undoLast(undoAsAgent)
      assert.equal(await siteChoice(), null)
      await undoLast(undo)
      assert.equal(await siteChoice(), null)
      await undoLast(undo)
      assert.equal(await siteChoice(), 'whole-page')
      const account = await person.browser.open('/account')
      await person.browser.submit(account, {}, { action: '/account/extractions/forget' })
    })

    it('has the method that it has already remembered without reading the page again', async () => {
      const item = await save()
      await choose(item, { extraction: 'main-text' })
      const before = await readHistory(service, accountId)
      assert.match((await choose(item, { extraction: 'main-text' })).text, /is read this way already\./)
      assert.equal(await siteChoice(), undefined)
      const response = await choose(item, { extraction: 'main-text', remember: 'true' })
      assert.match(response.text, /is read this way already\. Remembered for 127\.0\.0\.1\./)
      assert.equal(await siteChoice(), 'main-text')
      assert.deepEqual(await readHistory(service, accountId), before)
      const account = await person.browser.open('/account')
      await person.browser.submit(account, {}, { action: '/account/extractions/forget' })
    })

    it('has several remembered methods forgotten one after the other', async () => {
      const item = await save()
      const remembered = async (extraction: string) => {
        await choose(item, { extraction, remember: 'true' })
        const changes = await readHistory(service, accountId)
        return changes.findLast(({ action }) => action === 'refetch-item')!.act
      }
      const [first, second, third] = [
        await remembered('whole-page'),
        await remembered('main-text'),
        await remembered('whole-page'),
      ]
      await undo(third)
      assert.equal(await siteChoice(), 'main-text')
      await undo(second)
      assert.equal(await siteChoice(), 'whole-page')
      await undo(first)
      assert.equal(await siteChoice(), null)
      const redo = (await readHistory(service, accountId)).findLast(({ undoes }) => undoes !== null)!
      await undo(redo.act)
      assert.equal(await siteChoice(), 'whole-page')
      const account = await person.browser.open('/account')
      await person.browser.submit(account, {}, { action: '/account/extractions/forget' })
    })

    it('gets the owner’s choice for everybody who has not chosen otherwise', async () => {
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

    it('can be corrected for the whole service by the owner only', async () => {
      const other = await signUp(service.baseUrl)
      const stranger = await connectAgent(service.baseUrl, other)
      const theirs = await save(TWO_PARTS, stranger)
      await choose(theirs, { extraction: 'main-text', remember: 'true' }, { as: other, by: stranger })
      const page = await other.browser.open('/account')
      const form = page.forms.find(({ action }) => action === '/account/extractions/forget')!
      const forged = { ...page, forms: [{ ...form, action: '/account/extractions/share' }] }
      assert.equal((await other.browser.submit(forged, {})).status, 404)
      assert.doesNotMatch((await person.browser.open('/account/service')).text, /Site rules/)
    })

    it('can be corrected by agents with a field of refetching, through the API and MCP, and undone', async () => {
      const item = await save()
      const response = await submitAction(agent, await now(item), {
        name: 'refetch-item',
        fields: { extraction: 'main-text' },
      })
      assert.equal(response.status, 200)
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

    it('is shown on request even if the service took the page for a block page', async () => {
      const wall = `<html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1>
        <form><input type="password"></form><p>Please sign in to read this.</p></body></html>`
      const item = await save(wall)
      assert.equal(item.properties.content.status, 'failed')
      assert.match((await person.browser.open(pathOf(item))).text, /Read the page anyway/)
      await choose(item, { extraction: 'whole-page' })
      assert.match(await textOf(await now(item)), /Please sign in to read this/)
    })

    it('has its method remembered for a limited number of sites, beyond which it is refused with a readable message', async () => {
      const { db } = services()
      const rows = Array.from({ length: MAX_SITES }, (_, index) => `site-${index}.example`)
      for (const site of rows) {
        await db.run(
          "INSERT INTO site_extractions (account_id, site, extraction, chosen_at) VALUES (?, ?, 'main-text', 0)",
          accountId,
          site,
        )
      }
      const item = await save()
      const response = await choose(item, { extraction: 'main-text', remember: 'true' })
      assert.match(response.text, /200 sites are remembered/)
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
