import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { systemClock } from '../../src/ports/clock.ts'
import { createHttpServer, HTTP_LIMITS } from '../../src/server/http-server.ts'

const READ = 64 * 1024

/** Node's own. */
type Parser = { onIncoming: (request: IncomingMessage, keepsAlive: boolean) => number }

describe('The requests in one read of a connection', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  /** Sends a text and waits until the connection is closed; gives what was answered. */
  async function send(
    text: string,
    listener: RequestListener,
    look?: (parser: Parser) => void,
  ): Promise<string> {
    server = createHttpServer(listener, { clock: systemClock, limits: HTTP_LIMITS, trustProxy: 0 }).listen(
      0,
      '127.0.0.1',
    )
    if (look) server.on('connection', (socket: Socket & { parser: Parser }) => look(socket.parser))
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    let answer = ''
    socket.on('data', (data: Buffer) => (answer += data.toString('latin1')))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(text)
    await closed
    return answer
  }

  it('are ignored from the first one beyond the limit', async () => {
    let parsedCount = 0
    let begun = 0
    const one = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
    await send(
      one.repeat(READ / one.length),
      () => void (begun += 1),
      (parser) => {
        const publish = parser.onIncoming
        parser.onIncoming = (request, keepsAlive) => {
          parsedCount += 1
          return publish(request, keepsAlive)
        }
      },
    )
    // The last of them is the one too many, and closes the connection before the first begins.
    assert.deepEqual({ told: parsedCount, begun }, { told: 9, begun: 0 })
  })

  it('are answered in order if they are few, each begun after the response to the one before', async () => {
    let open = 0
    let most = 0
    const answer = await send(
      ['/a', '/b', '/c']
        .map(
          (path, at) => `GET ${path} HTTP/1.1\r\nHost: l\r\n${at === 2 ? 'Connection: close\r\n' : ''}\r\n`,
        )
        .join(''),
      (request, response) => {
        most = Math.max(most, (open += 1))
        setImmediate(() => {
          open -= 1
          response.end(`[${request.url}]`)
        })
      },
    )
    assert.deepEqual(answer.match(/\[\/.\]/g), ['[/a]', '[/b]', '[/c]'])
    assert.equal(most, 1)
  })

  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (const size of [1, 20]) {
    it(`are ignored after a refused body in chunks of ${size}`, async () => {
      const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
      let parsedCount = 0
      await send(
        head + chunk.repeat(READ / chunk.length),
        (request) => request.socket.destroy(),
        (parser) => {
          const publish = parser.onIncoming
          parser.onIncoming = (request, keepsAlive) => {
            const response = publish(request, keepsAlive)
            const push = request.push.bind(request)
            request.push = (data: Buffer | null, encoding?: BufferEncoding) => {
              parsedCount += 1
              return push(data, encoding)
            }
            return response
          }
        },
      )
      assert.ok(parsedCount > 1000 && parsedCount < 1600, `${parsedCount} chunks`)
    })
  }

  it('are not left over for the next connection', async () => {
    const chunk = '1\r\nx\r\n'
    await send(head + chunk.repeat(READ / chunk.length), (request) => {
      setImmediate(() => request.socket.destroy())
    })
    server?.close()
    const whole = `${head}5\r\nhello\r\n0\r\n\r\n`.replace('Host', 'Connection: close\r\nHost')
    const answer = await send(whole, (request, response) => void request.pipe(response))
    assert.match(answer, /hello/)
  })
})
