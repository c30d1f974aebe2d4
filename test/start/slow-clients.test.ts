import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, it } from 'node:test'
import { HTTP_LIMITS } from '../../src/server/http.ts'
import { eventually } from '../support/eventually.ts'
import { startService, type TestService } from '../support/service.ts'

const MAX_CONNECTIONS = 20

let service: TestService
before(async () => {
  const limits = { headersTimeout: 300, requestTimeout: 600, idleTimeout: 2000, checkEvery: 50 }
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

it('Who does not get to the end of the headers is sent away', async () => {
  assert.match(await answerTo('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '), /^HTTP\/1\.1 408 /)
})

it('Who does not get to the end of the body is sent away', async () => {
  const head = 'POST /oauth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  assert.match(await answerTo(`${head}Content-Length: 1000\r\n\r\n`, '{'), /^HTTP\/1\.1 408 /)
})

it('Who does not take its answers is cut off', async () => {
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

it('Connections past the limit are turned away, and taken again when others have gone', async (t) => {
  const { baseUrl, stop } = await startService('sqlite', {
    limits: { ...HTTP_LIMITS, maxConnections: MAX_CONNECTIONS },
  })
  t.after(stop)
  const alive = () =>
    fetch(`${baseUrl}/healthz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 'turned away',
    )
  assert.equal(await alive(), 200)
  const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => open(baseUrl)))
  await eventually(alive, (answer) => answer === 'turned away')
  for (const socket of sockets) socket.destroy()
  await eventually(alive, (answer) => answer === 200)
})
