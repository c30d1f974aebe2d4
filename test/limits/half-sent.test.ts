import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { HOUR, systemClock } from '../../src/ports/clock.ts'
import { createHttpServer, HTTP_LIMITS } from '../../src/server/http-server.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { startService } from '../support/service.ts'

const SIZE = 4096

type Sending = { socket: Socket; received: () => string }

/** Sends a request without the end of its body. */
function sendHalf(
  origin: string,
  caller: string,
  { body = '{"url":"', address = '192.0.2.1' }: { body?: string; address?: string } = {},
): Sending {
  const { port, host } = new URL(origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }).on(
    'error',
    () => undefined,
  )
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString()))
  const head = `POST /queue HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${caller}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json`
  socket.write(`${head}\r\nContent-Length: ${SIZE}\r\n\r\n${body}`)
  return { socket, received: () => received }
}

const answered = (sendings: Sending[]) => sendings.filter(({ received }) => received() !== '')

describe('Bodies that are never completed', () => {
  it('are limited to 100 of an account; more are refused, and another account is served', async () => {
    const service = await startService('sqlite')
    const held: Sending[] = []
    try {
      const { baseUrl } = service
      const agent = await connectAgent(baseUrl, await signUp(baseUrl), 'Crowd')
      const other = await connectAgent(baseUrl, await signUp(baseUrl), 'Other')
      const begin = `{"url":"${deadLink('half')}"`
      while (held.length < 140) held.push(sendHalf(baseUrl, agent.access, { body: begin }))
      await eventually(
        async () => answered(held).length,
        (count) => count === 40,
      )
      for (const { received } of answered(held)) {
        assert.match(received(), /^HTTP\/1\.1 429 .*Retry-After: 5/is)
        assert.match(received(), /application\/problem\+json.*You are sending too much right now/s)
      }
      const own = await other.save({ url: deadLink('whole') })
      assert.equal(own.properties.url, deadLink('whole'))

      const first = held.find(({ received }) => received() === '')
      first!.socket.write('}'.padStart(SIZE - begin.length))
      await once(first!.socket, 'data')
      assert.match(first!.received(), /^HTTP\/1\.1 201 /)
      // Those that sent nothing for seconds make room.
      service.clock.advance(3000)
      assert.equal((await agent.save({ url: deadLink('late') })).properties.url, deadLink('late'))
    } finally {
      for (const { socket } of held) socket.destroy()
      await service.stop()
    }
  })

  describe('on connection', () => {
    let server: Server | undefined
    let sent: Sending[] = []
    let now = 0
    const clock = { ...systemClock, now: () => now }
    afterEach(() => {
      for (const { socket } of sent) socket.destroy()
      sent = []
      server?.close()
    })

    async function listen(listener: RequestListener): Promise<string> {
      const limits = { ...HTTP_LIMITS, lingerTimeout: HOUR, requestTimeout: HOUR }
      server = createHttpServer(listener, { clock, limits, trustProxy: 1 }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }

    it('are refused before anything else beyond 500 of one caller, and another caller is served', async () => {
      let begun = 0
      const origin = await listen((request, response) => {
        begun += 1
        if (request.headers.authorization === 'Bearer other') response.end()
      })
      while (sent.length < 520) sent.push(sendHalf(origin, 'crowd'))
      await eventually(
        async () => answered(sent).length,
        (count) => count === 20,
      )
      const [refused] = answered(sent)
      assert.match(refused!.received(), /^HTTP\/1\.1 429 .*Retry-After: 5.*Connection: close/is)
      const other = sendHalf(origin, 'other')
      sent.push(other)
      await once(other.socket, 'data')
      assert.equal(begun, 501)
      // Whoever goes away makes room.
      sent.find(({ received }) => received() === '')!.socket.destroy()
      await eventually(
        async () => {
          sent.push(sendHalf(origin, 'crowd'))
          return begun
        },
        (count) => count > 501,
      )
    })

    it('make room for other callers on the same network, with the same credentials or none', async () => {
      let begun = 0
      const origin = await listen(() => void (begun += 1))
      while (sent.length < 500) sent.push(sendHalf(origin, ''))
      await eventually(
        async () => begun,
        (count) => count === 500,
      )
      // Another address behind the same proxy.
      sent.push(sendHalf(origin, '', { body: '{', address: '192.0.2.2' }))
      await eventually(
        async () => begun,
        (count) => count === 501,
      )
      now += 3000
      sent.push(sendHalf(origin, ''))
      await eventually(
        async () => begun,
        (count) => count === 502,
      )
      assert.equal(answered(sent).length, 0)
    })

    it('keep at most 200 connections open after the response', async () => {
      const origin = await listen((_, response) => void response.setHeader('Connection', 'close').end('x'))
      while (sent.length < 260) sent.push(sendHalf(origin, `caller ${sent.length}`))
      await eventually(
        async () => answered(sent).length,
        (count) => count === 260,
      )
      const count = promisify(server!.getConnections.bind(server!))
      await eventually(count, (open) => open <= 200)
      assert.equal(await count(), 200)
    })
  })
})
