import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { apiReference } from '../../scripts/api-reference/reference.ts'
import { formatted } from '../../scripts/docs.ts'
import { toolList } from '../../src/endpoints/mcp/call-tool.ts'
import { itemAction } from '../../src/queue/actions/action.ts'
import { catalogue } from '../../src/queue/actions/catalogue.ts'
import { type Agent, connectAgent, signUp, type Entity } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { callTool, mcpResult } from '../support/mcp.ts'
import { startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const kept = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

describe('docs/api.md', () => {
  it('matches the code', async () => {
    assert.equal(kept, await formatted(apiReference()), 'Run npm run docs and commit docs/api.md.')
  })

  it('is outdated as soon as there is another action', () => {
    const setZest = itemAction({
      name: 'set-zest',
      title: 'Set zest',
      description: 'Say how good an item is.',
      method: 'PUT',
      fields: { progress: { kind: 'count', title: 'From 1 to 5', max: 5, required: true } },
      isOffered: (item) => item.readAt !== null,
      change: (item) => item,
    })
    const section = apiReference([...catalogue, setZest]).split('### `set-zest`')[1]!
    assert.match(section, /Say how good an item is\./)
    assert.match(section, /PUT \/queue\/items\/\{id\}\/set-zest/)
    assert.match(section, /\| `progress` \(required\) \| whole number from 1 to 5 \| From 1 to 5 \|/)
    assert.match(section, /Offered for `read` items\./)
    assert.match(section, /MCP tool\*\* `set_zest`/)
  })

  it('explains every tool', () => {
    const explained = [...kept.matchAll(/^(?:\*\*MCP tool\*\*|###) `(\w+)`/gm)].map(([, name]) => name!)
    const tools = explained.filter((name) => toolList.some((tool) => tool.name === name))
    assert.deepEqual([...new Set(tools)].sort(), toolList.map(({ name }) => name).sort())
  })
})

describe('Each example in docs/api.md works as it is', () => {
  let web: WebServer
  let service: TestService
  let agent: Agent
  /** The item and the change that examples name. */
  let item: string
  let highlight = ''
  let change: number
  before(async () => {
    web = await startWebServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(articlePage(request.url ?? ''))
    })
    service = await startService('sqlite')
    agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
    const saved = await agent.save({ url: `${web.origin}/on-hypermedia` })
    await fetched(agent, saved)
    item = saved.properties.id
  })
  after(async () => {
    await service.stop()
    await web.stop()
  })

  /** Makes the change that examples take back. */
  async function changeItem(tag: string): Promise<void> {
    const init = { body: JSON.stringify({ tag }), headers: { 'content-type': 'application/json' } }
    const response = await agent.call(`/queue/items/${item}/tag-item`, { method: 'PUT', ...init })
    assert.ok(response.ok)
    change = (await agent.entity('/queue/changes')).properties.latest
  }

  const real = (text: string) =>
    text
      .replaceAll('https://example.org', web.origin)
      .replaceAll('ITEM_ID', item)
      .replaceAll('0199a000-0000-7000-8000-000000000002', highlight)
      .replaceAll(/"change": ?17\b/g, `"change":${change}`)

  it('as a request', async () => {
    await changeItem('a tag for requests')
    const requests = [
      ...kept.matchAll(
        /```http\n(?<method>[A-Z]+) (?<path>\S+)(?:\nContent-Type: (?<type>\S+)\n\n(?<body>.*))?\n```/g,
      ),
    ]
    assert.equal(requests.length, catalogue.length)
    for (const { groups } of requests) {
      const { method = '', path = '', type, body } = groups!
      const init = type === undefined ? {} : { body: real(body ?? ''), headers: { 'content-type': type } }
      const response = await agent.call(path.replace('{id}', item), { method, ...init })
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
      if (path.endsWith('/highlight-item'))
        highlight = ((await response.json()) as Entity).entities[0].properties.id
      if (path.endsWith('/refetch-item')) await fetched(agent, await agent.entity(`/queue/items/${item}`))
    }
  })

  it('as a tool call', async () => {
    await changeItem('a tag for tool calls')
    const blocks = [...kept.matchAll(/```json\n([^`]*)\n```/g)].map(([, text]) => JSON.parse(real(text!)))
    const calls = blocks.filter(({ arguments: given }) => given !== undefined)
    const { tools } = await mcpResult(service.baseUrl, agent, { method: 'tools/list' })
    assert.equal(calls.length, tools.length)
    for (const { name, arguments: given } of calls) {
      const { isError, content } = await callTool(service.baseUrl, agent, { name, args: given })
      assert.equal(isError, undefined, `${name}: ${content[0]?.text}`)
      if (name === 'refetch_item') await fetched(agent, await agent.entity(`/queue/items/${item}`))
    }
  })
})
