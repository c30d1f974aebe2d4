import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { mcpResult, postMcp, bearer, modernHeaders, modernMessage, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('What agents are told of acts', (service) => {
  let agent: Agent
  const outcome = (name: string, args: Record<string, unknown> = {}) =>
    toolOutcome(service().baseUrl, agent, name, args)
  const links = Array.from({ length: 12 }, (_, index) => ({ url: deadLink(`acts/${index}`) }))
  before(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    await outcome('save_links', { links })
  })

  it('counts an act as a whole, once, and says that it is undone', async () => {
    const items = links.map(({ url }) => url)
    const { act } = await outcome('change_items', { items, tag: ['many'] })
    const first = await outcome('list_changes', { limit: 5 })
    assert.deepEqual(
      first.changes.map((row: Record<string, unknown>) => [row['act'], row['count'], row['undone']]),
      [[act, 12, undefined]],
    )
    const older = await outcome('list_changes', { limit: 5, before: first.older })
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

  it('takes an address for an id', async () => {
    const { item } = await outcome('get_item', { id: links[3]!.url })
    assert.equal(item.url, links[3]!.url)
  })

  it('speaks of nothing that changes where nothing can be changed', async () => {
    const { instructions } = await mcpResult(service().baseUrl, agent, 'server/discover')
    assert.match(instructions, /change_items/)
    const answer = await postMcp(
      service().baseUrl,
      modernMessage('server/discover'),
      { ...bearer(agent), ...modernHeaders('server/discover') },
      '/mcp/readonly',
    )
    assert.match(answer.body.result.instructions, /list_queue/)
    assert.doesNotMatch(answer.body.result.instructions, /save_link|change_items|remove_items|undo_change/)
  })
})
