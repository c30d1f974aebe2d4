import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { connectAgent, signUp } from '../support/agent.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('smoke', (service) => {
  it('works', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    const headers = { authorization: `Bearer ${agent.access}` }
    const url = new URL(`${service().baseUrl}/mcp`)
    const client = new Client({ name: 't', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    const { tools } = await client.listTools()
    console.log(tools.map((t) => t.name).join(' '), tools.length, JSON.stringify(tools).length)
    console.log(JSON.stringify(await client.callTool({ name: 'save_link', arguments: { url: 'https://example.org/x', tags: ['a'] } })))
    console.log(JSON.stringify(await client.callTool({ name: 'list_queue', arguments: {} })))
    console.log(JSON.stringify(await client.callTool({ name: 'mark_read', arguments: { url: 'https://example.org/x' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'mark_read', arguments: { url: 'https://example.org/x' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'search', arguments: { query: 'EXAMPLE x' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'list_tags', arguments: {} })))
    console.log(JSON.stringify(await client.readResource({ uri: 'queue://unread' })))
    const v1 = new ClientV1({ name: 't', version: '1' })
    await v1.connect(new TransportV1(url, { requestInit: { headers } }) as never)
    console.log((await v1.listTools()).tools.length, v1.getServerVersion())
    const r = await fetch(url, { method: 'GET', headers }); console.log(r.status, r.headers.get('allow'), await r.text())
    console.log(service().logged())
    await client.close(); await v1.close()
    assert.ok(true)
  })
})
