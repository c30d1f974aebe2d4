import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { readActivity, readDigest } from '../../src/queue/history/activity.ts'
import { readChangesPage, type ChangesFilter } from '../../src/queue/history/changes-page.ts'
import { itemActions } from '../../src/queue/actions/catalogue.ts'
import { byAgent, PERSON } from '../../src/queue/model/actor.ts'
import { saveLink } from '../../src/queue/actions/save-link.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import { DAY } from '../../src/ports/clock.ts'
import { signUp } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const SORTER = byAgent({ id: 'sorter', name: 'Sorter' })
const CLEANER = byAgent({ id: 'cleaner', name: 'Cleaner' })

onBothEngines('A page of the history', (service) => {
  let accountId: string
  const ids: string[] = []
  const services = () => service().running.services

  before(async () => {
    accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
    for (const name of ['one', 'two']) {
      const [saved] = await runQueueAction(
        services(),
        { accountId, caller: SORTER, action: saveLink },
        { url: deadLink(name) },
      )
      ids.push(saved!.item.id)
    }
    service().clock.advance(2 * DAY)
    await act(PERSON, 'set-progress', { item: 0, fields: { progress: 0.5 } })
    await act(SORTER, 'tag-item', { item: 0, fields: { tag: 'a' } })
    await act(CLEANER, 'tag-item', { item: 1, fields: { tag: 'a' } })
    await act(CLEANER, 'remove-item', { item: 1 })
  })

  const act = (
    actor: typeof PERSON,
    name: string,
    { item, fields = {} }: { item: number; fields?: Record<string, unknown> },
  ) =>
    runItemAction(
      services(),
      {
        accountId,
        caller: actor,
        action: itemActions.find((action) => action.name === name)!,
        itemId: ids[item]!,
      },
      fields,
    )
  const sequencesOf = async (filter: ChangesFilter) => {
    const { changes } = await readChangesPage(services().db, accountId, { filter, limit: 100 })
    return changes.map(({ sequence }) => sequence)
  }

  it('is in order, newest first, without reading progress, and filters by actor, action and item', async () => {
    assert.deepEqual(await sequencesOf({}), [6, 5, 4, 2, 1])
    assert.deepEqual(await sequencesOf({ action: 'set-progress' }), [3])
    assert.deepEqual(await sequencesOf({ by: 'cleaner' }), [6, 5])
    assert.deepEqual(await sequencesOf({ by: 'sorter', action: 'tag-item' }), [4])
    assert.deepEqual(await sequencesOf({ by: 'person', action: 'set-progress' }), [3])
    assert.deepEqual(await sequencesOf({ by: 'service' }), [])
    assert.deepEqual(await sequencesOf({ itemId: ids[1]! }), [6, 5, 2])
    assert.deepEqual(await sequencesOf({ itemId: ids[1]!, by: 'sorter' }), [2])
  })

  it('is followed by the next one by key', async () => {
    for (const filter of [{}, { by: 'sorter' }]) {
      const seen: number[] = []
      let below: number | undefined
      do {
        const page = await readChangesPage(services().db, accountId, { filter, limit: 2, below })
        seen.push(...page.changes.map(({ sequence }) => sequence))
        below = page.next
      } while (below !== undefined)
      assert.deepEqual(seen, await sequencesOf(filter))
    }
  })

  it('has counts for each agent and day', async () => {
    const now = service().clock.now()
    const activity = await readActivity(services().db, accountId, {
      clientIds: ['sorter', 'cleaner', 'nobody'],
      now,
    })
    const counts = (id: string) => activity.get(id)!.map(({ count }) => count)
    assert.deepEqual(counts('sorter').slice(-4), [0, 2, 0, 1])
    assert.deepEqual(counts('cleaner').slice(-2), [0, 2])
    assert.deepEqual([counts('nobody').length, Math.max(...counts('nobody'))], [30, 0])
    const today = activity.get('sorter')!.at(-1)!
    assert.deepEqual([today.startsAt % DAY, today.isCapped, now - today.startsAt < DAY], [0, false, true])
    const hours = await readActivity(services().db, accountId, { clientIds: ['sorter'], now, by: 'hour' })
    assert.equal(hours.get('sorter')!.length, 24)
  })

  it('has counts for all agents from a single statement', async () => {
    const { db } = services()
    let requestCount = 0
    const counting = {
      ...db,
      rows: <Row>(...[sql, ...values]: Parameters<typeof db.rows>) => {
        requestCount++
        return db.rows<Row>(sql, ...values)
      },
    }
    await readActivity(counting, accountId, {
      clientIds: ['sorter', 'cleaner', 'nobody'],
      now: service().clock.now(),
    })
    assert.equal(requestCount, 1)
    assert.equal(
      (await readActivity(counting, accountId, { clientIds: [], now: service().clock.now() })).size,
      0,
    )
  })

  it('has a digest by agent and action since an instant', async () => {
    const since = service().clock.now() - DAY
    const { actionCounts, isComplete: isWhole } = await readDigest(services().db, accountId, since)
    assert.equal(isWhole, true)
    assert.deepEqual(actionCounts.map(({ agent, action, count }) => [agent.name, action, count]).sort(), [
      ['Cleaner', 'remove-item', 1],
      ['Cleaner', 'tag-item', 1],
      ['Sorter', 'tag-item', 1],
    ])
  })
})
