import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { undoAgent } from '../../src/queue/undo/undo-agent.ts'
import { pruneHistory } from '../../src/queue/maintenance/prune-history.ts'
import { DAY } from '../../src/ports/clock.ts'
import {
  type Agent,
  connectAgent,
  connectExtension,
  type Entity,
  type Person,
  signUp,
  submitAction,
} from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { accountIdOf, readHistory, replayed, storedItems } from '../support/history.ts'
import { toolOutcome } from '../support/mcp.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const SHORT = 2
const MIDDLE = 4
const LONG = 12

onBothEngines('The source of the shown copy of a page', (service) => {
  let pages: Pages
  let person: Person
  let accountId: string
  let browser: Agent
  let agent: Agent
  let count = 0
  before(async () => {
    pages = await startPages()
    person = await signUp(service().baseUrl)
    accountId = await accountIdOf(service(), person.email)
    browser = await connectExtension(service().baseUrl, person)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
  })
  after(() => pages.close())

  const path = () => `/copy/${++count}`
  const services = () => service().running.services
  const now = (item: Entity): Promise<Entity> => browser.entity(linkOf(item, 'self')!)
  const save = async (by: Agent, link: Record<string, unknown>) => fetched(by, await by.save(link))
  const last = async () => (await readHistory(service(), accountId)).at(-1)!

  async function textOf(item: Entity): Promise<string> {
    return (await contentOf(browser, item, 'text/plain')).text()
  }

  async function refetch(by: Agent, item: Entity): Promise<Entity> {
    assert.equal((await submitAction(by, await now(item), { name: 'refetch-item' })).status, 200)
    return fetched(browser, item)
  }

  async function undo(change: number): Promise<Response> {
    return agent.call('/queue/undo-change', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ change }),
    })
  }

  async function isFound(word: string): Promise<boolean> {
    return (await browser.entity(`/queue?q=${word}`)).properties.count > 0
  }

  const kindOf = ({ properties }: Entity) => properties.content.source?.kind

  it('stays the person whatever an agent provides, longer or shorter', async () => {
    const url = pages.at(path())
    const item = await save(browser, { url, html: articlePage('Mine', '<p>Seen by me.</p>', SHORT) })
    const forged = await save(agent, { url, html: articlePage('Forged', '<p>Send money.</p>', LONG) })
    assert.equal(forged.title, 'Mine')
    assert.equal(kindOf(forged), 'person')
    assert.match(forged.properties.content.reason, /copy from your browser is kept/)
    assert.match(await textOf(item), /Seen by me\.$/)
    const kept = await services().db.rows<{ source: string; agent_name: string | null }>(
      'SELECT source, agent_name FROM pages WHERE item_id = ? ORDER BY source',
      item.properties.id,
    )
    assert.deepEqual(
      kept.map((row) => [row.source, row.agent_name]),
      [
        [`agent:${agent.clientId}`, 'Claude'],
        ['person', null],
      ],
    )
  })

  it('is named by every interface, and distinguishes agents from the person', async () => {
    const url = pages.at(path())
    const item = await save(agent, { url, html: articlePage('As an agent saw it') })
    const { kind, name } = item.properties.content.source
    assert.deepEqual([kind, name], ['agent', 'Claude'])
    const { id } = item.properties
    const page = await person.browser.open(`/queue/items/${id}`)
    assert.match(page.text, /Copy from <bdi>Claude<\/bdi>/)
    const result = await toolOutcome(service().baseUrl, agent, { name: 'get_item', args: { id } })
    assert.equal(result.item.source, 'provided by the agent “Claude”')
    const content = await toolOutcome(service().baseUrl, agent, { name: 'get_item_content', args: { id } })
    assert.equal(content.source, 'provided by the agent “Claude”')

    const mine = await save(browser, { url, html: articlePage('As I saw it', '', MIDDLE) })
    assert.equal(kindOf(mine), 'person')
    assert.match((await person.browser.open(`/queue/items/${id}`)).text, /Copy from your browser/)
    pages.put('/fetched', { body: articlePage('Fetched') })
    const other = await save(agent, { url: pages.at('/fetched') })
    const fetchedPage = await person.browser.open(`/queue/items/${other.properties.id}`)
    assert.match(fetchedPage.text, /Fetched from 127\.0\.0\.1/)
  })

  it('is an agent instead of the site only if the fetched copy contains much less, and the site again when it is better', async () => {
    const at = path()
    pages.put(at, { body: articlePage('From the site', '', MIDDLE) })
    const item = await save(browser, { url: pages.at(at) })
    const same = await save(agent, { url: pages.at(at), html: articlePage('Agent', '', MIDDLE) })
    assert.deepEqual([same.title, kindOf(same)], ['From the site', 'service'])
    const more = await save(agent, { url: pages.at(at), html: articlePage('Agent', '', 3 * MIDDLE) })
    assert.deepEqual([more.title, kindOf(more)], ['Agent', 'agent'])
    pages.put(at, { body: articlePage('All of it', '', 3 * MIDDLE) })
    const again = await refetch(browser, item)
    assert.deepEqual([again.title, kindOf(again)], ['All of it', 'service'])
  })

  describe('after a replacement', () => {
    it('is a line of the history that tells both copies, and undo brings back all of the one before', async () => {
      const at = path()
      const image = '<p><img src="/picture.png"></p><p>kangaroo</p>'
      pages.put(at, { body: articlePage('Before', image, MIDDLE) })
      const item = await save(browser, { url: pages.at(at) })
      const original = await now(item)
      const text = await textOf(item)
      const done = await agent.call('/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: pages.at(at), html: articlePage('After', '<p>wallaby</p>', 4 * MIDDLE) }),
      })
      const act = Number(/changes\/(\d+)>/.exec(done.headers.get('link') ?? '')?.[1])
      assert.equal((await fetched(agent, item)).title, 'After')
      const line = await last()
      assert.deepEqual([line.action, line.actor.agent?.name, line.act], ['replace-page', 'Claude', act])
      assert.deepEqual(
        [line.before?.snapshot?.source.kind, line.after?.snapshot?.source.agent?.name],
        ['service', 'Claude'],
      )
      assert.equal(line.after?.snapshot?.words, line.after?.wordCount)
      const page = await person.browser.open(`/history?item=${item.properties.id}`)
      assert.match(page.text, /Fetched from the site[^]*became[^]*Copy from <bdi>Claude/)
      assert.deepEqual([await isFound('kangaroo'), await isFound('wallaby')], [false, true])

      assert.equal((await undo(act)).status, 200)
      const back = await now(item)
      assert.deepEqual(
        [back.title, back.properties.wordCount, kindOf(back), back.properties.content.status],
        ['Before', original.properties.wordCount, 'service', 'ready'],
      )
      assert.equal(await textOf(item), text)
      assert.deepEqual([await isFound('kangaroo'), await isFound('wallaby')], [true, false])
      assert.match((await person.browser.open(`/queue/items/${item.properties.id}`)).text, /kangaroo/)

      const { sequence } = (await readHistory(service(), accountId)).findLast(
        ({ undoes }) => undoes === line.sequence,
      )!
      assert.equal((await undo(sequence)).status, 200)
      assert.equal((await now(item)).title, 'After')
      assert.deepEqual([await isFound('kangaroo'), await isFound('wallaby')], [false, true])
      assert.deepEqual(
        replayed(await readHistory(service(), accountId)),
        await storedItems(service(), accountId),
      )
    })

    it('comes back with all else that the agent did, also where it had the site asked again', async () => {
      const wild = await connectAgent(service().baseUrl, person, 'Wild')
      const [one, two, three] = [path(), path(), path()]
      pages.put(one, { body: articlePage('One', '', SHORT) })
      pages.put(two, { body: articlePage('Two', '<p>The old end.</p>', MIDDLE) })
      pages.put(three, { status: 403 })
      const first = await save(browser, { url: pages.at(one) })
      const second = await save(browser, { url: pages.at(two) })
      const third = await save(browser, { url: pages.at(three) })
      for (const end of ['a', 'b', 'c'])
        await save(wild, { url: pages.at(one), html: articlePage(`Forged ${end}`, '', LONG) })
      await save(wild, { url: pages.at(three), html: articlePage('Forged too', '', LONG) })
      pages.put(two, { body: articlePage('Two anew', '', MIDDLE) })
      assert.equal((await refetch(wild, second)).title, 'Two anew')
      assert.equal((await now(first)).title, 'Forged c')
      assert.equal((await now(third)).title, 'Forged too')

      const { conflicts } = await undoAgent(services(), { accountId, clientId: wild.clientId, since: 0 })
      assert.equal(conflicts, 0)
      assert.equal((await now(first)).title, 'One')
      assert.equal((await now(second)).title, 'Two')
      assert.match(await textOf(second), /The old end\.$/)
      const refused = await fetched(browser, third)
      assert.deepEqual([refused.properties.content.status, refused.properties.wordCount], ['failed', null])
    })

    it('does not change if the save is undone before the page was read', async () => {
      const at = path()
      pages.put(at, { body: articlePage('From the site', '', SHORT) })
      const item = await save(browser, { url: pages.at(at) })
      await agent.save({ url: pages.at(at), html: articlePage('Forged', '', LONG) })
      assert.equal((await undo((await last()).act)).status, 200)
      assert.equal((await fetched(browser, item)).title, 'From the site')
    })

    it('can’t be replaced by agents without limit, so that no earlier copy is lost', async () => {
      const at = path()
      pages.put(at, { body: articlePage('The first', '', SHORT) })
      const item = await save(browser, { url: pages.at(at) })
      for (let index = 0; index < 12; index++)
        await save(agent, { url: pages.at(at), html: articlePage(`Forged ${index}`, '', LONG) })
      const full = await now(item)
      assert.match(full.properties.content.reason, /replaced too often/)
      const { undone } = await undoAgent(services(), { accountId, clientId: agent.clientId, since: 0 })
      assert.ok(undone > 10)
      assert.equal((await now(item)).title, 'The first')
    })

    it('is stored no longer than the history, and says so', async () => {
      const at = path()
      pages.put(at, { body: articlePage('Old', '', SHORT) })
      const item = await save(browser, { url: pages.at(at) })
      await save(browser, { url: pages.at(at), html: articlePage('New', '', LONG) })
      const { sequence } = await last()
      const { db } = services()
      await db.run(
        'DELETE FROM page_versions WHERE account_id = ? AND item_id = ?',
        accountId,
        item.properties.id,
      )
      const response = await undo(sequence)
      assert.equal(response.status, 409)
      assert.equal(((await response.json()) as Entity).detail, 'The previous page is no longer kept.')
      await save(browser, { url: pages.at(at), html: articlePage('Newer', '', LONG) })
      const versions = () => db.rows('SELECT id FROM page_versions WHERE item_id = ?', item.properties.id)
      assert.equal((await versions()).length, 1)
      const { clock } = services()
      const later = { ...clock, now: () => clock.now() + 3650 * DAY }
      await pruneHistory({ ...services(), clock: later })
      assert.equal((await versions()).length, 0)
    })
  })
})
