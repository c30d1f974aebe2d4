import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem } from '../support/problem-check.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf } from '../support/siren-check.ts'

onBothEngines('One link is one item', (service) => {
  let person: Person
  let agent: Agent

  beforeEach(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  async function titles(path = '/queue?limit=100'): Promise<string[]> {
    return (await agent.entity(path)).entities.map((item: Entity) => item.title)
  }

  async function totals(): Promise<Entity> {
    return (await agent.entity('/queue')).properties.totals
  }

  function saveLinks(links: unknown): Promise<Response> {
    return agent.call('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links }),
    })
  }

  it('when it is saved again: the same item moves to the top', async () => {
    const first = await agent.save({ url: deadLink('a'), title: 'A' })
    await agent.save({ url: deadLink('b'), title: 'B' })
    await agent.save({ url: deadLink('c'), title: 'C' })
    assert.deepEqual(await titles(), ['C', 'B', 'A'])
    const again = await agent.save({ url: `${deadLink('a')}/?utm_source=feed#part` })
    assert.equal(again.properties.id, first.properties.id)
    assert.equal(again.properties.url, first.properties.url)
    assert.deepEqual(await titles(), ['A', 'C', 'B'])
  })

  it('moves to the top even when the clock was set back', async () => {
    await agent.save({ url: deadLink('a'), title: 'A' })
    await agent.save({ url: deadLink('b'), title: 'B' })
    service().clock.advance(-60_000)
    await agent.save({ url: deadLink('a') })
    assert.deepEqual(await titles(), ['A', 'B'])
    await agent.save({ url: deadLink('c'), title: 'C' })
    assert.deepEqual(await titles(), ['C', 'A', 'B'])
    service().clock.advance(60_000)
  })

  it('stays in place and read if the caller asks for that, with the new tags', async () => {
    const item = await agent.save({ url: deadLink('a'), title: 'A' })
    await submitAction(agent, item, { name: 'mark-read' })
    await agent.save({ url: deadLink('b'), title: 'B' })
    const before = (await agent.entity(linkOf(item, 'self')!)).properties
    const same = await agent.save({ url: deadLink('a'), keep: true })
    assert.deepEqual(same.properties, before)
    const tagged = await agent.save({ url: deadLink('a'), keep: true, tags: 'later' })
    assert.deepEqual(
      [tagged.properties.tags, tagged.properties.readAt, tagged.properties.savedAt],
      [['later'], before.readAt, before.savedAt],
    )
    await submitAction(agent, tagged, { name: 'remove-item' })
    const back = await agent.save({ url: deadLink('a'), keep: true })
    assert.deepEqual([back.properties.removedAt, back.properties.readAt], [null, null])
  })

  it('becomes unread', async () => {
    const item = await agent.save({ url: deadLink('a') })
    await submitAction(agent, item, { name: 'mark-read' })
    assert.deepEqual(await totals(), { unread: 0, read: 1, snoozed: 0, favourite: 0, removed: 0 })
    const again = await agent.save({ url: deadLink('a') })
    assert.deepEqual(again.class, ['item', 'unread'])
    assert.deepEqual(await totals(), { unread: 1, read: 0, snoozed: 0, favourite: 0, removed: 0 })
  })

  it('stays a favourite', async () => {
    const item = await agent.save({ url: deadLink('a') })
    const favourite = (await (await submitAction(agent, item, { name: 'favourite-item' })).json()) as Entity
    const again = await agent.save({ url: deadLink('a') })
    assert.equal(again.properties.favouritedAt, favourite.properties.favouritedAt)
    assert.deepEqual(await totals(), { unread: 1, read: 0, snoozed: 0, favourite: 1, removed: 0 })
  })

  it('has the tags of both saves, in order and without repeats', async () => {
    await agent.save({ url: deadLink('a'), tags: ['web', 'b'] })
    const again = await agent.save({ url: deadLink('a'), tags: ['#Web', 'a'] })
    assert.deepEqual(again.properties.tags, ['a', 'b', 'web'])
    for (const tag of ['a', 'b', 'web']) assert.equal((await titles(`/queue?tag=${tag}`)).length, 1, tag)
  })

  it('comes out of the trash with its fields', async () => {
    const item = await agent.save({ url: deadLink('a'), title: 'A', note: 'N', tags: ['t'] })
    await submitAction(agent, item, { name: 'remove-item' })
    assert.deepEqual(await titles('/queue?state=removed'), ['A'])
    const again = await agent.save({ url: deadLink('a') })
    assert.equal(again.properties.id, item.properties.id)
    assert.deepEqual(
      [again.properties.title, again.properties.note, again.properties.tags, again.properties.removedAt],
      ['A', 'N', ['t'], null],
    )
    assert.deepEqual(await totals(), { unread: 1, read: 0, snoozed: 0, favourite: 0, removed: 0 })
    assert.deepEqual(await titles('/queue?state=removed'), [])
  })

  it('gets missing fields from an agent’s save, which does not overwrite others', async () => {
    await agent.save({ url: deadLink('a'), title: 'First' })
    const second = await agent.save({
      url: deadLink('a'),
      title: 'Second',
      note: 'A note',
      reason: 'A reason',
    })
    assert.deepEqual(
      [second.properties.title, second.properties.note, second.properties.reason],
      ['First', 'A note', 'A reason'],
    )
    const third = await agent.save({ url: deadLink('a'), note: 'Third note', reason: 'Third reason' })
    assert.deepEqual(
      [third.properties.title, third.properties.note, third.properties.reason],
      ['First', 'A note', 'Third reason'],
    )
  })

  it('gets the fields of a person’s save, and keeps the others', async () => {
    const saved = await agent.save({ url: deadLink('a'), title: 'First', note: 'A note' })
    const form = await person.browser.open('/queue')
    await person.browser.submit(form, { url: deadLink('a'), title: 'Second' }, { action: '/queue/save-link' })
    const again = await agent.entity(new URL(saved.links[0].href).pathname)
    assert.deepEqual([again.properties.title, again.properties.note], ['Second', 'A note'])
  })

  it('is refused if the tags of both are more than an item can have', async () => {
    const tags = (prefix: string) => Array.from({ length: 16 }, (_, index) => `${prefix}${index}`)
    const item = await agent.save({ url: deadLink('a'), tags: tags('a') })
    const response = await agent.call('/queue', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: deadLink('a'), title: 'X', tags: tags('b') }),
    })
    const problem = await checkProblem(response, 422, service().baseUrl)
    assert.equal(problem.errors[0].pointer, '#/tags')
    assert.deepEqual(await agent.entity(linkOf(item, 'self')!), item)
  })

  it('when it is saved twenty times at once', async () => {
    const second = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await agent.call('/queue', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: `${deadLink('at-once')}#${index}`, tags: [`t${index}`] }),
        })
        checkSiren(response, await response.json(), service().baseUrl)
        return response.status
      }),
    )
    assert.deepEqual(
      statuses.sort(),
      Array.from({ length: 20 }, (_, index) => (index === 19 ? 201 : 200)),
    )
    const queue = await agent.entity('/queue')
    assert.equal(queue.properties.totals.unread, 1)
    assert.equal(queue.entities.length, 1)
    assert.equal(queue.entities[0].properties.tags.length, 20)
    assert.equal((await second.entity('/queue')).properties.totals.unread, 0)
  })

  it('when several links are saved together and one exists already', async () => {
    const known = await agent.save({ url: deadLink('known'), tags: ['old'] })
    await agent.save({ url: deadLink('between') })
    const response = await saveLinks([
      { url: deadLink('known'), tags: ['new'] },
      deadLink('fresh'),
      { url: deadLink('titled'), title: 'Titled', note: 'N', reason: 'R', tags: 'x, y' },
    ])
    assert.equal(response.status, 200)
    const queue = checkSiren(response, await response.json(), service().baseUrl)
    assert.equal(queue.properties.count, 4)
    assert.deepEqual(queue.properties.totals, { unread: 4, read: 0, snoozed: 0, favourite: 0, removed: 0 })
    const byUrl = new Map<string, Entity>(
      queue.entities.map((item: Entity) => [item.properties.url, item.properties]),
    )
    assert.equal(byUrl.get(deadLink('known')).id, known.properties.id)
    assert.deepEqual(byUrl.get(deadLink('known')).tags, ['new', 'old'])
    const { title, note, reason, tags, savedBy } = byUrl.get(deadLink('titled'))
    assert.deepEqual(
      { title, note, reason, tags, by: savedBy.name },
      { title: 'Titled', note: 'N', reason: 'R', tags: ['x', 'y'], by: 'Test Agent' },
    )
    assert.equal(queue.entities[3].properties.url, deadLink('between'))
  })

  it('when it is in a list twice', async () => {
    const response = await saveLinks([
      { url: deadLink('twice'), tags: ['a'], title: 'First' },
      deadLink('other'),
      { url: `${deadLink('twice')}/`, tags: ['b'] },
    ])
    assert.equal(response.status, 200)
    const queue = checkSiren(response, await response.json(), service().baseUrl)
    assert.deepEqual(queue.properties.totals, { unread: 2, read: 0, snoozed: 0, favourite: 0, removed: 0 })
    const twice = queue.entities.find((item: Entity) => item.title === 'First')
    assert.deepEqual(twice.properties.tags, ['a', 'b'])
  })

  it('when a hundred links are saved together, all of which are returned, last first', async () => {
    const links = Array.from({ length: 100 }, (_, index) => deadLink(`many-${index}`))
    const response = await saveLinks(links)
    assert.equal(response.status, 200)
    const queue = checkSiren(response, await response.json(), service().baseUrl)
    assert.deepEqual(
      queue.entities.map((item: Entity) => item.properties.url),
      links.toReversed(),
    )
    const again = await saveLinks(links)
    assert.equal(again.status, 200)
    assert.deepEqual(await totals(), { unread: 100, read: 0, snoozed: 0, favourite: 0, removed: 0 })
  })

  it('or none: if one of several links is invalid, nothing is saved', async () => {
    await agent.save({
      url: deadLink('kept'),
      title: 'Kept',
      tags: Array.from({ length: 30 }, (_, i) => `t${i}`),
    })
    const before = await agent.entity('/queue')
    const wrong: [links: unknown[], pointer: string][] = [
      [[deadLink('good'), 'ftp://x/', deadLink('better')], '#/links/1/url'],
      [[deadLink('good'), { url: deadLink('kept'), tags: ['one more'] }], '#/links/1/tags'],
    ]
    for (const [links, pointer] of wrong) {
      const problem = await checkProblem(await saveLinks(links), 422, service().baseUrl)
      assert.deepEqual(
        problem.errors.map((mistake: Entity) => mistake.pointer),
        [pointer],
      )
      assert.deepEqual(await agent.entity('/queue'), before)
    }
  })
})
