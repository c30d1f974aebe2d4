import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createDocumentFetcher } from '../../src/ports/fetch-document.ts'
import { RESOLVE_TO_THIS_COMPUTER, type Publisher, startPublisher } from '../support/publisher.ts'
import { startWebServer } from '../support/web-server.ts'

const PRIVATE = 'Pages on a private network or on the server itself are not fetched.'

describe('A document from another server', () => {
  let publisher: Publisher
  before(async () => {
    publisher = await startPublisher()
  })
  after(() => publisher.stop())

  const fetchPath = (path: string) => publisher.fetchDocument(publisher.url(path))

  it('has its type and its cache header, and is requested without compression', async () => {
    const url = publisher.url('/good')
    let requestHeaders: Record<string, unknown> = {}
    publisher.publish(url, (response, request) => {
      requestHeaders = request.headers
      response.writeHead(200, {
        'Content-Type': 'Application/JSON; charset=utf-8',
        'Cache-Control': 'max-age=60',
      })
      response.end('{}')
    })
    assert.deepEqual(await publisher.fetchDocument(url), {
      kind: 'found',
      mediaType: 'application/json',
      cacheControl: 'max-age=60',
      body: Buffer.from('{}'),
    })
    assert.equal(requestHeaders['accept-encoding'], 'identity')
    assert.equal(requestHeaders['cookie'], undefined)
    assert.equal(requestHeaders['authorization'], undefined)
  })

  it('is never requested from a private address, however it is written', async () => {
    const strict = createDocumentFetcher()
    const server = await startWebServer((_request, response) => response.end('{}'))
    const { port } = new URL(server.origin)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      '10.0.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::a00:1]',
      '[fd00::1]',
      '[fe80::1]',
      'printer.local',
      'metadata.internal',
    ]) {
      const answer = await strict(`https://${host}:${port}/client.json`)
      assert.deepEqual(answer, { kind: 'none', reason: PRIVATE }, host)
    }
    assert.equal(server.requests.length, 0)
    await server.stop()
  })

  it('is not requested if one of the addresses of a name is private', async () => {
    const mixed = createDocumentFetcher({
      resolve: (_name, done) =>
        done(null, [
          { address: '203.0.114.5', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    })
    assert.deepEqual(await mixed(publisher.url('/good')), { kind: 'none', reason: PRIVATE })
  })

  it('is checked at the connected address, so that a name can’t change in between', async () => {
    let lookups = 0
    const rebinding = createDocumentFetcher({
      resolve: (_name, done) => {
        lookups += 1
        done(null, [{ address: lookups === 1 ? '127.0.0.1' : '203.0.114.5', family: 4 }])
      },
    })
    const requestCount = publisher.requests.length
    assert.deepEqual(await rebinding(publisher.url('/good')), { kind: 'none', reason: PRIVATE })
    assert.equal(lookups, 1)
    assert.equal(publisher.requests.length, requestCount)
  })

  it('is not fetched from the target of a redirect', async () => {
    publisher.publish(publisher.url('/target'))
    for (const status of [301, 302, 303, 307, 308]) {
      const path = `/redirect-${status}`
      publisher.publish(publisher.url(path), (response) =>
        response.writeHead(status, { Location: publisher.url('/target') }).end('{}'),
      )
      assert.deepEqual(await fetchPath(path), { kind: 'none', reason: `The server answered ${status}.` })
    }
    assert.ok(!publisher.requests.includes(publisher.url('/target')))
  })

  it('is accepted with status 200 only', async () => {
    const outcomes: [status: number, kind: string][] = [
      ...[201, 203, 204, 206, 304, 400, 404, 410].map((status): [number, string] => [status, 'none']),
      ...[401, 403, 407, 408, 425, 429, 500, 502, 503].map((status): [number, string] => [
        status,
        'unavailable',
      ]),
    ]
    for (const [status, kind] of outcomes) {
      const path = `/status-${status}`
      publisher.publish(publisher.url(path), (response) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(status === 204 ? '' : '{}'),
      )
      assert.deepEqual(await fetchPath(path), { kind, reason: `The server answered ${status}.` })
    }
  })

  it('is unavailable if the server sends a bot check instead', async () => {
    publisher.publish(publisher.url('/challenge'), (response) =>
      response.writeHead(200, { 'Content-Type': 'text/html', 'cf-mitigated': 'challenge' }).end('<p>Wait'),
    )
    assert.equal((await fetchPath('/challenge')).kind, 'unavailable')
  })

  it('is limited to 5,120 bytes, in one piece, in many, or decompressed', async () => {
    const TOO_LARGE = { kind: 'none', reason: 'The document is larger than 5120 bytes.' }
    const serve = (path: string, body: Buffer, headers: Record<string, string> = {}) => {
      publisher.publish(publisher.url(path), (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
        for (let at = 0; at < body.length; at += 64 * 1024) response.write(body.subarray(at, at + 64 * 1024))
        response.end()
      })
      return fetchPath(path)
    }
    const exact = await serve('/5120', Buffer.alloc(5120, ' '))
    assert.ok(exact.kind === 'found' && exact.body.length === 5120)
    assert.deepEqual(await serve('/5121', Buffer.alloc(5121, ' ')), TOO_LARGE)
    assert.deepEqual(
      await serve('/large', Buffer.alloc(4_000_000, ' '), { 'Content-Length': '4000000' }),
      TOO_LARGE,
    )
    const bomb = gzipSync(Buffer.alloc(4_000_000, ' '))
    assert.ok(bomb.length < 5120)
    assert.deepEqual(await serve('/bomb', bomb, { 'Content-Encoding': 'gzip' }), TOO_LARGE)
  })

  it('must arrive completely in time, even byte by byte', async () => {
    const timers: NodeJS.Timeout[] = []
    publisher.publish(publisher.url('/slow'), (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      timers.push(setInterval(() => response.write(' '), 50))
    })
    publisher.publish(publisher.url('/silent'), () => {})
    const LATE = { kind: 'unavailable', reason: 'It did not arrive in time.' }
    const fetcherWithShortTimeout = createDocumentFetcher({ ...RESOLVE_TO_THIS_COMPUTER, timeout: 400 })
    const answers = ['/slow', '/silent'].map((path) => fetcherWithShortTimeout(publisher.url(path)))
    assert.deepEqual(await Promise.all(answers), [LATE, LATE])
    timers.forEach(clearInterval)
    const unresolvedFetcher = createDocumentFetcher({ timeout: 200, resolve: () => {} })
    assert.deepEqual(await unresolvedFetcher(publisher.url('/good')), LATE)
  })

  it('requires a valid certificate for its host name', async () => {
    const url = publisher.url('/good', 'stranger.example')
    const response = await publisher.fetchDocument(url)
    assert.equal(response.kind, 'unavailable')
    assert.match(response.kind === 'unavailable' ? response.reason : '', /certificate/)
  })

  it('is unavailable if its server has no TLS, hangs up or has no name', async () => {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n{}'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    assert.equal((await publisher.fetchDocument(`https://app.example:${port}/x`)).kind, 'unavailable')
    server.close()
    assert.equal((await publisher.fetchDocument(`https://app.example:${port}/x`)).kind, 'unavailable')
    const nameless = createDocumentFetcher({
      resolve: (_name, done) => done(Object.assign(new Error(), { code: 'ENOTFOUND' }), []),
    })
    assert.equal((await nameless(publisher.url('/good'))).kind, 'unavailable')
  })
})
