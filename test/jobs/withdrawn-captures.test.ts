import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { DAY } from '../../src/ports/clock.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { pruneHistory } from '../../src/queue/maintenance/prune-history.ts'
import { deleteTrash } from '../../src/queue/maintenance/trash.ts'
import {
  type Agent,
  connectAgent,
  connectExtension,
  type Entity,
  signUp,
  submitAction,
} from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { accountIdOf, readHistory, replayed, storedItems } from '../support/history.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const SHORT = 2
const LONG = 12
/** How often a test starts again where the page was read before it was undone. */
const ATTEMPTS = 50

onBothEngines('A captured page whose save is undone before it is read', (service) => {
  let pages: Pages
  let accountId: string
  let browser: Agent
  let agent: Agent
  let count = 0
  before(async () => {
    pages = await startPages()
    const person = await signUp(service().baseUrl)
    accountId = await accountIdOf(service(), person.email)
    browser = await connectExtension(service().baseUrl, person)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
  })
  after(() => pages.close())

  const services = () => service().running.services
  const history = () => readHistory(service(), accountId)

  const askToUndo = (by: Agent, change: number) =>
    by.call('/queue/undo-change', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ change }),
    })

  async function undo(by: Agent, change: number): Promise<{ title: string; number: number }> {
    return undoneBy(await askToUndo(by, change))
  }

  async function undoneBy(response: Response): Promise<{ title: string; number: number }> {
    const { title } = (await response.json()) as Entity
    assert.equal(response.status, 200, title)
    return { title, number: (await history()).findLast(({ undoes }) => undoes !== null)!.sequence }
  }

  type Undone = { item: Entity; path: string; save: number; title: string; number: number }

  /** What an agent's undo of the save that `prepare` ends with did, once it came before the page was read. */
  async function undoUnread(prepare: (path: string) => Promise<Entity>): Promise<Undone> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const path = `/unread/${++count}`
      const item = await prepare(path)
      const { id } = item.properties
      const save = (await history()).findLast(
        ({ itemId, action }) => itemId === id && action === 'save-link',
      )!.sequence
      const answer = await askToUndo(agent, save)
      // Where the page was read meanwhile, that may be all that there is to undo.
      if (answer.status === 409) continue
      const { title, number } = await undoneBy(answer)
      const isRead = (await history()).some(
        ({ itemId, actor, sequence }) =>
          itemId === id && actor.kind === 'service' && sequence > save && sequence < number,
      )
      if (!isRead) return { item, path, save, title, number }
    }
    throw new Error('The page was read each time before the save was undone.')
  }

  async function stateOf(item: Entity): Promise<{ title: string; source: string | undefined; text: string }> {
    const now = await fetched(browser, item)
    const text = await (await contentOf(browser, now, 'text/plain')).text()
    return { title: now.title, source: now.properties.content.source?.kind, text }
  }

  const seen = (title: string, end: string) => articlePage(title, `<p>${end}</p>`, LONG)

  /** Saves a link that the site answers, and then what the browser shows of it. */
  async function saveSeen(path: string, more: Record<string, unknown> = {}): Promise<Entity> {
    pages.put(path, { body: articlePage('From the site', '', SHORT) })
    const url = pages.at(path)
    const item = await fetched(browser, await browser.save({ url }))
    await browser.save({ url, html: seen('Seen', 'Only for members.'), ...more })
    return item
  }

  const withdrawn = async ({ properties }: Entity) =>
    (await services().db.rows('SELECT act FROM withdrawn_captures WHERE item_id = ?', properties.id)).length

  it('is restored with a new item, and its site gets no request', async () => {
    const { item, path, title, number } = await undoUnread((path) =>
      browser.save({ url: pages.at(path), html: seen('Seen', 'Only for members.') }),
    )
    assert.equal(title, 'Undone.')
    assert.notEqual((await browser.entity(linkOf(item, 'self')!)).properties.removedAt, null)
    assert.equal((await undo(browser, number)).title, 'Redone.')
    const back = await stateOf(item)
    assert.deepEqual([back.title, back.source], ['Seen', 'person'])
    assert.match(back.text, /Only for members\.$/)
    assert.equal(pages.asked.includes(path), false)
  })

  it('gives way to the earlier page, and is restored as often as that is undone', async () => {
    const { item, save, number } = await undoUnread(saveSeen)
    assert.deepEqual((await stateOf(item)).title, 'From the site')
    assert.equal(await withdrawn(item), 1)
    assert.equal((await countWrongAggregates(services().db)).bytes, 0)
    await undo(browser, number)
    const back = await stateOf(item)
    assert.deepEqual([back.title, back.source], ['Seen', 'person'])
    assert.match(back.text, /Only for members\.$/)
    assert.equal(await withdrawn(item), 0)
    await undo(agent, save)
    assert.equal((await stateOf(item)).title, 'From the site')
    assert.equal((await countWrongAggregates(services().db)).bytes, 0)
    assert.deepEqual(replayed(await history()), await storedItems(service(), accountId))
  })

  it('is restored after a partial undo as well', async () => {
    const { item, title, number } = await undoUnread(async (path) => {
      const item = await saveSeen(path, { note: 'Mine' })
      const current = await agent.entity(linkOf(item, 'self')!)
      assert.equal(
        (await submitAction(agent, current, { name: 'edit-item', fields: { note: 'Theirs' } })).status,
        200,
      )
      return item
    })
    assert.match(title, /in part/)
    assert.equal((await stateOf(item)).title, 'From the site')
    await undo(browser, number)
    assert.equal((await stateOf(item)).title, 'Seen')
  })

  it('leaves an earlier capture that had not been read either', async () => {
    const { item, number } = await undoUnread(async (path) => {
      const url = pages.at(path)
      await browser.save({ url, html: seen('First', 'Seen first.') })
      return browser.save({ url, html: seen('Second', 'Seen second.') })
    })
    // Where the first was read before the second save, it is the page from before.
    assert.match((await stateOf(item)).text, /Seen first\.$/)
    await undo(browser, number)
    assert.match((await stateOf(item)).text, /Seen second\.$/)
  })

  it('is stored no longer than the history or the item', async () => {
    const { clock } = services()
    const later = { ...clock, now: () => clock.now() + 3650 * DAY }
    const { item } = await undoUnread(saveSeen)
    assert.equal(await withdrawn(item), 1)
    const gone = (await undoUnread(saveSeen)).item
    assert.ok((await browser.call(linkOf(gone, 'self')!, { method: 'DELETE' })).ok)
    await deleteTrash(services(), accountId, { until: later.now(), shouldStop: () => false })
    assert.deepEqual([await withdrawn(item), await withdrawn(gone)], [1, 0])
    await pruneHistory({ ...services(), clock: later })
    assert.equal(await withdrawn(item), 0)
    assert.equal((await countWrongAggregates(services().db)).bytes, 0)
  })
})
