import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server of a test's own; it remembers what it was asked. */
export type WebServer = { origin: string; requests: IncomingMessage[]; stop(): Promise<void> }

export async function startWebServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<WebServer> {
  const requests: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
