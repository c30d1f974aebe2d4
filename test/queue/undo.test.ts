import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { emptyTrash } from '../../src/queue/maintenance/trash.ts'
import { previewUndo, undoAgent } from '../../src/queue/undo/undo-agent.ts'
import { DAY } from '../../src/ports/clock.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool, withoutMark } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('Undoing a change', (service) => {
  let person: Person
  let accountId: string
  let agent: Agent
  let other: Agent
  let count = 0
  before(async () => {
    const { baseUrl } = service()
    person = await signUp(baseUrl)
    accountId = await accountIdOf(service(), person.email)
    agent = await connectAgent(baseUrl, person, 'Sorter')
    other = await connectAgent(baseUrl, person, 'Cleaner')
  })

  const save = (by: Agent) => by.save({ url: deadLink(`undo/${++count}`), tags: ['kept'] })
  const now = (item: Entity) => agent.entity(`/queue/items/${item.properties.id}`)

  /** Does something and returns the number of its change. */
  async function act(
    by: Agent,
    item: Entity,
    { name, fields = {} }: { name: string; fields?: Record<string, unknown> },
  ): Promise<number> {
    assert.ok((await submitAction(by, await now(item), { name, fields })).ok, name)
    return (await readHistory(service(), accountId)).at(-1)!.sequence
  }

  const post = (by: Agent, body: unknown) =>
    by.call('/queue/undo-change', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function undo(by: Agent, change: number): Promise<Entity> {
    const queue = await by.entity('/queue')
    const response = await submitAction(by, queue, { name: 'undo-change', fields: { change } })
    assert.equal(response.status, 200)
    return response.json()
  }

  async function refusal(by: Agent, change: number): Promise<string> {
    const response = await post(by, { change })
    assert.equal(response.status, 409)
    const { type, detail } = (await response.json()) as Entity
    assert.ok(type.endsWith('/problems/not-offered'))
    return detail
  }

  it('restores its fields, and redoes what was undone', async () => {
    const item = await save(agent)
    const edit = await act(agent, item, { name: 'edit-item', fields: { title: 'Named', note: 'Noted' } })
    await act(other, item, { name: 'favourite-item' })
    const { properties, entities } = await undo(other, edit)
    const { act: number } = properties
    assert.deepEqual(properties, { action: 'undo-change', change: edit, act: number, changed: 1, skipped: 0 })
    assert.equal(number, edit + 2)
    assert.equal(entities[0].properties.note, null)
    const undone = await now(item)
    assert.equal(undone.properties.title, deadLink(`undo/${count}`).slice('http://'.length))
    assert.notEqual(undone.properties.favouritedAt, null)

    const again = await undo(other, edit)
    assert.deepEqual([again.properties.changed, again.title], [0, 'It was already undone.'])
    const [last] = (await readHistory(service(), accountId)).slice(-1)
    assert.deepEqual([last!.action, last!.undoes, last!.actor.agent?.name], ['undo-change', edit, 'Cleaner'])

    await undo(agent, last!.sequence)
    const redone = await now(item)
    assert.deepEqual([redone.properties.title, redone.properties.note], ['Named', 'Noted'])
    await undo(agent, edit)
    assert.equal((await now(item)).properties.note, null)
  })

  it('can be repeated, each time with the number of the last undo', async () => {
    const item = await save(agent)
    let last = await act(agent, item, { name: 'edit-item', fields: { note: 'Noted' } })
    for (let round = 1; round <= 25; round++) {
      last = (await undo(agent, last)).properties.act
      assert.equal((await now(item)).properties.note, round % 2 === 1 ? null : 'Noted', `round ${round}`)
    }
  })

  it('is refused if somebody changed the same field since, unless it has the same value again', async () => {
    const item = await save(agent)
    const first = await act(agent, item, { name: 'favourite-item' })
    await act(other, item, { name: 'edit-item', fields: { note: 'B' } })
    const second = await act(agent, item, { name: 'tag-item', fields: { tag: 'x' } })
    await act(other, item, { name: 'untag-item', fields: { tag: 'x' } })
    assert.equal(await refusal(agent, second), 'The agent “Cleaner” has changed the tag “x” since.')
    await act(other, item, { name: 'tag-item', fields: { tag: 'x' } })
    await undo(agent, second)
    assert.deepEqual((await now(item)).properties.tags, ['kept'])
    await act(other, item, { name: 'unfavourite-item' })
    const again = await act(other, item, { name: 'favourite-item' })
    assert.equal(
      await refusal(agent, first),
      'The agent “Cleaner” has changed whether it is a favourite since.',
    )
    await undo(agent, again)
    assert.equal(
      await refusal(agent, first),
      'The agent “Cleaner” has changed whether it is a favourite since.',
    )
  })

  it('ignores changes that were undone: a save is undone as if they had not been made', async () => {
    const saver = await connectAgent(service().baseUrl, person, 'Saver')
    const items: Entity[] = []
    for (let index = 0; index < 5; index++) items.push(await save(saver))
    const ids = items.map(({ properties }) => properties.id).join(' ')
    const bulk = async (action: string) => {
      const page = await person.browser.open('/queue')
      return person.browser.submit(page, { items: ids, action }, { action: '/queue/change-items' })
    }
    await person.browser.submit(await bulk('mark-read'), {}, { action: '/queue/undo-change' })
    await bulk('favourite-item')
    await bulk('unfavourite-item')
    const { services } = service().running
    await act(other, items[4]!, { name: 'mark-read' })
    const { undone, conflicts, listedConflicts } = await undoAgent(services, {
      accountId,
      clientId: saver.clientId,
      since: 0,
    })
    assert.deepEqual([undone, conflicts], [4, 1])
    assert.equal(listedConflicts[0]!.because, 'The agent “Cleaner” has changed the item since.')
    assert.equal(listedConflicts[0]!.change.itemId, items[4]!.properties.id)
  })

  it('treats each tag separately', async () => {
    const item = await save(agent)
    const added = await act(agent, item, { name: 'tag-item', fields: { tag: 'added' } })
    const taken = await act(agent, item, { name: 'untag-item', fields: { tag: 'kept' } })
    await act(other, item, { name: 'tag-item', fields: { tag: 'another' } })
    await undo(agent, added)
    await undo(agent, taken)
    assert.deepEqual((await now(item)).properties.tags, ['another', 'kept'])
  })

  it('moves a saved item to the trash, unless somebody else changed it', async () => {
    const item = await save(agent)
    const saved = (await readHistory(service(), accountId)).at(-1)!.sequence
    await act(agent, item, { name: 'tag-item', fields: { tag: 'mine' } })
    await undo(agent, saved)
    assert.notEqual((await now(item)).properties.removedAt, null)
    const back = (await readHistory(service(), accountId)).at(-1)!.sequence
    await undo(agent, back)
    assert.equal((await now(item)).properties.removedAt, null)
    const page = await person.browser.open(`/queue/items/${item.properties.id}`)
    await person.browser.submit(
      page,
      { tag: 'taken up' },
      { action: `/queue/items/${item.properties.id}/tag-item` },
    )
    assert.equal(await refusal(agent, saved), 'The person has changed the item since.')
  })

  it('restores a removed item while it is in the trash', async () => {
    const item = await save(agent)
    const removed = await act(agent, item, { name: 'remove-item' }).catch(() => 0)
    await undo(agent, removed)
    assert.equal((await now(item)).properties.removedAt, null)
    const again = await act(agent, item, { name: 'remove-item' })
    const { services } = service().running
    const later = { ...services.clock, now: () => services.clock.now() + 31 * DAY }
    await emptyTrash({ ...services, clock: later })
    assert.equal(await refusal(agent, again), 'The item was permanently deleted.')
  })

  it('is described by each interface, or refused with the reason', async () => {
    const item = await save(agent)
    const first = await act(agent, item, { name: 'favourite-item' })
    const { structuredContent } = await callTool(service().baseUrl, agent, {
      name: 'undo_change',
      args: { change: first },
    })
    assert.deepEqual(withoutMark(structuredContent), {
      act: first + 1,
      words: 'Undone.',
      changed: [{ id: item.properties.id, title: item.properties.title, state: 'unread' }],
      skipped: [],
    })
    const second = await act(other, item, { name: 'edit-item', fields: { note: 'B' } })
    const third = await act(agent, item, { name: 'edit-item', fields: { note: 'C' } })
    const { isError, content } = await callTool(service().baseUrl, agent, {
      name: 'undo_change',
      args: { change: second },
    })
    assert.equal(isError, true)
    assert.match(content[0]!.text, /^The agent “Sorter” has changed the note since\./)

    const page = await person.browser.open('/queue')
    const form = { action: '/queue/undo-change', method: 'post', fields: page.forms[0]!.fields }
    const response = await person.browser.submit({ ...page, forms: [form] }, { change: String(third) })
    assert.match(response.text, /Undone\./)
    assert.equal((await now(item)).properties.note, 'B')
  })

  describe('in part', () => {
    let item: Entity
    let edit: number
    let own: number
    const path = () => `/queue/items/${item.properties.id}`
    const change = async (number: number) => (await agent.entity(`/queue/changes/${number}`)).properties
    const texts = async () => {
      const { title, note } = (await now(item)).properties
      return [title, note]
    }
    const browse = async (address: string) =>
      (await person.browser.open(address)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    const latest = async () => (await readHistory(service(), accountId)).at(-1)!.sequence

    before(async () => {
      item = await agent.save({ url: deadLink('undo/in-part'), title: 'First', note: 'First' })
      edit = await act(agent, item, { name: 'edit-item', fields: { title: 'Named', note: 'Noted' } })
      await person.browser.submit(
        await person.browser.open(path()),
        { note: 'Mine' },
        { action: `${path()}/edit-item` },
      )
      own = await latest()
    })

    it('reverts what is unchanged, and says what it leaves and why', async () => {
      const because = 'The person has changed the note since.'
      const kept = [{ fields: ['note'], because }]
      const before = await change(edit)
      assert.deepEqual([before.undoable, before.keeps, before.undoneFields], [true, kept, []])
      assert.match(
        await browse(`/history?item=${item.properties.id}`),
        /Can’t undo the note: You’ve changed this since/,
      )
      const undone = await undo(other, edit)
      assert.equal(undone.title, `Undone in part. ${because}`)
      assert.deepEqual([undone.properties.changed, undone.properties.skipped], [1, 0])
      assert.deepEqual(undone.entities[0].properties.kept, kept)
      assert.deepEqual(await texts(), ['First', 'Mine'])
      const left = await change(edit)
      assert.deepEqual([left.undoable, left.notUndoableBecause], [false, because])
      assert.deepEqual([left.undoneFields, left.undoneBy], [['title'], null])
      assert.match(
        await browse(`/history?item=${item.properties.id}`),
        /Undone: the title Can’t undo the note: You’ve/,
      )
      assert.equal(await refusal(agent, edit), because)
    })

    it('is redone, and undone again, by the number of the undo', async () => {
      await undo(agent, await latest())
      assert.deepEqual(await texts(), ['Named', 'Mine'])
      assert.deepEqual((await change(edit)).undoneFields, [])
      const { structuredContent } = await callTool(service().baseUrl, agent, {
        name: 'undo_change',
        args: { change: edit },
      })
      const { words, changed } = structuredContent as Entity
      assert.equal(words, 'Undone in part. The person has changed the note since.')
      assert.deepEqual(changed[0].kept[0].fields, ['note'])
      assert.deepEqual(await texts(), ['First', 'Mine'])
      const list = await callTool(service().baseUrl, agent, {
        name: 'list_changes',
        args: { after: edit - 1, limit: 1 },
      })
      const [listed] = (list.structuredContent as Entity).changes
      assert.deepEqual([listed.undone, listed.undone_fields], [undefined, ['title']])
    })

    it('undoes the rest once the conflicting change is undone', async () => {
      await undo(agent, own)
      assert.deepEqual(await texts(), ['First', 'Noted'])
      const page = await person.browser.open('/queue')
      const form = { action: '/queue/undo-change', method: 'post', fields: page.forms[0]!.fields }
      const response = await person.browser.submit({ ...page, forms: [form] }, { change: String(edit) })
      assert.match(response.text, />Undone\.</)
      assert.deepEqual(await texts(), ['First', 'First'])
      assert.equal((await change(edit)).undoneBy, await latest())
      assert.equal((await undo(agent, edit)).title, 'It was already undone.')
      await undo(agent, await latest())
      assert.deepEqual(await texts(), ['First', 'Noted'])
      assert.deepEqual((await change(edit)).undoneFields, ['title'])
    })

    it('leaves an item in the list to which somebody has moved it since', async () => {
      const read = await save(agent)
      await act(agent, read, { name: 'snooze-item', fields: { until: '2031-01-01' } })
      const marked = await act(agent, read, { name: 'mark-read' })
      await act(other, read, { name: 'mark-unread' })
      await act(other, read, { name: 'remove-item' })
      assert.equal(await refusal(agent, marked), 'The agent “Cleaner” has changed which list it is in since.')
      assert.deepEqual((await now(read)).properties.snoozedUntil, null)
    })

    it('is explained in a notice, also when undoing all changes of an agent since an instant', async () => {
      const editor = await connectAgent(service().baseUrl, person, 'Editor')
      const edited = await save(other)
      const number = await act(editor, edited, {
        name: 'edit-item',
        fields: { title: 'Theirs', note: 'Theirs' },
      })
      const address = `/queue/items/${edited.properties.id}`
      await person.browser.submit(
        await person.browser.open(address),
        { title: 'Mine' },
        { action: `${address}/edit-item` },
      )
      const history = await person.browser.open('/history')
      const form = history.forms.find(({ fields }) => fields['change'] === String(number))
      assert.ok(form)
      const notice = await person.browser.submit({ ...history, forms: [form] }, {})
      assert.match(notice.text, /Undone in part\. You’ve changed the title since\./)
      await undo(other, await latest())

      const all = `/agents/${editor.clientId}/undo?since=always`
      const preview = await person.browser.open(all)
      assert.match(preview.text, /1 change to 1 item would be undone\./)
      assert.match(preview.text, /1 change stays, 1 in part, because of later changes/)
      const done = await person.browser.submit(preview, {}, { action: `/agents/${editor.clientId}/undo` })
      assert.match(
        done.text,
        /Undid 1 change to 1 item\. One was undone in part: what was changed since stays\./,
      )
      const { title, note } = (await now(edited)).properties
      assert.deepEqual([title, note], ['Mine', null])
    })
  })

  describe('of an act', () => {
    const bulk = async (by: Agent, items: Entity[], fields: Record<string, unknown>): Promise<Entity> => {
      const ids = items.map(({ properties }) => properties.id)
      const response = await submitAction(by, await by.entity('/queue'), {
        name: 'change-items',
        fields: { items: ids, ...fields },
      })
      assert.equal(response.status, 200)
      return response.json()
    }
    const three = async () => [await save(agent), await save(agent), await save(agent)]
    const states = (items: Entity[]) => Promise.all(items.map(async (item) => (await now(item)).class[1]))

    it('undoes all its changes by one number, and restores each item', async () => {
      const items = await three()
      await act(agent, items[0]!, { name: 'snooze-item', fields: { until: '2031-01-01' } })
      await act(agent, items[1]!, { name: 'mark-read' })
      const done = await bulk(agent, items, { action: 'mark-read' })
      const { act: number } = done.properties
      assert.deepEqual([done.properties.changed, done.properties.skipped], [2, 1])
      const offer = done.actions.find(({ name }: Entity) => name === 'undo-change')
      assert.equal(offer.fields[0].value, String(number))
      const response = await submitAction(agent, done, { name: 'undo-change', fields: { change: number } })
      assert.match(
        response.headers.get('link') ?? '',
        new RegExp(`/queue/changes/${number + 2}>; rel="[^"]*#act"`),
      )
      const undone = (await response.json()) as Entity
      const { act: own } = undone.properties
      assert.deepEqual(undone.properties, {
        action: 'undo-change',
        change: number,
        act: own,
        changed: 2,
        skipped: 0,
      })
      assert.deepEqual(await states(items), ['snoozed', 'read', 'unread'])
      await undo(agent, own)
      assert.deepEqual(await states(items), ['read', 'read', 'read'])
      assert.equal((await undo(agent, number)).properties.changed, 2)
      assert.equal((await undo(agent, number)).properties.changed, 0)
    })

    it('leaves what was changed since, and says why', async () => {
      const items = await three()
      const { act: number } = (await bulk(agent, items, { action: 'tag-item', tag: 'y' })).properties
      await act(other, items[1]!, { name: 'untag-item', fields: { tag: 'y' } })
      const undone = await undo(agent, number)
      assert.deepEqual([undone.properties.changed, undone.properties.skipped], [2, 1])
      const why = 'The agent “Cleaner” has changed the tag “y” since.'
      assert.equal(undone.title, `Undone: 2 of 3 changes. One stays: ${why}`)
      assert.equal(undone.entities.at(-1).properties.skippedBecause, why)
      assert.equal(undone.entities.at(-1).properties.id, items[1]!.properties.id)
      assert.equal(await refusal(agent, number), why)
    })

    it('undoes a single change of it on request', async () => {
      const items = await three()
      const { act: number } = (await bulk(agent, items, { action: 'mark-read' })).properties
      await undo(agent, number + 1)
      assert.deepEqual(await states(items), ['read', 'unread', 'read'])
      assert.equal((await post(agent, { change: number, extent: 'change' })).status, 200)
      assert.deepEqual(await states(items), ['unread', 'unread', 'read'])
      assert.equal((await post(agent, { change: number + 1, extent: 'act' })).status, 200)
      assert.deepEqual(await states(items), ['unread', 'unread', 'unread'])
      assert.equal((await post(agent, { change: number, extent: 'all' })).status, 422)
    })

    it('takes back several by their numbers at once, which is one act', async () => {
      const item = await save(agent)
      const { id } = item.properties
      const edit = await act(agent, item, { name: 'edit-item', fields: { title: 'Named', note: 'Noted' } })
      const tag = await act(other, item, { name: 'tag-item', fields: { tag: 'new' } })
      const star = await act(agent, item, { name: 'favourite-item' })
      const response = await post(other, { change: edit, others: [tag] })
      assert.equal(response.status, 200)
      const { properties } = (await response.json()) as Entity
      assert.deepEqual([properties.act, properties.changed, properties.skipped], [star + 1, 1, 0])
      const undone = (await now(item)).properties
      assert.deepEqual([undone.id, undone.note, undone.tags], [id, null, ['kept']])
      assert.notEqual(undone.favouritedAt, null)
      await undo(other, properties.act)
      assert.deepEqual(
        [(await now(item)).properties.note, (await now(item)).properties.tags],
        ['Noted', ['kept', 'new']],
      )
      const details = async (body: unknown) => {
        const refused = await post(other, body)
        assert.equal(refused.status, 422)
        return ((await refused.json()) as Entity).detail
      }
      assert.equal(
        await details({ change: edit, others: ['first'] }),
        '"others" takes numbers of acts or changes.',
      )
      assert.equal(
        await details({ change: edit, others: ['999999'] }),
        'There is no change 999999, or it is no longer kept.',
      )
      const many = Array.from({ length: 101 }, (_, index) => index + 1)
      assert.equal(await details({ change: edit, others: many }), '"others" takes at most 100 numbers.')
    })

    it('is described by the tools, and grouped in the history with one button', async () => {
      const items = await three()
      const ids = items.map(({ properties }) => properties.id)
      const { baseUrl } = service()
      const read = await callTool(baseUrl, agent, {
        name: 'change_items',
        args: { items: ids, action: 'mark-read' },
      })
      const { act: number } = read.structuredContent as { act: number }
      assert.ok(number > 0)
      const saved = await callTool(baseUrl, agent, {
        name: 'save_links',
        args: { links: [deadLink('act-a'), deadLink('act-b')] },
      })
      assert.equal((saved.structuredContent as { act: number }).act, number + 3)
      const page = await person.browser.open('/history')
      assert.match(page.text.replaceAll(/<[^>]*>/g, ''), /Sorter saved 2 items/)
      const form = page.forms.find(
        ({ fields }) => fields['change'] === String(number) && fields['extent'] === 'act',
      )
      assert.ok(form)
      const undone = await person.browser.submit({ ...page, forms: [form] }, {})
      assert.match(undone.text, /Undone\./)
      assert.deepEqual(await states(items), ['unread', 'unread', 'unread'])
      const link = {
        structuredContent: (
          await callTool(baseUrl, agent, { name: 'undo_change', args: { change: number + 3 } })
        ).structuredContent,
      }
      assert.equal((link.structuredContent as Entity).changed.length, 2)
    })
  })

  describe('refuses', () => {
    it('unknown numbers, and those of another account', async () => {
      const stranger = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      await stranger.save({ url: deadLink('stranger') })
      const { latest } = { latest: (await readHistory(service(), accountId)).at(-1)!.sequence }
      for (const [by, change] of [
        [agent, 999_999],
        [stranger, latest],
      ] as const) {
        const response = await post(by, { change })
        assert.equal(response.status, 422)
        assert.equal(((await response.json()) as Entity).errors[0].pointer, '#/change')
      }
    })

    it('invalid numbers', async () => {
      for (const change of [undefined, '', 0, -1, 1.5, 'x', 1e300, '9'.repeat(40), null, [], {}, true]) {
        assert.equal((await post(agent, { change })).status, 422, String(change))
      }
    })
  })

  it('of everything that an agent did has a preview, can be resumed, and runs once', async () => {
    const agentOfMany = await connectAgent(service().baseUrl, person, 'Busy')
    const items = []
    for (let index = 0; index < 6; index++) items.push(await save(agentOfMany))
    for (const item of items) await act(agentOfMany, item, { name: 'tag-item', fields: { tag: 'busy' } })
    await act(other, items[0]!, { name: 'edit-item', fields: { note: 'Mine' } })
    const { services } = service().running
    const before = await readHistory(service(), accountId)
    const preview = await previewUndo(services, { accountId, clientId: agentOfMany.clientId, since: 0 })
    assert.deepEqual(await readHistory(service(), accountId), before)
    assert.deepEqual([preview.undone, preview.items, preview.conflicts, preview.next], [11, 6, 1, undefined])

    const first = await undoAgent(
      services,
      { accountId, clientId: agentOfMany.clientId, since: 0 },
      { atMost: 7 },
    )
    assert.equal(first.undone, 7)
    const rest = await undoAgent(
      services,
      { accountId, clientId: agentOfMany.clientId, since: 0 },
      { below: first.next },
    )
    assert.deepEqual([rest.undone, rest.conflicts, rest.next], [4, 1, undefined])
    assert.equal(rest.listedConflicts[0]!.because, 'The agent “Cleaner” has changed the item since.')
    assert.equal(
      (await undoAgent(services, { accountId, clientId: agentOfMany.clientId, since: 0 })).undone,
      0,
    )
    const states = await Promise.all(items.map(async (item) => (await now(item)).class[1]))
    assert.deepEqual(states, ['unread', 'removed', 'removed', 'removed', 'removed', 'removed'])
    const undoing = (await readHistory(service(), accountId)).slice(before.length)
    assert.ok(undoing.every(({ action, actor }) => action === 'undo-change' && actor.kind === 'person'))
  })
})
