import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import {
  askLegacyMcp,
  askMcp,
  bearer,
  modernHeaders,
  modernMessage,
  postMcp,
  type RpcResponse,
} from '../support/mcp.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

const NO_SUCH_ITEM = 'queue://items/00000000-0000-7000-8000-000000000000'

onBothEngines('The MCP endpoint refuses', (service) => {
  let agent: Agent
  const baseUrl = () => service().baseUrl
  before(async () => {
    agent = await connectAgent(baseUrl(), await signUp(baseUrl()))
  })

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    postMcp(baseUrl(), body, { headers: { ...bearer(agent), ...headers } })

  function assertRpcError({ status, body, text }: RpcResponse, expected: [number, number]): void {
    assert.deepEqual([status, body?.error?.code], expected, text)
  }

  it('invalid JSON', async () => {
    assertRpcError(await send('{'), [400, -32700])
    assertRpcError(await send(''), [400, -32700])
    const response = await rawRequest(baseUrl(), '/mcp', {
      method: 'POST',
      headers: { ...bearer(agent), 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    })
    assert.equal(response.status, 400)
    assert.equal(JSON.parse(response.text).error.code, -32700)
  })

  it('JSON that is not a message', async () => {
    for (const body of ['{}', 'null', '"text"', '7', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
      assertRpcError(await send(body), [400, -32600])
    }
  })

  it('a batch, which would require any number of responses at once', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    assertRpcError(await send([modernMessage('tools/list')]), [400, -32600])
    assertRpcError(await send([]), [400, -32600])
    assertRpcError(await send([ping]), [400, -32600])
    assertRpcError(await send([ping, { ...ping, id: 2 }]), [400, -32600])
  })

  it('more than a captured page needs, with or without a Content-Length', async () => {
    assert.equal((await send(`"${'x'.repeat(16 * 1024 * 1024)}"`)).status, 413)
    const response = await rawRequest(baseUrl(), '/mcp', {
      method: 'POST',
      headers: { ...bearer(agent), 'content-type': 'application/json' },
      body: Array.from({ length: 17 * 16 }, () => 'x'.repeat(64 * 1024)),
    })
    assert.equal(response.status, 413)
  })

  it('a body of another type', async () => {
    assertRpcError(await send('{}', { 'content-type': 'text/plain' }), [415, -32000])
    assertRpcError(await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }), [415, -32000])
  })

  it('a message that contradicts its headers', async () => {
    const message = modernMessage('tools/call', { name: 'search', arguments: { query: 'x' } })
    const right = modernHeaders('tools/call', { name: 'search' })
    const wrong = [
      {},
      { 'mcp-protocol-version': '2026-07-28' },
      { ...right, 'mcp-protocol-version': '2025-11-25' },
      { ...right, 'mcp-method': 'tools/list' },
      { ...right, 'mcp-name': 'fetch' },
      { ...right, 'mcp-name': 'Search' },
    ]
    for (const headers of wrong) assertRpcError(await send(message, headers), [400, -32020])
    assert.equal((await send(message, right)).status, 200)
    assert.equal((await send(message, { ...right, 'mcp-name': '=?base64?c2VhcmNo?=' })).status, 200)
  })

  it('an unknown revision, and names a supported one', async () => {
    const version = '2099-01-01'
    const meta = { 'io.modelcontextprotocol/protocolVersion': version }
    const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': version }
    const response = await send(modernMessage('tools/list', {}, meta), headers)
    assertRpcError(response, [400, -32022])
    assert.deepEqual(response.body.error.data, { supported: ['2026-07-28'], requested: '2099-01-01' })
  })

  it('a request without the capabilities of the client', async () => {
    const meta = { 'io.modelcontextprotocol/clientCapabilities': undefined }
    const short = modernMessage('tools/list', {}, meta)
    assertRpcError(await send(short, modernHeaders('tools/list')), [400, -32602])
  })

  it('an unknown method, with 404 and the id of the request', async () => {
    for (const method of ['no/such', 'ping', 'initialize', 'logging/setLevel']) {
      const answer = await askMcp(baseUrl(), agent, { method })
      assertRpcError(answer, [404, -32601])
      assert.equal(answer.body.id, 1)
    }
    assertRpcError(await askLegacyMcp(baseUrl(), agent, { method: 'no/such' }), [200, -32601])
  })

  it('an unknown tool, resource or prompt', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 'no_such_tool', arguments: {} }],
      ['tools/call', { name: 'toString' }],
      ['resources/read', { uri: NO_SUCH_ITEM }],
      ['resources/read', { uri: 'file:///etc/passwd' }],
      ['prompts/get', { name: 'no_such_prompt' }],
    ] as const) {
      const { body } = await askMcp(baseUrl(), agent, { method, params })
      assert.equal(body.error?.code, -32602, JSON.stringify(params))
    }
  })
})
