import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, it } from 'node:test'
import { HTTP_LIMITS } from '../../src/server/http-server.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { startService, type TestService } from '../support/service.ts'

const MAX_CONNECTIONS = 20

let service: TestService
before(async () => {
  const limits = { headersTimeout: 300, requestTimeout: 600, idleTimeout: 2000, checkInterval: 50 }
  service = await startService('sqlite', { limits: { ...HTTP_LIMITS, ...limits } })
})
after(() => service.stop())

async function open(baseUrl = service.baseUrl): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function answerTo(...parts: string[]): Promise<string> {
  const socket = await open()
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answer
}

it('A client that never completes its headers is disconnected', async () => {
  assert.match(await answerTo('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '), /^HTTP\/1\.1 408 /)
})

it('A client that never completes its body is disconnected', async () => {
  const head = 'POST /oauth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  assert.match(await answerTo(`${head}Content-Length: 1000\r\n\r\n`, '{'), /^HTTP\/1\.1 408 /)
})

it('A client that does not read its responses is disconnected', async () => {
  const socket = await open()
  socket.pause()
  const path = '/assets/' + /\/assets\/([^"]+\.css)/.exec(await (await fetch(service.baseUrl)).text())![1]!
  // Far more than fits into what lies between.
  for (let n = 0; n < 2000; n++) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await eventually(
    async () => {
      socket.write('G')
      return socket.destroyed
    },
    (isGone) => isGone,
  )
})

it('An idle connection is closed for a new one at the limit', async (t) => {
  const { baseUrl, stop } = await startService('sqlite', {
    limits: { ...HTTP_LIMITS, maxConnections: MAX_CONNECTIONS },
  })
  t.after(stop)
  const alive = () => fetch(`${baseUrl}/healthz`, { headers: { connection: 'close' } })
  const half = 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n'
  for (const begin of ['', 'GET / HTTP/1.1\r\n', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', half]) {
    const sockets = await Promise.all(Array.from({ length: 2 * MAX_CONNECTIONS }, () => open(baseUrl)))
    for (const socket of sockets) socket.write(begin)
    await eventually(
      () =>
        alive().then(
          ({ status }) => status,
          () => 'turned away',
        ),
      (response) => response === 200,
    )
    for (const socket of sockets) socket.destroy()
  }
})

it('Connections beyond the limit are refused while all others are busy', async (t) => {
  const service = await startService('sqlite', {
    limits: { ...HTTP_LIMITS, maxConnections: MAX_CONNECTIONS },
  })
  t.after(service.stop)
  const { baseUrl } = service
  const agent = await connectAgent(baseUrl, await signUp(baseUrl))
  const alive = () =>
    fetch(`${baseUrl}/healthz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 'turned away',
    )
  const streams: EventStream[] = []
  while (streams.length < MAX_CONNECTIONS) streams.push(await openStream(baseUrl, agent))
  await eventually(alive, (response) => response === 'turned away')
  for (const stream of streams) stream.disconnect()
  await eventually(alive, (response) => response === 200)
})
