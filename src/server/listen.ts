import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * Connections that wait to be accepted, as many as Linux allows by default (`somaxconn`). Past it the system drops the
 * packet that opens a connection, and the client tries again only after a second, then three, then seven.
 */
const BACKLOG = 4096

/**
 * Listens and returns the port, which the system chooses for 0. With `sharesPort`, the other workers listen on the same
 * port, and the system spreads the connections: no other process holds those of a worker that dies.
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  sharesPort = false,
): Promise<number> {
  const address = { host, port, backlog: BACKLOG }
  const listening = once(server, 'listening')
  server.listen({ ...address, exclusive: true, reusePort: sharesPort })
  await listening.catch((error: NodeJS.ErrnoException) => {
    if (!sharesPort || error.code !== 'ENOTSUP') throw error
    // On such a system the supervising process accepts the connections and hands them on.
    const accepting = once(server, 'listening')
    server.listen(address)
    return accepting
  })
  return (server.address() as AddressInfo).port
}

/** Throws what the system says if another program listens on a port, also one that would share it. */
export async function requireFreePort(address: { host: string; port: number }): Promise<void> {
  const server = createServer()
  await listen(server, address)
  server.close()
  await once(server, 'close')
}
