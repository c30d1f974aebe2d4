import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A proxy whose origin is a service's public address, and which has moved every path of its API. */
export type RenamingProxy = {
  origin: string
  forward(target: string): void
  /** Calls of the API that were made at an old path: nobody led there. */
  strayed: string[]
  stop(): Promise<void>
}

const MOVED = '/moved'

/**
 * What JSON and links in headers say of addresses is moved, and only there the API answers. The entry point, what is well known
 * and the pages that people see stay.
 */
export async function startRenamingProxy(): Promise<RenamingProxy> {
  let target: URL | undefined
  const strayed: string[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (path.startsWith(`${MOVED}/`)) return pass(incoming, outgoing, path.slice(MOVED.length))
    if (isStaying(incoming, path)) return pass(incoming, outgoing, path)
    strayed.push(`${incoming.method} ${path}`)
    outgoing.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const moved = (text: string) => text.replaceAll(`${origin}/`, `${origin}${MOVED}/`)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, path: string): void {
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const options = { hostname: target?.hostname, port: target?.port, method: incoming.method, path, headers }
    const forwarded = request(options, async (response) => {
      const isJson = /json/.test(response.headers['content-type'] ?? '')
      const { 'content-length': _, ...kept } = response.headers
      const { link } = response.headers
      if (isJson && link !== undefined) kept['link'] = moved(String(link))
      outgoing.writeHead(response.statusCode ?? 502, isJson ? kept : response.headers)
      if (isJson) outgoing.end(moved(await text(response)))
      else response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }

  return {
    origin,
    strayed,
    forward(address) {
      target = new URL(address)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isStaying({ method, headers }: IncomingMessage, path: string): boolean {
  if (path.startsWith('/.well-known/')) return true
  const isCall = headers.authorization !== undefined || method === 'OPTIONS'
  if (path === '/queue') return method === 'GET' || method === 'OPTIONS'
  return !isCall && !/^\/oauth\/(token|revoke|register)/.test(path)
}
