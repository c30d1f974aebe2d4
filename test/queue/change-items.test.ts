import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { DAY } from '../../src/ports/clock.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf } from '../support/siren-check.ts'

onBothEngines('Changing several items', (service) => {
  let agent: Agent
  let queue: Entity
  let items: Entity[]
  let count = 0
  before(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    queue = await agent.entity('/queue')
  })
  beforeEach(async () => {
    items = []
    for (let index = 0; index < 3; index++) items.push(await agent.save({ url: deadLink(`many/${++count}`) }))
  })

  const ids = () => items.map(({ properties }) => properties.id as string)
  const send = (fields: Record<string, unknown>) =>
    submitAction(agent, queue, { name: 'change-items', fields })
  const reload = (item: Entity): Promise<Entity> => agent.entity(linkOf(item, 'self')!)
  const now = () => Promise.all(items.map(reload))
  const states = async () => (await now()).map(({ class: [, state] }) => state)

  async function change(fields: Record<string, unknown>): Promise<Entity> {
    const response = await send(fields)
    assert.equal(response.status, 200)
    return checkSiren(response, await response.json(), service().baseUrl)
  }

  it('does the same to each as the action of a single item', async () => {
    const outcome = await change({ items: ids(), action: 'mark-read' })
    const { act } = outcome.properties
    assert.deepEqual(outcome.properties, { action: 'mark-read', act, changed: 3, skipped: 0 })
    assert.deepEqual(
      outcome.entities.map((item: Entity) => [item.properties.id, item.class[1]]),
      ids().map((id) => [id, 'read']),
    )
    assert.deepEqual(await states(), ['read', 'read', 'read'])
  })

  it('skips items that do not offer the action, with the reason, so that a repeat has no further effect', async () => {
    await submitAction(agent, items[1], { name: 'mark-read' })
    const outcome = await change({ items: ids(), action: 'mark-read' })
    assert.deepEqual([outcome.properties.changed, outcome.properties.skipped], [2, 1])
    const skipped = outcome.entities.at(-1).properties
    assert.equal(skipped.id, ids()[1])
    assert.equal(skipped.skippedBecause, 'Already in that state.')
    const earlier = (await now()).map(({ properties }) => properties)
    const second = await change({ items: ids(), action: 'mark-read' })
    assert.deepEqual([second.properties.changed, second.properties.skipped], [0, 3])
    assert.deepEqual(
      (await now()).map(({ properties }) => properties),
      earlier,
    )
  })

  it('is one change of the queue, with one version and the right counts', async () => {
    const { db } = service().running.services
    const version = async () => {
      const row = await db.row<{ version: number }>(
        'SELECT q.version FROM queues q JOIN items i ON i.account_id = q.account_id WHERE i.id = ?',
        ids()[0]!,
      )
      return row!.version
    }
    const totals = async () => (await agent.entity('/queue')).properties.totals
    const [versionBefore, totalsBefore] = [await version(), await totals()]
    await change({ items: ids(), action: 'remove-item' })
    assert.equal(await version(), versionBefore + 1)
    const { unread, removed } = totalsBefore
    assert.deepEqual(await totals(), { ...totalsBefore, unread: unread - 3, removed: removed + 3 })
  })

  it('tags, untags and snoozes with the fields that these require', async () => {
    await change({ items: ids(), action: 'tag-item', tag: '#Later' })
    assert.deepEqual(
      (await now()).map(({ properties }) => properties.tags),
      [['later'], ['later'], ['later']],
    )
    const same = await change({ items: ids().slice(0, 1), action: 'tag-item', tag: 'later' })
    assert.equal(same.entities[0].properties.skippedBecause, 'Already in that state.')
    await change({ items: ids(), action: 'untag-item', tag: 'later' })
    await change({ items: ids(), action: 'snooze-item', until: '2030-01-01' })
    assert.deepEqual(
      (await now()).map(({ properties }) => [properties.tags, properties.snoozedUntil]),
      ids().map(() => [[], '2030-01-01T00:00:00.000Z']),
    )
  })

  it('accepts ids as a list or as one text, ignoring repeats', async () => {
    const [first = '', second = '', third = ''] = ids()
    const asText = await change({ items: `${first}, ${second}\n${first}`, action: 'favourite-item' })
    assert.equal(asText.properties.changed, 2)
    const asList = await change({ items: [third, third], action: 'favourite-item' })
    assert.equal(asList.properties.changed, 1)
    const form = await agent.call('/queue/change-items', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `items=${first}&items=${second}&action=unfavourite-item`,
    })
    assert.equal(((await form.json()) as Entity).properties.changed, 2)
  })

  it('changes nothing if an id is unknown, and points at it', async () => {
    const stranger = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const foreign = (await stranger.save({ url: deadLink(`foreign/${++count}`) })).properties.id
    for (const wrong of [foreign, '01990000-0000-7000-8000-00000000dead', "x' OR 1=1", '', 7, null, {}]) {
      const refused = await send({ items: [...ids(), wrong], action: 'remove-item' })
      assert.equal(refused.status, 422, String(wrong))
      const { errors } = (await refused.json()) as Entity
      assert.deepEqual(
        errors.map(({ pointer }: Entity) => pointer),
        ['#/items/3'],
      )
    }
    assert.deepEqual(await states(), ['unread', 'unread', 'unread'])
  })

  it('refuses invalid input and points at the error', async () => {
    const at = (field: string) => `#/${field}`
    const tooMany = Array.from({ length: 1001 }, () => ids()[0])
    for (const [fields, pointer] of [
      [{ items: [], action: 'mark-read' }, at('items')],
      [{ items: { toString: 1 }, action: 'mark-read' }, at('items')],
      [{ items: tooMany, action: 'mark-read' }, at('items')],
      [{ items: ids() }, at('action')],
      [{ items: ids(), action: 'edit-item' }, at('action')],
      [{ items: ids(), action: 'mark-read', note: 'x' }, at('note')],
      [{ items: ids(), action: 'change-items' }, at('action')],
      [{ items: ids(), action: 'tag-item' }, at('tag')],
      [{ items: ids(), action: 'tag-item', tag: 'x'.repeat(1000) }, at('tag')],
      [{ items: ids(), action: 'mark-read', progress: 2 }, at('progress')],
      [{ items: ids(), query: 'x', action: 'mark-read' }, undefined],
      [{ items: ids(), action: 'snooze-item', until: '2020-01-01' }, at('until')],
      [{ items: ids(), action: 'snooze-item', until: 'soon' }, at('until')],
    ] as const) {
      const refused = await send(fields)
      assert.equal(refused.status, 422, JSON.stringify(fields).slice(0, 100))
      const { errors } = (await refused.json()) as Entity
      assert.deepEqual([...new Set((errors ?? [{}]).map(({ pointer: place }: Entity) => place))], [pointer])
    }
    assert.deepEqual(await states(), ['unread', 'unread', 'unread'])
  })

  it('accepts a hundred items at once', async () => {
    const links = Array.from({ length: 100 }, (_, index) => deadLink(`hundred/${count}/${index}`))
    await submitAction(agent, queue, { name: 'save-links', fields: { links } })
    const { entities } = await agent.entity('/queue?limit=100')
    const all = entities.map((item: Entity) => item.properties.id)
    const outcome = await change({ items: all, action: 'remove-item' })
    assert.equal(outcome.properties.changed, 100)
  })

  describe('with one tool call', () => {
    const call = (args: Record<string, unknown>, name = 'change_items') =>
      toolOutcome(service().baseUrl, agent, { name, args })
    const latest = async () => (await agent.entity('/queue/changes')).properties.latest

    it('reports how many were changed, which were refused and why, and a number that undoes them all', async () => {
      await submitAction(agent, items[1], { name: 'mark-read' })
      await submitAction(agent, items[2], { name: 'remove-item' })
      const { act, ...outcome } = await call({ items: ids(), action: ['mark-read'] })
      assert.deepEqual(
        { ...outcome, items: outcome.items.map(({ id, state }: Entity) => [id, state]) },
        {
          changed: 1,
          already: 1,
          refused: [
            {
              id: ids()[2],
              title: items[2].properties.title,
              state: 'removed',
              reason:
                '"Mark as read" is not possible now: the item is in the trash. Restore it first, with restore-item.',
            },
          ],
          items: [
            [ids()[0], 'read'],
            [ids()[1], 'read'],
          ],
        },
      )
      await call({ change: act }, 'undo_change')
      assert.deepEqual(await states(), ['unread', 'read', 'removed'])
      const { baseUrl } = service()
      const wrong = await callTool(baseUrl, agent, {
        name: 'change_items',
        args: { items: ['x'], action: ['mark-read'] },
      })
      assert.equal(wrong.isError, true)
      assert.match(wrong.content[0]!.text, /^There is no item x in this queue\. Nothing was changed\./)
    })

    it('makes several changes at once, which are one row of the history for each item', async () => {
      const before = await latest()
      const outcome = await call({
        items: [items[0].properties.url, ids()[0], ids()[1]],
        action: ['mark_read', 'favourite-item'],
        tag: ['a', 'b'],
      })
      assert.deepEqual([outcome.changed, outcome.already], [2, 0])
      const changed = (await now()).slice(0, 2)
      for (const { class: names, properties } of changed) {
        assert.deepEqual([names[1], properties.tags], ['read', ['a', 'b']])
        assert.notEqual(properties.favouritedAt, null)
      }
      const { entities } = await agent.entity(`/queue/changes?after=${before}`)
      assert.deepEqual(
        entities.map(({ properties }: Entity) => [properties.act, properties.action, properties.itemId]),
        [
          [outcome.act, 'change-items', ids()[0]],
          [outcome.act, 'change-items', ids()[1]],
        ],
      )
      const repeated = await call({ items: ids().slice(0, 2), action: ['mark-read'], tag: ['a'] })
      assert.deepEqual([repeated.changed, repeated.already, repeated.act], [0, 2, undefined])
      await call({ items: ids().slice(0, 2), untag: ['a'], progress: 0.5 })
      assert.deepEqual((await now())[0].properties.tags, ['b'])
      await call({ change: outcome.act }, 'undo_change')
    })

    it('makes different changes to different items in one act', async () => {
      const [first = '', second = '', third = ''] = ids()
      const outcome = await call({
        changes: [
          { items: [first], action: ['mark-read'] },
          { items: [second, third], tag: ['later'] },
          { items: [third], until: '2035-01-01' },
        ],
      })
      assert.equal(outcome.changed, 3)
      const after = await now()
      assert.deepEqual(
        after.map(({ class: names, properties }) => [names[1], properties.tags]),
        [
          ['read', []],
          ['unread', ['later']],
          ['snoozed', ['later']],
        ],
      )
      await call({ change: outcome.act }, 'undo_change')
      assert.deepEqual(await states(), ['unread', 'unread', 'unread'])
    })

    it('finds what each of many queries matches, one after the other', async () => {
      const changes = Array.from({ length: 40 }, (_, index) => ({ query: `nowhere${index}`, tag: ['found'] }))
      const { changed, words } = await call({ changes })
      assert.equal(changed, 0)
      assert.match(words, /^Nothing matches “nowhere0” and 39 more\./)
      const tooMany = await send({ changes: Array.from({ length: 201 }, () => changes[0]) })
      assert.match(((await tooMany.json()) as Entity).detail, /^"changes" takes at most 200; 201 were given/)
    })

    it('refuses different changes that name more than a thousand items together', async () => {
      const naming = (copies: number) =>
        Array.from({ length: 100 }, () => ({
          items: Array.from({ length: copies }, () => ids()[0]),
          tag: ['x'],
        }))
      assert.equal((await change({ changes: naming(10), preview: true })).properties.changed, 1)
      const refused = await send({ changes: naming(11), preview: true })
      assert.equal(refused.status, 422)
      assert.match(((await refused.json()) as Entity).detail, /^Change at most 1000 items at once\. One that/)
    })

    it('changes all results of a query, after a preview', async () => {
      const mine = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      const ask = (name: string, args: Record<string, unknown>) =>
        toolOutcome(service().baseUrl, mine, { name, args })
      const links = (host: string, count: number) =>
        Array.from({ length: count }, (_, index) => ({ url: deadLink(`by-query/${index}`, host) }))
      await ask('save_links', { links: links('127.0.0.2', 100) })
      await ask('save_links', { links: links('127.0.0.2', 130).slice(100) })
      await ask('save_links', { links: links('127.0.0.3', 5) })
      const favourite = deadLink('by-query/7', '127.0.0.2')
      await ask('change_items', { items: [favourite], action: ['favourite-item'] })
      const query = 'site:127.0.0.2 -is:favourite'
      const before = (await mine.entity('/queue/changes')).properties.latest
      const preview = await ask('remove_items', { query, preview: true })
      assert.deepEqual(
        [preview.preview, preview.changed, preview.items.length, preview.act],
        [true, 129, 20, undefined],
      )
      assert.equal((await mine.entity('/queue/changes')).properties.latest, before)
      const removed = await ask('remove_items', { query })
      assert.equal(removed.changed, 129)
      assert.equal((await ask('list_queue', { limit: 1 })).matched, 6)
      const undone = await ask('undo_change', { change: removed.act })
      assert.deepEqual([undone.changedCount, undone.changed.length], [129, 20])
      assert.equal((await ask('list_queue', { limit: 1 })).matched, 135)
      const nothing = await ask('change_items', { query: 'tag:nowhere', action: ['mark-read'] })
      const forgiving =
        'Here a query forgives no typo and needs all of its words; a search gives ids to name instead.'
      const words = `Nothing matches “tag:nowhere”. ${forgiving}`
      assert.deepEqual(nothing, { changed: 0, already: 0, words })
      const groups = [
        { query: 'tag:nowhere', action: ['mark-read'] },
        { query: 'tag:neither', action: ['mark-read'] },
      ]
      const several = await ask('change_items', { changes: groups })
      assert.equal(several.words, `Nothing matches “tag:nowhere” and 1 more. ${forgiving}`)
      const response = await mine.call('/queue/change-items', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(groups[0]),
      })
      assert.equal(((await response.json()) as Entity).properties.words, words)
    })

    it('makes only the net change, and counts no change that makes no difference', async () => {
      const mine = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      const ask = (name: string, args: Record<string, unknown>) =>
        toolOutcome(service().baseUrl, mine, { name, args })
      const url = deadLink('opposites')
      await mine.save({ url, tags: ['kept'] })
      const refused: [input: object, message: RegExp][] = [
        [{ action: ['mark-read', 'mark-unread'] }, /"mark-read" and "mark-unread" are opposites\./],
        [{ action: ['unsnooze-item'], until: '2035-01-01' }, /"snooze-item" and "unsnooze-item" are opp/],
        [{ tag: ['a', 'b'], untag: ['b'] }, /The tag "b" can’t be both added and removed\. Give it once\./],
      ]
      for (const [input, message] of refused)
        await assert.rejects(ask('change_items', { items: [url], ...input }), message)
      const validInput = { items: [url], action: ['mark-read'] }
      const back = { items: [url], action: ['mark-unread'] }
      for (const preview of [true, false]) {
        const done = await ask('change_items', { changes: [validInput, back], preview })
        assert.partialDeepStrictEqual(done, { changed: 0, already: 1 })
        assert.equal(done.act, undefined)
      }
    })
  })
})

