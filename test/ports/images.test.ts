import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { afterEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createOutbound } from '../../src/ports/outbound.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const MEGABYTE = 1024 * 1024
const open = createOutbound({ allowPrivate: true })
const TOO_LARGE = 'The image is larger than 3 MB, the most that is kept. Open it in your browser to read it.'

describe('An image', () => {
  let site: WebServer
  afterEach(() => site.stop())

  async function serve(listener: RequestListener): Promise<string> {
    site = await startWebServer(listener)
    return `${site.origin}/`
  }

  it('is fetched unchanged, accepting only the types that are saved, without cookie or referrer', async () => {
    const body = Buffer.from('89504e470d0a1a0a', 'hex')
    const url = await serve((request, response) => {
      if (request.url === '/new') return response.writeHead(200, { 'Content-Type': 'image/png' }).end(body)
      response.writeHead(301, { Location: '/new', 'Set-Cookie': 'a=1' }).end()
    })
    assert.deepEqual(await open.fetchImage(url), { ok: true, body })
    const headers = {
      'user-agent': 'ReadingQueue/0.1 (+link reader)',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'accept-language': 'en, *;q=0.5',
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
      host: new URL(url).host,
      connection: 'close',
    }
    assert.deepEqual(
      site.requests.map(({ headers }) => ({ ...headers })),
      [headers, headers],
    )
  })

  it('may have 3 MB', async () => {
    const url = await serve((_request, response) => response.end(Buffer.alloc(3 * MEGABYTE)))
    const image = await open.fetchImage(url)
    assert.ok(image.ok)
    assert.equal(image.body.length, 3_145_728)
  })

  const large: [what: string, listener: RequestListener][] = [
    [
      'declares its length, at once',
      (_request, response) => response.writeHead(200, { 'Content-Length': 3 * MEGABYTE + 1 }).flushHeaders(),
    ],
    [
      'declares no length',
      (_request, response) => response.writeHead(200).end(Buffer.alloc(3 * MEGABYTE + 1)),
    ],
    [
      'is compressed',
      (_request, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(3 * MEGABYTE + 1))),
    ],
  ]
  for (const [what, listener] of large) {
    it(`is refused, not cut, if it is larger and ${what}`, async () => {
      const response = await open.fetchImage(await serve(listener))
      assert.ok(!response.ok)
      assert.deepEqual(response, {
        ok: false,
        reason: TOO_LARGE,
        retry: false,
        retryAfter: null,
        linkState: 'alive',
      })
    })
  }

  for (const type of ['text/html', 'Text/HTML; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml']) {
    it(`is refused if its type is ${type}, without waiting for its end`, async () => {
      const url = await serve((_request, response) => {
        response.writeHead(200, { 'Content-Type': type }).write('<svg')
      })
      const answer = await open.fetchImage(url)
      assert.ok(!answer.ok)
      const name = type.toLowerCase().split(';')[0]
      assert.equal(answer.reason, `The site sent ${name} in place of an image that can be kept.`)
    })
  }

  it('has to arrive within a time limit', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).write('a beginning')
    })
    const outboundWithShortTimeout = createOutbound({ allowPrivate: true, imageTimeout: 100 })
    assert.deepEqual(await outboundWithShortTimeout.fetchImage(url), {
      ok: false,
      reason: 'The image did not arrive within 0.1 seconds.',
      retry: true,
      retryAfter: null,
      linkState: 'down',
    })
  })

  it('is refused at a private address, directly or after a redirect', async () => {
    const url = await serve((request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.2:${request.socket.localPort}/` }).end()
    })
    const reason = 'Pages on a private network or on the server itself are not fetched.'
    const guarded = createOutbound({ allowPrivate: false })
    assert.deepEqual(await guarded.fetchImage(url), {
      ok: false,
      reason,
      retry: false,
      retryAfter: null,
      linkState: 'unknown',
    })
    assert.equal(site.requests.length, 0)

    const first = createOutbound({ allowPrivate: false, isAllowed: (address) => address === '127.0.0.1' })
    assert.deepEqual(await first.fetchImage(url), {
      ok: false,
      reason: `The page sends on to another address. ${reason}`,
      retry: false,
      retryAfter: null,
      linkState: 'unknown',
    })
    assert.equal(site.requests.length, 1)
  })

  it('is not fetched if the site answers with an error', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(404, { 'Content-Type': 'image/png' }).end('x'),
    )
    assert.equal((await open.fetchImage(url)).ok, false)
  })
})
