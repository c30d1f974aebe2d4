import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import {
  askLegacyMcp,
  askMcp,
  bearer,
  mcpResult,
  modernHeaders,
  modernMessage,
  postMcp,
  readAnswer,
} from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const CLIENT = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }

const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
}

onBothEngines('The MCP endpoint', (service) => {
  let agent: Agent
  const baseUrl = () => service().baseUrl
  before(async () => {
    agent = await connectAgent(baseUrl(), await signUp(baseUrl()))
  })

  /** Sends `tools/list` of the newest revision with other headers. */
  const listTools = (headers: Record<string, string>, path = '/mcp') =>
    postMcp(baseUrl(), modernMessage('tools/list'), {
      headers: { ...modernHeaders('tools/list'), ...headers },
      path,
    })

  describe('over HTTP', () => {
    it('accepts POST only', async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const response = await fetch(`${baseUrl()}/mcp`, { method, headers: bearer(agent) })
        const { status, headers, body } = await readAnswer(response)
        assert.equal(status, 405, method)
        assert.equal(headers.get('allow'), 'POST')
        assert.equal(body.error.code, -32000)
      }
    })

    it('responds directly at its address with a trailing slash as well', async () => {
      const { status, body } = await listTools(bearer(agent), '/mcp/')
      assert.equal(status, 200)
      assert.equal(body.result.tools[0].name, 'search')
    })

    it('keeps responses out of caches', async () => {
      const { headers } = await listTools(bearer(agent))
      assert.equal(headers.get('cache-control'), 'private, no-store, no-transform')
      const legacy = await askLegacyMcp(baseUrl(), agent, { method: 'tools/list' })
      assert.equal(legacy.headers.get('cache-control'), 'private, no-store, no-transform')
      assert.equal(legacy.headers.get('x-accel-buffering'), 'no')
    })

    it('creates no session', async () => {
      const started = await askLegacyMcp(baseUrl(), agent, {
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', ...CLIENT },
      })
      assert.equal(started.headers.get('mcp-session-id'), null)
      const headers = { 'mcp-session-id': 'from-elsewhere', 'last-event-id': '7' }
      const { status, body } = await askLegacyMcp(baseUrl(), agent, { method: 'ping', headers })
      assert.equal(status, 200)
      assert.deepEqual(body, { jsonrpc: '2.0', id: 1, result: {} })
    })
  })

  it('responds to a notification with nothing', async () => {
    const notice = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const { status, text, headers } = await postMcp(baseUrl(), notice, { headers: bearer(agent) })
    assert.deepEqual([status, text, headers.get('content-type')], [202, '', null])

    const { id: _, ...modern } = modernMessage('notifications/cancelled', { requestId: 9 })
    const both = { ...bearer(agent), ...modernHeaders('notifications/cancelled') }
    assert.deepEqual(
      [
        (await postMcp(baseUrl(), modern, { headers: both })).status,
        (await postMcp(baseUrl(), modern, { headers: both })).text,
      ],
      [202, ''],
    )
  })

  it('ends a subscription at once, since it announces no changes', async () => {
    const wanted = { notifications: { toolsListChanged: true, resourceSubscriptions: ['queue://unread'] } }
    const { status, text } = await askMcp(baseUrl(), agent, {
      method: 'subscriptions/listen',
      params: wanted,
    })
    assert.equal(status, 200)
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
    assert.deepEqual(events[0].params.notifications, {})
    assert.equal(events[1].result.resultType, 'complete')
    assert.equal(events.length, 2)
  })

  describe('identifies itself', () => {
    it('to clients of the newest revision', async () => {
      const result = await mcpResult(baseUrl(), agent, { method: 'server/discover' })
      assert.deepEqual(result.supportedVersions, ['2026-07-28'])
      assert.deepEqual(result.capabilities, CAPABILITIES)
      assert.match(result.instructions, /^A person's reading queue/)
      assert.deepEqual([result.ttlMs, result.cacheScope], [3_600_000, 'public'])
      await assertServer(result['_meta']['io.modelcontextprotocol/serverInfo'])
    })

    it('to clients of each revision before it, which it repeats', async () => {
      for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26']) {
        const { body } = await askLegacyMcp(baseUrl(), agent, {
          method: 'initialize',
          params: { protocolVersion, ...CLIENT },
        })
        assert.equal(body.result.protocolVersion, protocolVersion)
        assert.deepEqual(body.result.capabilities, CAPABILITIES)
        assert.match(body.result.instructions, /^A person's reading queue/)
        await assertServer(body.result.serverInfo)
      }
    })

    it('to a client of an unknown revision, with the latest one that works alike', async () => {
      const { body } = await askLegacyMcp(baseUrl(), agent, {
        method: 'initialize',
        params: { protocolVersion: '1999-01-01', ...CLIENT },
      })
      assert.equal(body.result.protocolVersion, '2025-11-25')
      const later = await askLegacyMcp(baseUrl(), agent, {
        method: 'ping',
        headers: { 'mcp-protocol-version': '1999-01-01' },
      })
      assert.deepEqual([later.status, later.body.error.code], [400, -32000])
    })

    // oxlint-disable-next-line typescript/no-explicit-any
    async function assertServer(info: any): Promise<void> {
      assert.equal(info.name, 'reading-queue')
      assert.equal(info.title, 'Reading Queue')
      assert.equal(info.websiteUrl, baseUrl())
      const icon = await fetch(info.icons[0].src)
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, info.icons[0].mimeType])
    }
  })

  describe('lists', () => {
    const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

    it('the same in the same order on every connection and for everyone', async () => {
      const other = await connectAgent(baseUrl(), await signUp(baseUrl()), 'Another Agent')
      for (const method of LISTS) {
        const first = await mcpResult(baseUrl(), agent, { method })
        assert.deepEqual(await mcpResult(baseUrl(), agent, { method }), first)
        assert.deepEqual(await mcpResult(baseUrl(), other, { method }), first)
        const { resultType: _, ttlMs: __, cacheScope: ___, ['_meta']: ____, ...listed } = first
        assert.deepEqual((await askLegacyMcp(baseUrl(), agent, { method })).body.result, listed, method)
      }
    })

    it('with a cache lifetime and scope', async () => {
      const hints = async (method: string, params = {}) => {
        const { ttlMs, cacheScope, resultType } = await mcpResult(baseUrl(), agent, { method, params })
        return [method, ttlMs, cacheScope, resultType]
      }
      assert.deepEqual(
        [
          await hints('tools/list'),
          await hints('prompts/list'),
          await hints('resources/list'),
          await hints('resources/templates/list'),
          await hints('resources/read', { uri: 'queue://unread' }),
          await hints('server/discover'),
        ],
        [
          ['tools/list', 3_600_000, 'public', 'complete'],
          ['prompts/list', 3_600_000, 'public', 'complete'],
          ['resources/list', 0, 'private', 'complete'],
          ['resources/templates/list', 3_600_000, 'public', 'complete'],
          ['resources/read', 0, 'private', 'complete'],
          ['server/discover', 3_600_000, 'public', 'complete'],
        ],
      )
    })
  })
})
