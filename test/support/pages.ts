import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `location` makes it a redirect. */
type Answer = { status?: number; type?: string; body?: string; location?: string } | 'never'

/** A web site of a test's own on loopback. */
export type Pages = {
  /** Address of a path. */
  at(path: string): string
  /** What the path answers from now on; without it 404. */
  put(path: string, answer: Answer): void
  /** Paths in the order they were asked for, but that of the site's icon. */
  asked: string[]
  close(): Promise<void>
}

export async function startPages(): Promise<Pages> {
  const answers = new Map<string, Answer>()
  const requested: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    if (path !== '/favicon.ico') requested.push(path)
    const answer = answers.get(path) ?? { status: 404, body: 'Not here' }
    if (answer === 'never') return
    const { location, status = location === undefined ? 200 : 302 } = answer
    const headers = { 'content-type': answer.type ?? 'text/html; charset=utf-8' }
    response.writeHead(status, location === undefined ? headers : { ...headers, location })
    response.end(answer.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    put: (path, answer) => void answers.set(path, answer),
    asked: requested,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
