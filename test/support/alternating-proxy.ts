import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../src/ports/clock.ts'
import { enableLingeringClose } from '../../src/server/lingering-close.ts'
import { HTTP_LIMITS } from '../../src/server/http-server.ts'

/** Bytes; what is too much is for the instances to say. */
const MAX_HEADERS = 1_000_000

/** One address in front of several instances. */
export type AlternatingProxy = {
  origin: string
  /** The ports of 127.0.0.1 that the requests go to from now on, each to the next. */
  forward(ports: number[]): void
  stop(): Promise<void>
}

/** Starts a proxy that leaves everything as it came: headers with their order and case, streams as they flow. */
export async function startAlternatingProxy(): Promise<AlternatingProxy> {
  let targets: number[] = []
  let count = 0
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: MAX_HEADERS },
    (incoming, outgoing) => {
      const { method, url: path, rawHeaders } = incoming
      const port = targets[count++ % targets.length]
      const forwarded = request({
        hostname: '127.0.0.1',
        port,
        method,
        path,
        headers: rawHeaders,
        agent: false,
        setDefaultHeaders: false,
      })
      let isAnswered = false
      forwarded.on('response', (response) => {
        isAnswered = true
        // Who answers before the end of a body does not read the rest.
        incoming.unpipe(forwarded).resume()
        outgoing.sendDate = false
        outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
        outgoing.flushHeaders()
        response.on('error', () => outgoing.destroy())
        response.pipe(outgoing)
      })
      forwarded.on('error', () => isAnswered || outgoing.destroy())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    },
  )
  enableLingeringClose(server, systemClock, HTTP_LIMITS.lingerTimeout)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    forward(ports) {
      targets = ports
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
