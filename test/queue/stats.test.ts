import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { HOUR } from '../../src/ports/clock.ts'
import type { ItemAction } from '../../src/queue/actions/action.ts'
import { markRead } from '../../src/queue/actions/mark-read.ts'
import { removeItem } from '../../src/queue/actions/remove-item.ts'
import { restoreItem } from '../../src/queue/actions/restore-item.ts'
import { saveLink } from '../../src/queue/actions/save-link.ts'
import { snoozeItem } from '../../src/queue/actions/snooze-item.ts'
import { changeQueue } from '../../src/queue/change/change-queue.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { type Agent, byAgent, PERSON, SERVICE } from '../../src/queue/model/actor.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import { type Stats, countStats, createStatsReader } from '../../src/queue/items/stats.ts'
import { signUp } from '../support/agent.ts'
import { onBothEngines } from '../support/service.ts'

const CLAUDE: Agent = { id: 'client-1', name: 'Claude' }
/** The same agent, registered anew. */
const CLAUDE_AGAIN: Agent = { id: 'client-2', name: 'Claude' }
const UNNAMED: Agent = { id: 'client-3', name: '' }

onBothEngines('The statistics of a queue', (service) => {
  let accountId: string
  const services = () => service().running.services
  before(() => service().clock.hold())
  beforeEach(async () => {
    accountId = await newAccount()
  })

  async function newAccount(): Promise<string> {
    const { email } = await signUp(service().baseUrl)
    const account = await services().db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', email)
    assert.ok(account)
    return account.id
  }

  function setClock(instant: string): void {
    service().clock.advance(Date.parse(instant) - service().clock.now())
  }

  async function save(path: string, { agent = null as Agent | null, minutes = null as number | null } = {}) {
    const url = path.includes('://') ? path : `https://example.invalid/${path}`
    const [saved] = await runQueueAction(
      services(),
      { accountId, caller: agent ? byAgent(agent) : PERSON, action: saveLink },
      {
        url,
      },
    )
    assert.ok(saved)
    const read = { ...saved.item, readingMinutes: minutes }
    return changeQueue(services(), { accountId, caller: SERVICE, action: 'fetch-page' }, ({ saveItem }) =>
      saveItem(saved.item, read),
    )
  }

  async function act(action: ItemAction, item: Item, fields: Record<string, unknown> = {}): Promise<Item> {
    return (await runItemAction(services(), { accountId, caller: PERSON, action, itemId: item.id }, fields))
      .item
  }

  const stats = (): Promise<Stats> => countStats(services(), accountId, service().clock.now())

  /** The weeks in which something happened: Monday, saved, read, minutes. */
  async function busyWeeks(): Promise<[string, number, number, number][]> {
    const { weeks } = await stats()
    return weeks
      .filter(({ saved, read, minutes }) => saved + read + minutes > 0)
      .map((week) => [
        new Date(week.startsAt).toISOString().slice(0, 10),
        week.saved,
        week.read,
        week.minutes,
      ])
  }

  it('are zero for 26 weeks, Monday to Sunday, in an empty queue', async () => {
    setClock('2027-01-06T12:00:00Z')
    const { weeks, ...others } = await stats()
    assert.equal(weeks.length, 26)
    assert.deepEqual(weeks[0], { startsAt: Date.UTC(2026, 6, 13), saved: 0, read: 0, minutes: 0 })
    assert.deepEqual(weeks[25], { startsAt: Date.UTC(2027, 0, 4), saved: 0, read: 0, minutes: 0 })
    assert.deepEqual(others, {
      sites: [],
      savers: [],
      unread: { count: 0, minutes: 0, unmeasured: 0, averageAge: null, oldest: null },
    })
  })

  it('count saves by weeks that begin on Monday, 0:00 UTC, also across years', async () => {
    // A change that the service makes meanwhile puts the next some milliseconds later.
    for (const [instant, path] of [
      ['2026-07-12T23:59:59.900Z', 'before-the-first-week'],
      ['2026-07-13T00:00:00.000Z', 'first-week'],
      ['2026-12-27T23:59:59.900Z', 'sunday'],
      ['2026-12-28T00:00:00.000Z', 'monday'],
      ['2027-01-01T08:00:00.000Z', 'new-year'],
      ['2027-01-03T23:59:59.900Z', 'sunday-after'],
      ['2027-01-04T00:00:00.000Z', 'this-week'],
    ] as const) {
      setClock(instant)
      await save(path)
    }
    setClock('2027-01-10T23:59:59.999Z')
    assert.deepEqual(await busyWeeks(), [
      ['2026-07-13', 1, 0, 0],
      ['2026-12-21', 1, 0, 0],
      ['2026-12-28', 3, 0, 0],
      ['2027-01-04', 1, 0, 0],
    ])
    setClock('2027-01-11T00:00:00Z')
    assert.deepEqual((await busyWeeks())[0], ['2026-12-21', 1, 0, 0])
  })

  it('count reading, with its minutes, in the week of reading', async () => {
    setClock('2026-12-01T09:00:00Z')
    const [short, long, unmeasured] = [
      await save('short', { minutes: 4 }),
      await save('long', { minutes: 90 }),
      await save('unmeasured'),
    ]
    setClock('2026-12-31T23:00:00Z')
    await act(markRead, short)
    await act(markRead, unmeasured)
    setClock('2027-01-05T09:00:00Z')
    await act(markRead, long)
    assert.deepEqual(await busyWeeks(), [
      ['2026-11-30', 3, 0, 0],
      ['2026-12-28', 0, 2, 4],
      ['2027-01-04', 0, 1, 90],
    ])
  })

  it('leave out items in the trash until they are restored', async () => {
    setClock('2027-02-03T09:00:00Z')
    const item = await save('removed', { minutes: 7 })
    await act(markRead, item)
    await act(removeItem, item)
    const { weeks, sites, savers, unread } = await stats()
    assert.deepEqual(weeks.at(-1), { startsAt: Date.UTC(2027, 1, 1), saved: 0, read: 0, minutes: 0 })
    assert.deepEqual([sites, savers, unread.count], [[], [], 0])
    await act(restoreItem, item)
    assert.deepEqual(await busyWeeks(), [['2027-02-01', 1, 1, 7]])
  })

  it('say how much each saver saved and how much of it was read, joining agents of the same name', async () => {
    setClock('2027-02-10T09:00:00Z')
    const own = await save('own')
    const one = await save('one', { agent: CLAUDE })
    const two = await save('two', { agent: CLAUDE_AGAIN })
    await save('three', { agent: CLAUDE })
    await save('unnamed-1', { agent: UNNAMED })
    await save('unnamed-2', { agent: UNNAMED })
    for (const item of [own, one, two]) await act(markRead, item)
    const { savers } = await stats()
    assert.deepEqual(plain(savers), [
      { name: 'Claude', saved: 3, read: 2 },
      { name: '', saved: 2, read: 0 },
      { name: null, saved: 1, read: 1 },
    ])
  })

  it('list the ten sites with most saves, by name if they are equal', async () => {
    setClock('2027-02-17T09:00:00Z')
    for (const message of 'lkjihgfedcba') await save(`https://${message}.invalid/1`)
    await save('https://www.l.invalid/2')
    const read = await save('https://k.invalid/2')
    await act(markRead, read)
    const { sites } = await stats()
    assert.deepEqual(
      sites.map(({ name }) => name),
      ['k', 'l', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((message) => `${message}.invalid`),
    )
    assert.deepEqual(plain(sites.slice(0, 3)), [
      { name: 'k.invalid', saved: 2, read: 1 },
      { name: 'l.invalid', saved: 2, read: 0 },
      { name: 'a.invalid', saved: 1, read: 0 },
    ])
  })

  it('say how much is unread, its reading time and its age, without snoozed items', async () => {
    setClock('2027-03-01T09:00:00Z')
    const oldest = await save('oldest', { minutes: 12 })
    const snoozed = await save('snoozed', { minutes: 100 })
    setClock('2027-03-03T09:00:00Z')
    await save('younger', { minutes: 5 })
    await save('unmeasured')
    await act(snoozeItem, snoozed, { until: '2027-06-01' })
    setClock('2027-03-04T09:00:00Z')
    const { unread } = await stats()
    assert.deepEqual(
      // Each change is a millisecond later than the one before.
      { ...unread, averageAge: Math.round(unread.averageAge! / HOUR), oldest: unread.oldest?.id },
      {
        count: 3,
        minutes: 17,
        unmeasured: 1,
        averageAge: 40,
        oldest: oldest.id,
      },
    )
  })

  it('contain one account only', async () => {
    setClock('2027-03-10T09:00:00Z')
    await save('mine')
    const me = accountId
    accountId = await newAccount()
    assert.equal((await stats()).unread.count, 0)
    await save('theirs')
    accountId = me
    const { sites, savers, unread } = await stats()
    assert.deepEqual([sites[0]?.saved, savers[0]?.saved, unread.count], [1, 1, 1])
    assert.equal(unread.oldest?.url, 'https://example.invalid/mine')
    assert.deepEqual(await busyWeeks(), [['2027-03-08', 1, 0, 0]])
  })

  it('are counted anew each time, except those of a large queue, once a minute', async () => {
    const { db, clock } = services()
    const readStats = createStatsReader({ db, clock, permits: services().permits })
    const readCount = async () => (await readStats(accountId)).unread.count
    setClock('2027-04-01T09:00:00Z')
    await save('first')
    assert.equal(await readCount(), 1)
    await save('second')
    assert.equal(await readCount(), 2)
    await db.run('UPDATE queues SET read = 10001 WHERE account_id = ?', accountId)
    assert.equal(await readCount(), 2)
    await save('third')
    service().clock.advance(59_000)
    assert.equal(await readCount(), 2)
    service().clock.advance(1_000)
    assert.equal(await readCount(), 3)
  })
})

/** Rows as values of our own: SQLite's have no prototype. */
function plain<T>(rows: T[]): T[] {
  return rows.map((row) => ({ ...row }))
}
