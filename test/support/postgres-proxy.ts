import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL server on which what clients send can be held up. */
export type PostgresProxy = {
  /** The database that the proxy was started for, by way of it. */
  url: string
  /** From now on nothing that says this gets through; gives what lets it through. */
  hold(text: string): () => void
  stop(): Promise<void>
}

/** Starts one before a database. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let held: { text: string; released: Promise<void> } | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    upstream.pipe(client)
    let sent = Promise.resolve()
    client.on('data', (chunk) => {
      const waits = held && chunk.includes(held.text) ? held.released : undefined
      sent = sent.then(() => waits).then(() => void upstream.write(chunk))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { text, released: promise }
      return () => {
        held = undefined
        resolve()
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
