import { createAdaptorServer } from '@hono/node-server'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** The response of the smallest server to every call of its only tool. */
export type Answer = {
  serverInfo: { name: string; version: string }
  result: { content: { type: 'text'; text: string }[]; structuredContent: Record<string, unknown> }
}

// Runs as a process: receives its response and sends its port.
process.once('message', async ({ serverInfo, result }: Answer) => {
  const tool = { name: 'list_queue', inputSchema: { type: 'object' as const } }
  const handler = createMcpHandler(() => {
    const server = new Server(serverInfo, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: [tool] }))
    server.setRequestHandler('tools/call', () => result)
    return server
  })
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})
