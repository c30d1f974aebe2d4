import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import {
  callTool,
  mcpResult,
  postMcp,
  bearer,
  modernHeaders,
  modernMessage,
  toolOutcome,
} from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The changes of an act in MCP tools', (service) => {
  let agent: Agent
  const outcome = (name: string, args: Record<string, unknown> = {}) =>
    toolOutcome(service().baseUrl, agent, { name, args })
  const links = Array.from({ length: 12 }, (_, index) => ({ url: deadLink(`acts/${index}`) }))
  before(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    await outcome('save_links', { links })
  })

  it('are counted as a whole, once, and marked if they are undone', async () => {
    const items = links.map(({ url }) => url)
    const { act } = await outcome('change_items', { items, tag: ['many'] })
    const first = await outcome('list_changes', { limit: 1 })
    assert.deepEqual(
      first.changes.map((row: Record<string, unknown>) => [row['act'], row['count'], row['undone']]),
      [[act, 12, undefined]],
    )
    // Only some of its changes were read.
    const [{ sample, tagged }] = first.changes
    assert.deepEqual([sample.tagged, tagged], [['many'], undefined])
    assert.ok(sample.count < 12)
    const older = await outcome('list_changes', { limit: 1, before: first.older })
    assert.deepEqual(
      older.changes.map((row: Record<string, unknown>) => [row['action'], row['count']]),
      [['save-links', 12]],
    )
    await outcome('undo_change', { change: act })
    const { changes } = await outcome('list_changes', { action: 'tag-item', limit: 5 })
    assert.deepEqual(
      changes.map((row: Record<string, unknown>) => [row['act'], row['count'], row['undone']]),
      [[act, 12, true]],
    )
  })

  it('are listed one by one, with the numbers to undo each', async () => {
    const items = links.map(({ url }) => url)
    const { act } = await outcome('change_items', { items, tag: ['each'] })
    const first = await outcome('list_changes', { act, limit: 5 })
    const rest = await outcome('list_changes', { act, limit: 50, before: first.older })
    const rows: Record<string, unknown>[] = [...first.changes, ...rest.changes]
    assert.deepEqual([first.changes.length, rows.length, rest.older], [5, 12, undefined])
    assert.equal(new Set(rows.map(({ id }) => id)).size, 12)
    for (const { change, action, after } of rows) {
      assert.ok(typeof change === 'number')
      assert.deepEqual([action, (after as { tags: string[] }).tags.includes('each')], ['tag-item', true])
    }
    const [{ id, change }] = rows as [Record<string, string>]
    await outcome('undo_change', { change, extent: 'change' })
    const { item } = await outcome('get_item', { id })
    assert.equal(item.tags?.includes('each') ?? false, false)
    const [undone] = (await outcome('list_changes', { act, limit: 1 })).changes
    assert.deepEqual([undone.change, undone.undone], [change, true])
    const wrong = async (args: Record<string, unknown>) => {
      const { isError, content } = await callTool(service().baseUrl, agent, { name: 'list_changes', args })
      assert.equal(isError, true)
      return content[0]!.text
    }
    assert.match(await wrong({ act: 999_999 }), /There is no act 999999/)
    assert.match(await wrong({ act, after: 'latest' }), /not both/)
    await outcome('undo_change', { change: act, extent: 'act' })
  })

  it('lists as many acts as asked for, however many changes the newest has', async () => {
    const { baseUrl } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const outcome = (name: string, args: Record<string, unknown>) =>
      toolOutcome(baseUrl, agent, { name, args })
    const links = Array.from({ length: 40 }, (_, index) => ({ url: deadLink(`rows/${index}`) }))
    await outcome('save_links', { links })
    await outcome('edit_item', { url: links[0]!.url, title: 'One' })
    await outcome('edit_item', { url: links[1]!.url, title: 'Another' })
    await outcome('change_items', { items: links.map(({ url }) => url), tag: ['rows'] })
    const rowsOf = ({ changes }: { changes: Record<string, unknown>[] }) =>
      changes.map((row) => [row['action'], row['count']])
    const bulk = ['tag-item', 40]
    const edit = ['edit-item', undefined]
    const all = await outcome('list_changes', { by: 'me' })
    assert.deepEqual([rowsOf(all), all.older], [[bulk, edit, edit, ['save-links', 40]], undefined])
    const some = await outcome('list_changes', { by: 'me', limit: 2 })
    assert.deepEqual(rowsOf(some), [bulk, edit])
    assert.deepEqual(rowsOf(await outcome('list_changes', { by: 'me', before: some.older })), [
      edit,
      ['save-links', 40],
    ])
  })

  it('are listed once when the caller continues from an earlier change, page by page', async () => {
    const { next: start } = await outcome('list_changes', { limit: 1 })
    const items = links.map(({ url }) => url)
    const { act } = await outcome('change_items', { items, tag: ['forward'] })
    await outcome('edit_item', { url: links[0]!.url, note: 'After the act' })
    const first = await outcome('list_changes', { after: start, limit: 5 })
    assert.deepEqual(
      first.changes.map((row: Record<string, unknown>) => [row['act'], row['count']]),
      [[act, 12]],
    )
    assert.equal(first.more, true)
    const second = await outcome('list_changes', { after: first.next, limit: 5 })
    assert.deepEqual(
      second.changes.map((row: Record<string, unknown>) => [row['action'], row['count']]),
      [['edit-item', undefined]],
    )
    assert.equal(second.more, undefined)
  })

  it('are summarised, and an undo names the act that it undid', async () => {
    const items = links.slice(0, 4).map(({ url }) => url)
    await outcome('change_items', { items: items.slice(0, 1), tag: ['first'] })
    const { act } = await outcome('change_items', { items, tag: ['first', 'second'] })
    const [tagged] = (await outcome('list_changes', { limit: 100 })).changes
    assert.deepEqual([tagged.act, tagged.count, tagged.tagged, tagged.after], [act, 4, ['second'], undefined])
    await outcome('change_items', { items, untag: ['second'] })
    await outcome('change_items', { items, action: ['mark-read'] })
    const [row] = (await outcome('list_changes', { action: 'untag-item' })).changes
    assert.deepEqual([row.count, row.untagged], [4, ['second']])
    const [read] = (await outcome('list_changes', { action: 'mark-read' })).changes
    assert.deepEqual(Object.keys(read.after), ['readAt'])

    const undo = await outcome('undo_change', { change: act, extent: 'act' })
    const [undone] = (await outcome('list_changes')).changes
    assert.deepEqual(
      [undone.action, undone.act, undone.undid],
      ['undo-change', undo.act, [{ act, action: 'tag-item' }]],
    )
    const { act: one } = await outcome('edit_item', { url: items[0], note: 'A note' })
    await outcome('undo_change', { change: one })
    const [single] = (await outcome('list_changes')).changes
    assert.deepEqual([single.undid, single.before.note], [[{ act: one, action: 'edit-item' }], 'A note'])
  })

  it('have the names of agents, whatever these are', async () => {
    const person = await signUp(service().baseUrl)
    const names = ['Claude', 'Claude', 'person']
    const agents = await Promise.all(names.map((name) => connectAgent(service().baseUrl, person, name)))
    for (const [index, own] of agents.entries())
      await toolOutcome(service().baseUrl, own, {
        name: 'save_link',
        args: { url: deadLink(`named/${index}`) },
      })
    const changesBy = async (name: string, more: object = {}) =>
      (
        await toolOutcome(service().baseUrl, agents[0]!, {
          name: 'list_changes',
          args: { by: name, ...more },
        })
      ).changes.map(({ by }: { by: string }) => by)
    assert.deepEqual(await changesBy('claude'), ['Claude', 'Claude'])
    assert.deepEqual(await changesBy('me'), ['Claude'])
    assert.deepEqual(await changesBy('agent “person”'), ['agent “person”'])
    assert.deepEqual(await changesBy('agent “person”', { after: '0' }), ['agent “person”'])
    const { isError, content } = await callTool(service().baseUrl, agents[0]!, {
      name: 'list_changes',
      args: { by: 'Nobody' },
    })
    assert.equal(isError, true)
    assert.match(
      content[0]!.text,
      /^"by" takes person, me, service, or the name of an agent as in an answer\. /,
    )
  })

  it('names agents in what changed, as rows do, and shows no ids of clients', async () => {
    await outcome('edit_item', { url: links[3]!.url, title: 'Named', note: 'Noted' })
    const { changes } = await outcome('list_changes', { by: 'me', limit: 1 })
    const by = { titleBy: 'Test Agent', noteBy: 'Test Agent' }
    assert.deepEqual(changes[0].after, { title: 'Named', note: 'Noted', ...by })
  })

  it('can be filtered by an item’s address instead of its id', async () => {
    const { item } = await outcome('get_item', { id: links[3]!.url })
    assert.equal(item.url, links[3]!.url)
  })

  it('don’t mention undo to an agent that can’t change anything', async () => {
    const { instructions } = await mcpResult(service().baseUrl, agent, { method: 'server/discover' })
    assert.match(instructions, /change_items/)
    const response = await postMcp(service().baseUrl, modernMessage('server/discover'), {
      headers: { ...bearer(agent), ...modernHeaders('server/discover') },
      path: '/mcp/readonly',
    })
    assert.match(response.body.result.instructions, /list_queue/)
    assert.doesNotMatch(response.body.result.instructions, /save_link|change_items|remove_items|undo_change/)
  })
})
