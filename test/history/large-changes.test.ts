import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { readChangesPage } from '../../src/queue/history/changes-page.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import { readLaterChanges } from '../../src/queue/undo/later-changes.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const ITEMS = 24
/** The quotes that an import may record in one change. */
const QUOTES = Array.from({ length: 50 }, (_, index) => `${index} ${'all the birds '.repeat(714)}`)

onBothEngines('Changes with long quotes', (service) => {
  let person: Person
  let agent: Agent
  let accountId: string
  let first: number

  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    accountId = await accountIdOf(service(), person.email)
    const items: string[] = []
    for (let index = 0; index < ITEMS; index++)
      items.push((await agent.save({ url: deadLink(`large/${index}`) })).properties.id)
    const tagged = await submitAction(agent, await agent.entity('/queue'), {
      name: 'change-items',
      fields: { items, action: 'tag-item', tag: 'birds' },
    })
    assert.equal(tagged.status, 200)
    const { latest } = (await agent.entity('/queue/changes?limit=1')).properties
    first = latest - ITEMS + 1
    await record(first)
  })

  /** Records long quotes in the changes from a number on, as an import of highlights does. */
  async function record(from: number): Promise<void> {
    const { db } = service().running.services
    for (const change of await historyOf(db, accountId).after(from - 1, ITEMS)) {
      const highlights = Object.fromEntries(
        QUOTES.map((exact, index) => [`h${index}`, { exact, note: null }]),
      )
      const empty = Object.fromEntries(QUOTES.map((_, index) => [`h${index}`, null]))
      await db.run(
        'UPDATE changes SET before = ?, after = ? WHERE account_id = ? AND sequence = ?',
        JSON.stringify({ ...change.before, highlights: empty }),
        JSON.stringify({ ...change.after, highlights }),
        accountId,
        change.sequence,
      )
    }
  }

  const numbers = () => Array.from({ length: ITEMS }, (_, index) => first + index)

  it('make short pages of a history, which lead to all of them', async () => {
    const { db } = service().running.services
    const seen: number[] = []
    let pages = 0
    for (let below: number | undefined = first + ITEMS; below !== undefined && below > first; pages++) {
      const page = await readChangesPage(db, accountId, { filter: {}, limit: 50, below })
      seen.push(...page.changes.map(({ sequence }) => sequence).filter((sequence) => sequence >= first))
      below = page.next
    }
    assert.deepEqual(seen.reverse(), numbers())
    assert.ok(pages > ITEMS / 3, `${pages} pages`)
    const page = await person.browser.open('/history?action=tag-item')
    assert.equal(page.status, 200)
    assert.match(page.text, /rel="next"/)
  })

  it('make short pages of the change feed, which lead to all of them', async () => {
    const seen: number[] = []
    let pages = 0
    for (let path = `/queue/changes?after=${first - 1}&limit=100`; path; pages++) {
      const { entities, links } = await agent.entity(path)
      seen.push(...entities.map(({ properties }: Entity) => properties.sequence))
      path = links.find(({ rel }: Entity) => rel.includes('next'))?.href ?? ''
    }
    assert.deepEqual(seen, numbers())
    assert.ok(pages > ITEMS / 3, `${pages} pages`)
  })

  it('are read up to a limit to tell what undoing earlier ones would do', async () => {
    const { db } = service().running.services
    const saved = (await historyOf(db, accountId).after(0, 100)).filter(
      ({ action }) => action === 'save-link',
    )
    assert.equal(saved.length, ITEMS)
    const later = await readLaterChanges(db, accountId, { changes: saved, maxBytes: 2_000_000 })
    const large = later.changes.filter(({ action }) => action === 'tag-item')
    assert.ok(large.length > 0 && large.length < 5, String(large.length))
    const known = saved.filter((change) => later.after(change) !== undefined)
    assert.equal(known.length, large.length)
  })

  it('are undone all at once only by the person', async () => {
    const queue = await agent.entity('/queue')
    const undo = async (fields: Record<string, unknown>) => {
      const response = await submitAction(agent, queue, { name: 'undo-change', fields })
      assert.equal(response.status, 409)
      assert.match(((await response.json()) as Entity).detail, /too large to undo at once\. The person can/)
    }
    await undo({ change: first, extent: 'act' })
    await undo({ change: first, extent: 'change', others: numbers().slice(1) })
    const page = await person.browser.open('/history')
    const fields = { change: String(first), extent: 'act' }
    const undone = await person.browser.submit(page, fields, { action: '/queue/undo-change' })
    assert.equal(undone.status, 200)
    const { entities } = await agent.entity('/queue?tag=birds')
    assert.equal(entities.length, 0)
  })
})
