import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { pruneHistory } from '../../src/queue/maintenance/prune-history.ts'
import { readFeed } from '../../src/queue/history/feed.ts'
import { DAY } from '../../src/ports/clock.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('The changes of a queue', (service) => {
  let person: Person
  let agent: Agent
  let item: Entity
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Sorter')
    item = await agent.save({ url: deadLink('feed'), title: 'A link', reason: 'For you' })
    for (const tag of ['a', 'b', 'c', 'd']) await act('tag-item', { tag })
  })

  async function act(name: string, fields: Record<string, unknown> = {}): Promise<void> {
    const current = await agent.entity(`/queue/items/${item.properties.id}`)
    assert.ok((await submitAction(agent, current, { name, fields })).ok)
  }
  const latest = async () => (await agent.entity('/queue/changes?after=latest')).properties.latest as number

  it('are found from the entry point and come in pages, oldest first', async () => {
    const start = linkOf(await agent.entity('/queue'), 'monitor')
    assert.equal(start, `${service().baseUrl}/queue/changes`)
    const seen: number[] = []
    let page = await agent.entity(`${start}?limit=2`)
    const first = page
    for (;;) {
      seen.push(...page.entities.map((change: Entity) => change.properties.sequence))
      const next = linkOf(page, 'next')
      if (next === undefined) break
      page = await agent.entity(next)
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5])
    assert.deepEqual(first.properties, { after: 0, latest: 5, count: 2 })
    assert.deepEqual((await agent.entity(linkOf(page, 'monitor')!)).entities, [])

    const [made, tagged] = first.entities
    const { before: was, after, ...rest } = tagged.properties
    assert.deepEqual([was, after], [{ tags: [] }, { tags: ['a'] }])
    assert.deepEqual(rest, {
      sequence: 2,
      act: 2,
      at: rest.at,
      actor: { kind: 'agent', id: agent.clientId, name: 'Sorter' },
      action: 'tag-item',
      itemId: item.properties.id,
      title: 'A link',
      reason: null,
      undoes: null,
      afterReading: null,
      undoneBy: null,
      acceptedAt: null,
      undoable: true,
      notUndoableBecause: null,
      undoneFields: [],
      keeps: [],
    })
    assert.deepEqual([made.properties.before, made.properties.reason], [null, 'For you'])
    assert.equal(made.properties.after.savedAt, item.properties.savedAt)
    assert.equal(linkOf(made, 'item'), linkOf(item, 'self'))
  })

  it('each have an address, with an action that undoes them', async () => {
    const page = await agent.entity('/queue/changes?limit=2')
    const change = await agent.entity(linkOf(page.entities[1], 'self')!)
    assert.deepEqual(change.properties, page.entities[1].properties)
    assert.deepEqual(change.actions[0].fields[0].value, '2')
    assert.ok((await submitAction(agent, change, { name: 'undo-change', fields: { change: 2 } })).ok)
    const undone = await agent.entity(linkOf(change, 'self')!)
    assert.deepEqual([undone.actions, undone.properties.undoable], [[], false])
    assert.equal(undone.properties.notUndoableBecause, 'It was undone.')
  })

  it('are the same in the MCP tool', async () => {
    const end = await latest()
    await act('edit-item', { note: 'A note' })
    const { changes, next, more } = await toolOutcome(service().baseUrl, agent, {
      name: 'list_changes',
      args: { after: String(end) },
    })
    assert.deepEqual([Number.parseInt(next), more], [end + 1, undefined])
    assert.deepEqual(changes[0].after, { note: 'A note', noteBy: 'Sorter' })
    assert.deepEqual([changes[0].by, changes[0].action, changes[0].title], ['Sorter', 'edit-item', 'A link'])
    const some = await toolOutcome(service().baseUrl, agent, { name: 'list_changes', args: { limit: 2 } })
    assert.deepEqual([some.changes.length, some.next, some.more, some.older], [2, next, undefined, end])
    assert.deepEqual([some.changes[0].change, some.changes[0].action], [end + 1, 'edit-item'])
    const visited: number[] = []
    for (let before: number | undefined = some.older; before !== undefined;) {
      const page = await toolOutcome(service().baseUrl, agent, {
        name: 'list_changes',
        args: { limit: 2, before },
      })
      assert.equal(page.next, next)
      visited.push(...page.changes.map((row: { change?: number; act: number }) => row.change ?? row.act))
      before = page.older
    }
    assert.ok(visited.length > 2 && visited.includes(1), String(visited))
    assert.deepEqual(
      visited,
      [...new Set(visited)].sort((one, other) => other - one),
    )
  })

  it('end a long poll as soon as something changes, or when its time is over', async () => {
    const end = await latest()
    const waiting = agent.entity(`/queue/changes?after=${end}&wait=30`)
    await act('tag-item', { tag: `waited-${end}` })
    const page = await waiting
    assert.deepEqual(
      page.entities.map(({ properties }: Entity) => properties.sequence),
      [end + 1],
    )
    const nothing = await agent.entity('/queue/changes?after=latest&wait=1')
    assert.deepEqual(nothing.entities, [])
  })

  describe('as a stream', () => {
    it('arrive at once, each with its number', async () => {
      const end = await latest()
      const stream = await openStream(service().baseUrl, agent)
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream')
      assert.match(stream.response.headers.get('cache-control') ?? '', /no-store/)
      await eventually(
        async () => stream.text(),
        (text) => text.startsWith('retry: 2000\n\n'),
      )
      for (const tag of ['x', 'y']) await act('tag-item', { tag })
      await eventually(
        async () => stream.ids,
        (ids) => ids.length === 2,
      )
      assert.deepEqual(stream.ids, [end + 1, end + 2])
      const change = await agent.entity(`/queue/changes/${end + 1}`)
      const message = JSON.parse(stream.data[0]!) as Record<string, unknown>
      const { properties } = change
      assert.deepEqual(
        message,
        Object.fromEntries(Object.keys(message).map((name) => [name, properties[name]])),
      )
      assert.deepEqual(
        Object.keys(properties).filter((name) => !(name in message)),
        ['undoneBy', 'undoable', 'notUndoableBecause', 'undoneFields', 'keeps'],
      )

      stream.disconnect()
      await stream.ended
      await act('untag-item', { tag: 'x' })
      const resumed = await openStream(service().baseUrl, agent, { after: '0', lastId: end + 1 })
      await eventually(
        async () => resumed.ids,
        (ids) => ids.length === 2,
      )
      assert.deepEqual(resumed.ids, [end + 2, end + 3])
      resumed.disconnect()
    })

    it('begin after the number in `after`', async () => {
      const stream = await openStream(service().baseUrl, agent, { after: '3' })
      await eventually(
        async () => stream.ids,
        (ids) => ids.length > 1,
      )
      assert.deepEqual(stream.ids.slice(0, 2), [4, 5])
      stream.disconnect()
    })

    it('end with the access', async () => {
      const leaving = await connectAgent(service().baseUrl, person, 'Leaving')
      const stream = await openStream(service().baseUrl, leaving)
      await fetch(`${service().baseUrl}/oauth/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: leaving.access }),
      })
      const before = await latest()
      await act('tag-item', { tag: 'after-revocation' })
      await stream.ended
      assert.equal(stream.ids.includes(before + 1), false)
    })

    it('are limited to a number of subscribers', async () => {
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      const streams = await Promise.all(
        Array.from({ length: 101 }, () => openStream(service().baseUrl, other)),
      )
      const refused = streams.filter(({ status }) => status === 429)
      assert.equal(refused.length, 1)
      assert.equal(refused[0]!.response.headers.get('retry-after'), '30')
      const someone = streams.find(({ status }) => status === 200)
      someone!.disconnect()
      await someone!.ended
      await eventually(
        () => openStream(service().baseUrl, other),
        (stream) => {
          streams.push(stream)
          return stream.status === 200
        },
      )
      for (const stream of streams) stream.disconnect()
    })
  })

  it('follow the rules of all addresses of the API', async () => {
    const at = (path: string, init: RequestInit = {}) => agent.call(path, init)
    for (const path of ['/queue/changes', '/queue/changes/1']) {
      const head = await at(path, { method: 'HEAD' })
      assert.deepEqual([head.status, await head.text()], [200, ''])
      assert.equal((await at(path, { method: 'OPTIONS' })).headers.get('allow'), 'GET, HEAD, OPTIONS')
      const refused = await at(path, { method: 'POST' })
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
      assert.equal((await at(path, { headers: { accept: 'image/png' } })).status, 406)
      assert.equal((await at(path, { headers: { authorization: 'Bearer x' } })).status, 401)
    }
    const stream = await at('/queue/changes', { method: 'HEAD', headers: { accept: 'text/event-stream' } })
    assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream'])
    for (const path of ['/queue/changes/0', '/queue/changes/x', `/queue/changes/${'9'.repeat(30)}`]) {
      assert.equal((await at(path)).status, 404, path)
    }
    for (const after of ['x', '-1', '1.5', '9'.repeat(30), '1e3']) {
      assert.equal((await at(`/queue/changes?after=${after}`)).status, 400, after)
      const headers = { accept: 'text/event-stream', 'last-event-id': after }
      assert.equal((await at('/queue/changes', { headers })).status, 400, after)
    }
    for (const query of ['limit=0', 'limit=101', 'wait=31', 'wait=-1', 'wait=x']) {
      assert.equal((await at(`/queue/changes?${query}`)).status, 422, query)
    }
  })

  it('are of one account only', async () => {
    const stranger = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    assert.deepEqual((await stranger.entity('/queue/changes')).entities, [])
    assert.equal((await stranger.call('/queue/changes/1')).status, 404)
    assert.equal((await stranger.call('/queue/changes?after=1')).status, 410)
  })

  it('are gone for a cursor from after the backup that was restored', async () => {
    const beyond = (await latest()) + 1
    const gone = await agent.call(`/queue/changes?after=${beyond}&wait=30`)
    assert.equal(gone.status, 410)
    assert.equal(
      ((await gone.json()) as Entity).detail,
      `There is no change ${beyond} here: the latest is ${beyond - 1}. Read the queue as it is now, then go on with after=latest.`,
    )
    const headers = { accept: 'text/event-stream', 'last-event-id': String(beyond) }
    assert.equal((await agent.call('/queue/changes', { headers })).status, 410)
    const { isError, content } = await callTool(service().baseUrl, agent, {
      name: 'list_changes',
      args: { after: String(beyond) },
    })
    assert.equal(isError, true)
    assert.match(content[0]!.text, /^There is no change \d+ here: .* go on with after=latest\.$/)
  })

  it('are gone if they have been pruned', async () => {
    const { services } = service().running
    const end = await latest()
    const later = { ...services.clock, now: () => services.clock.now() + 366 * DAY }
    await pruneHistory({ ...services, clock: later })
    const gone = await agent.call('/queue/changes?after=1')
    assert.equal(gone.status, 410)
    assert.match(((await gone.json()) as Entity).detail, /after=latest/)
    const headers = { accept: 'text/event-stream', 'last-event-id': '1' }
    assert.equal((await agent.call('/queue/changes', { headers })).status, 410)
    assert.deepEqual((await agent.entity('/queue/changes')).properties, { after: end, latest: end, count: 0 })
    assert.deepEqual((await agent.entity(`/queue/changes?after=${end}`)).entities, [])
    await act('favourite-item')
    assert.equal((await agent.entity('/queue/changes')).entities[0].properties.sequence, end + 1)
    // As one finds it who stood there before they were dropped.
    const accountId = await accountIdOf(service(), person.email)
    await assert.rejects(readFeed(services.db, accountId, { after: 1, limit: 10 }), { code: 'gone' })
  })

  it('leave little memory behind once sent, however many are read', async () => {
    const subscription = service().running.services.changeFeed.subscribe('someone')
    let reads = 0
    const read = () => Promise.resolve({ text: `${++reads}`, last: 0 })
    for (let after = 0; after < 100; after++) await subscription.share(after, read)
    assert.equal((await subscription.share(99, read)).text, '100')
    for (let after = 0; after < 90; after++) await subscription.share(after, read)
    assert.equal(reads, 190)
    subscription.stop()
  })
})
