import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, it } from 'node:test'
import { systemClock } from '../../src/ports/clock.ts'
import { createHttpServer, HTTP_LIMITS } from '../../src/server/http-server.ts'

/** Fewer than the connections that the system lets wait. */
const BURST = 400

let server: Server
const served: unknown[] = []
before(async () => {
  server = createHttpServer(
    (request, response) => {
      served.push(request.headers.authorization)
      response.end()
    },
    { clock: systemClock, limits: HTTP_LIMITS, trustProxy: 1 },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

it('A client that connects after a burst of another caller is served in between', async () => {
  const ask = (caller: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${caller}\r\n\r\n`)
    return socket
  }
  // The kernel has all of them before the server accepts the first in the next turn of the event loop.
  const sockets = [...Array.from({ length: BURST }, () => ask('crowd')), ask('other')]
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  for (const socket of sockets) socket.destroy()
  assert.equal(served.length, BURST + 1)
  const before = served.indexOf('other')
  assert.ok(before < BURST / 2, `${before} requests of the burst were served before the other's`)
})
