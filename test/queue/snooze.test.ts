import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { DAY, HOUR } from '../../src/ports/clock.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('Snoozing', (service) => {
  let person: Person
  let agent: Agent
  let item: Entity
  let count = 0
  before(async () => {
    person = await signUp(service().baseUrl)
  })
  beforeEach(async () => {
    agent = await connectAgent(service().baseUrl, person)
    item = await agent.save({ url: deadLink(`snooze/${++count}`) })
  })

  const reload = (): Promise<Entity> => agent.entity(linkOf(item, 'self')!)
  const inDays = (days: number) => new Date(service().clock.now() + days * DAY).toISOString()
  const snooze = (until: string) => submitAction(agent, item, { name: 'snooze-item', fields: { until } })
  async function listed(state: string): Promise<boolean> {
    const { entities } = await agent.entity(`/queue?state=${state}&limit=100`)
    return entities.some((entity: Entity) => entity.properties.id === item.properties.id)
  }
  async function totals(): Promise<Record<string, number>> {
    return (await agent.entity('/queue')).properties.totals
  }

  it('moves an item from the unread list to the snoozed list', async () => {
    const earlier = await totals()
    const until = inDays(3)
    const snoozed = (await (await snooze(until)).json()) as Entity
    assert.deepEqual(snoozed.class, ['item', 'snoozed'])
    assert.equal(snoozed.properties.snoozedUntil, until)
    assert.deepEqual(
      [await listed('unread'), await listed('snoozed'), await listed('all')],
      [false, true, true],
    )
    const { unread = 0, snoozed: waiting = 0 } = earlier
    assert.deepEqual(await totals(), { ...earlier, unread: unread - 1, snoozed: waiting + 1 })
  })

  it('ends at its time, with new versions of the queue and the item', async () => {
    await snooze(inDays(1))
    const etag = (await agent.call('/queue')).headers.get('etag')
    service().clock.advance(DAY - HOUR)
    agent = await connectAgent(service().baseUrl, person)
    assert.deepEqual((await reload()).class, ['item', 'snoozed'])
    service().clock.advance(HOUR + 1000)
    agent = await connectAgent(service().baseUrl, person)
    const awake = await eventually(reload, ({ class: classes }) => classes.includes('unread'))
    assert.equal(awake.properties.snoozedUntil, null)
    assert.equal(await listed('unread'), true)
    assert.notEqual((await agent.call('/queue')).headers.get('etag'), etag)
  })

  it('can be moved to another time, which replaces the first', async () => {
    await snooze(inDays(1))
    await snooze(inDays(3))
    service().clock.advance(2 * DAY)
    agent = await connectAgent(service().baseUrl, person)
    const other = await agent.save({ url: deadLink(`other/${count}`) })
    await submitAction(agent, other, { name: 'snooze-item', fields: { until: inDays(0.5) } })
    service().clock.advance(0.6 * DAY)
    agent = await connectAgent(service().baseUrl, person)
    await eventually(
      () => agent.entity(linkOf(other, 'self')!),
      ({ class: classes }) => classes.includes('unread'),
    )
    assert.deepEqual((await reload()).class, ['item', 'snoozed'])
  })

  it('ends when the item is unsnoozed, read or saved again', async () => {
    for (const end of [
      async () => submitAction(agent, await reload(), { name: 'unsnooze-item' }),
      async () => submitAction(agent, await reload(), { name: 'mark-read' }),
      async () => agent.save({ url: item.properties.url }),
    ]) {
      await agent.save({ url: item.properties.url })
      await snooze(inDays(1))
      await end()
      assert.equal((await reload()).properties.snoozedUntil, null)
    }
  })

  it('has ended for an item that is restored from the trash after its time', async () => {
    await snooze(inDays(1))
    await submitAction(agent, await reload(), { name: 'remove-item' })
    const { db } = service().running.services
    // As if waking it had to wait.
    await db.run("DELETE FROM jobs WHERE kind = 'wake-item'")
    service().clock.advance(2 * DAY)
    agent = await connectAgent(service().baseUrl, person)
    await submitAction(agent, await reload(), { name: 'restore-item' })
    assert.deepEqual((await reload()).class, ['item', 'unread'])
  })

  it('accepts a date, or an instant in any zone', async () => {
    for (const [until, expected] of [
      ['2030-12-24', '2030-12-24T00:00:00.000Z'],
      ['2030-12-24T18:00Z', '2030-12-24T18:00:00.000Z'],
      ['2030-12-24T18:00:00+02:00', '2030-12-24T16:00:00.000Z'],
    ] as const) {
      await snooze(until)
      assert.equal((await reload()).properties.snoozedUntil, expected)
    }
  })

  it('is refused with advice for a time that isn’t in the future', async () => {
    for (const until of [
      '2020-01-01',
      '2030-12-24T18:00',
      '2031-02-30',
      'yesterday',
      '2099-01-01',
      '',
      12,
      null,
      '2030-13-01',
    ]) {
      const refused = await snooze(until as string)
      assert.equal(refused.status, 422, String(until))
      const problem = (await refused.json()) as Entity
      assert.equal(problem.errors[0].pointer, '#/until')
    }
    assert.deepEqual((await reload()).class, ['item', 'unread'])
  })
})

onBothEngines('The reading progress', (service) => {
  it('is stored, and nothing else changes', async () => {
    const agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const item = await agent.save({ url: deadLink('progress') })
    assert.equal(item.properties.progress, 0)
    for (const [progress, kept] of [
      [0.421, 0.421],
      ['0.5', 0.5],
      [1, 1],
      [0, 0],
      [0.123456, 0.1235],
    ] as const) {
      const response = await submitAction(agent, item, { name: 'set-progress', fields: { progress } })
      assert.equal(((await response.json()) as Entity).properties.progress, kept)
    }
    for (const progress of [-0.1, 1.1, 'half', '', null, [], {}, '1e9', true]) {
      assert.equal(
        (await submitAction(agent, item, { name: 'set-progress', fields: { progress } })).status,
        422,
      )
    }
    const { properties } = await agent.entity(linkOf(item, 'self')!)
    assert.deepEqual([properties.progress, properties.readAt], [0.1235, null])
  })
})