onBothEngines('On the queue page', (service) => {
  it('a change of several items is reported and undone with one click', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const ids: string[] = []
    for (const path of ['a', 'b', 'c']) ids.push((await agent.save({ url: deadLink(path) })).properties.id)
    const listed = async (state: string) => (await agent.entity(`/queue?state=${state}`)).properties.count
    const page = await person.browser.open('/queue')
    const use = { action: '/queue/change-items' }
    const readOne = await person.browser.submit(page, { items: ids[0]!, action: 'mark-read' }, use)
    assert.match(readOne.text, /1 marked as read\./)

    const all = { items: ids.join(' '), action: 'mark-read' }
    const done = await person.browser.submit(await person.browser.open('/queue'), all, use)
    assert.match(done.text, /2 marked as read, 1 already in that state\./)
    assert.equal(await listed('unread'), 0)
    const undo = { action: '/queue/undo-change' }
    const undone = await person.browser.submit(done, {}, undo)
    assert.match(undone.text, /Undone\./)
    assert.deepEqual([await listed('unread'), await listed('read')], [2, 1])
    const redone = await person.browser.submit(undone, {}, undo)
    assert.match(redone.text, /Redone\./)
    assert.deepEqual([await listed('unread'), await listed('read')], [0, 3])
    await person.browser.submit(redone, {}, undo)

    const tagged = await person.browser.submit(
      await person.browser.open('/queue'),
      { items: ids.slice(1).join(' '), action: 'tag-item', tag: 'later' },
      use,
    )
    assert.match(tagged.text, /2 tagged\./)
    const untagged = await person.browser.submit(tagged, {}, undo)
    assert.match(untagged.text, /Undone\./)
    assert.equal((await agent.entity('/queue?tag=later&state=all')).properties.count, 0)
  })

  it('Enter in a field submits the action of that field, and a preset is a date', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const { id } = (await agent.save({ url: deadLink('entered') })).properties
    const submit = async (fields: Record<string, string>) =>
      person.browser.submit(
        await person.browser.open('/queue?state=all'),
        { items: id, tag: '', until: '', request: '', ...fields },
        { action: '/queue/change-items' },
      )
    const now = async () => (await agent.entity(`/queue/items/${id}`)).properties
    assert.match((await submit({ action: '', tag: 'entered' })).text, /1 tagged\./)
    assert.deepEqual((await now()).tags, ['entered'])
    assert.match((await submit({ action: '', request: 'Why this?' })).text, /Asked about 1\./)
    assert.equal((await now()).request, 'Why this?')
    const until = new Date(Date.now() + DAY).toISOString()
    assert.match((await submit({ preset: until, tag: 'unsent' })).text, /1 snoozed\./)
    const { snoozedUntil, tags } = await now()
    assert.deepEqual({ snoozedUntil, tags }, { snoozedUntil: until, tags: ['entered'] })
    const { text } = await submit({ action: '' })
    assert.match(text, /Type a tag, a date or a request first\./)
    assert.deepEqual((await now()).tags, ['entered'])
  })

  it('an error keeps the selection', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const { id } = (await agent.save({ url: deadLink('kept') })).properties
    const page = await person.browser.open('/queue')
    const wrong = await person.browser.submit(
      page,
      { items: id, action: 'tag-item', tag: 'x'.repeat(150) },
      { action: '/queue/change-items' },
    )
    assert.match(wrong.text, /A tag takes at most \d+ characters\./)
    assert.match(wrong.text, new RegExp(`value="${id}"[^>]* checked`))
    assert.match(wrong.text, /id="bulk-tag"[^>]*aria-invalid="true"[^>]*value="x{150}"/)
  })

  it('all items can be selected without scripts', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    for (const path of ['x', 'y']) await agent.save({ url: deadLink(path) })
    const page = await person.browser.open('/queue?select=all')
    assert.equal(page.text.match(/name="items"[^>]* checked/g)?.length, 2)
  })
})
