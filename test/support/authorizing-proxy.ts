import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A loopback proxy in front of a service that is told later; its origin can be the service's public address. */
export type AuthorizingProxy = {
  origin: string
  /** Where requests go from now on, with this bearer token added to each if one is given. */
  forward(target: string, token?: string): void
  stop(): Promise<void>
}

/** Starts a proxy that leaves all but the token, Host and Origin too, as it came. */
export async function startAuthorizingProxy(): Promise<AuthorizingProxy> {
  let onward: { hostname: string; port: string; added: Record<string, string> } | undefined
  const server = createServer((incoming, outgoing) => {
    if (!onward) return outgoing.writeHead(503).end()
    const { hostname, port, added } = onward
    const { method, url } = incoming
    const headers = { ...incoming.headers, ...added }
    const forwarded = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    return incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward(target, token) {
      const { hostname, port } = new URL(target)
      onward = { hostname, port, added: token ? { authorization: `Bearer ${token}` } : {} }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
