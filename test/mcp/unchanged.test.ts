import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { hashSecret } from '../../src/crypto/seal.ts'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import {
  bearer,
  MODERN,
  modernHeaders,
  modernMessage,
  postMcp,
  type RpcResponse,
  toolOutcome,
} from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('A repeated call without changes in between', (service) => {
  let person: Person
  let agent: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    await agent.save({ url: deadLink('first'), title: 'First' })
  })

  const list = { name: 'list_queue', arguments: {} }
  /** The same question in the words of either era, with an id of its own. */
  function ask(
    era: string,
    id: unknown,
    { params = list, headers = {}, by = agent }: { params?: object; headers?: object; by?: Agent } = {},
  ): Promise<RpcResponse> {
    const isModern = era === MODERN
    const own = isModern ? modernHeaders('tools/call', { ...params }) : { 'mcp-protocol-version': era }
    const message = isModern
      ? modernMessage('tools/call', { ...params })
      : { jsonrpc: '2.0', method: 'tools/call', params }
    return postMcp(service().baseUrl, { ...message, id }, { headers: { ...bearer(by), ...own, ...headers } })
  }
  const titles = ({ body }: RpcResponse) =>
    body.result.structuredContent.items.map(({ title }: { title: string }) => title)

  for (const era of [MODERN, '2025-11-25']) {
    it(`gets the same result under its own id, by ${era}`, async () => {
      const answers = []
      for (const id of [1, 'two', 3]) answers.push(await ask(era, id))
      assert.deepEqual(
        answers.map(({ body }) => body.id),
        [1, 'two', 3],
      )
      const [first, ...others] = answers.map(({ status, headers, body }) => ({
        status,
        type: headers.get('content-type'),
        cache: headers.get('cache-control'),
        result: body.result,
      }))
      assert.equal(first?.status, 200)
      for (const other of others) assert.deepEqual(other, first)
    })
  }

  it('gets what has changed since, by whichever interface', async () => {
    assert.deepEqual(titles(await ask(MODERN, 1)), ['First'])
    const { id } = (await agent.save({ url: deadLink('second'), title: 'Second' })).properties
    assert.deepEqual(titles(await ask(MODERN, 1)), ['Second', 'First'])
    const call = { name: 'get_item', arguments: { id } }
    assert.equal((await ask(MODERN, 1, { params: call })).body.result.structuredContent.item.state, 'unread')
    await toolOutcome(service().baseUrl, agent, {
      name: 'change_items',
      args: { items: [id], action: 'mark_read' },
    })
    assert.equal((await ask(MODERN, 1, { params: call })).body.result.structuredContent.item.state, 'read')
    await agent.call(`/queue/items/${id}`, { method: 'DELETE' })
    assert.deepEqual(titles(await ask(MODERN, 1)), ['First'])
  })

  it('gets nobody else’s result', async () => {
    // Their queues have come to the same change number.
    for (const title of ['Hers', 'His']) {
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      await other.save({ url: deadLink('of-one'), title })
      assert.deepEqual(titles(await ask(MODERN, 1, { by: other })), [title])
    }
    const { status } = await ask(MODERN, 1, { by: { ...agent, access: 'made-up' } })
    assert.equal(status, 401)
  })

  it('gets no cached error', async () => {
    const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const { id } = (await other.save({ url: deadLink('broken'), title: 'Broken' })).properties
    const { db } = service().running.services
    await db.run("UPDATE items SET tags = 'no list' WHERE id = ?", id)
    assert.match((await ask(MODERN, 1, { by: other })).text, /Something went wrong in the service/)
    await db.run("UPDATE items SET tags = '[]' WHERE id = ?", id)
    assert.deepEqual(titles(await ask(MODERN, 1, { by: other })), ['Broken'])
  })

  it('is refused if it is contradictory, even though it was answered before', async () => {
    await ask(MODERN, 1)
    const wrong = [
      { 'mcp-name': 'save_link' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-protocol-version': '2025-11-25' },
      { 'content-type': 'text/plain' },
      { origin: 'https://elsewhere.example' },
    ]
    for (const headers of wrong) {
      const { status, body } = await ask(MODERN, 1, { headers })
      assert.ok(status >= 400, JSON.stringify(headers))
      assert.equal(body?.result, undefined)
    }
    for (const id of [null, 1.5, {}]) assert.equal((await ask(MODERN, id)).body?.result, undefined)
    for (const more of [{ result: {} }, { unknown: 1 }]) {
      const message = { ...modernMessage('tools/call', { ...list }), id: 1, ...more }
      const headers = { ...bearer(agent), ...modernHeaders('tools/call', { ...list }) }
      assert.equal((await postMcp(service().baseUrl, message, { headers })).status, 400, JSON.stringify(more))
    }
  })

  it('gets the error each time', async () => {
    const params = { name: 'get_item', arguments: { id: 'nowhere' } }
    for (const id of [1, 2]) {
      const { body } = await ask(MODERN, id, { params })
      assert.equal(body.id, id)
      assert.match(body.result.content[0].text, /no such item/)
    }
  })

  it('is refused once the access has ended', async () => {
    const other = await connectAgent(service().baseUrl, person, 'Other')
    assert.equal((await ask(MODERN, 1, { by: other })).status, 200)
    await service().running.services.db.run(
      'UPDATE grants SET revoked_at = 1 WHERE id = (SELECT grant_id FROM tokens WHERE hash = ?)',
      hashSecret(other.access),
    )
    assert.equal((await ask(MODERN, 1, { by: other })).status, 401)
  })
})
