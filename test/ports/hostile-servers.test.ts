import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { createOutbound, type FetchedPage, type FetchFailure } from '../../src/ports/outbound.ts'
import { createOwnAddress } from '../../src/ports/own-address.ts'
import { eventually } from '../support/eventually.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { makeCertificate } from './certificate.ts'

const MEGABYTE = 1024 * 1024
const CAPTURE = 'Open it in your browser and save it with the extension.'
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

const INTERIM = `The site sent more than 20 interim answers before the page. ${CAPTURE}`
const FAULT = 'The site has a fault of its own (500).'
const BROKEN_OFF = 'The site broke off the connection before the page was whole.'
const TOO_MANY_HEADERS = `The site sent more headers than can be read. ${CAPTURE}`
const NO_ANSWER = 'The site did not answer within 0.2 seconds.'
const TOO_SLOW = 'The page did not arrive within 0.4 seconds.'

const defaultOutbound = createOutbound({ allowPrivate: true })
const outboundWithShortTimeout = createOutbound({ allowPrivate: true, timeout: 400 })
const outboundWithShortResponseTimeout = createOutbound({ allowPrivate: true, responseTimeout: 200 })

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** What a server does with a connection once a request came. */
type Attack = (socket: Socket) => void

describe('A hostile server', () => {
  let neighbour: WebServer
  const servers: Server[] = []
  before(async () => {
    neighbour = await startWebServer((_request, response) => response.end('hello'))
  })
  afterEach(() => servers.splice(0).forEach((server) => server.close()))
  after(() => neighbour.stop())

  /** Gives the address of a server that attacks, and what settles when it has no connection left. */
  async function attack(attack: Attack): Promise<{ url: string; closed: Promise<unknown> }> {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.once('data', () => attack(socket))
    })
    servers.push(server)
    return { url: `http://127.0.0.1:${await listen(server)}/`, closed }
  }

  /** Fetches while another page is fetched, which must come as if nothing were. */
  async function fetchBeside(url: string, outbound = defaultOutbound): Promise<FetchedPage | FetchFailure> {
    const [answer, other] = await Promise.all([outbound.fetchPage(url), outbound.fetchPage(neighbour.origin)])
    assert.ok(other.ok)
    assert.equal(other.body.toString(), 'hello')
    return answer
  }

  const refused: [what: string, attack: Attack, reason: string][] = [
    ['floods with 100 Continue', pour('HTTP/1.1 100 Continue\r\n\r\n'), INTERIM],
    ['floods with early hints', pour('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), INTERIM],
    ['sends headers without end', pour('a: b\r\n', OK), TOO_MANY_HEADERS],
    ['sends headers without text', pour('a:\r\n'.repeat(1000), OK), TOO_MANY_HEADERS],
    ['sends one header without end', pour('b', `${OK}a: `), TOO_MANY_HEADERS],
    ['sends a status line without end', pour('very '.repeat(99), 'HTTP/1.1 200 '), TOO_MANY_HEADERS],
    ['sends trailers without end', pour('a: b\r\n', `${CHUNKED}1\r\na\r\n0\r\n`), TOO_MANY_HEADERS],
    ['stretches a chunk', pour('a=b;', `${CHUNKED}1;`), unreadable('HPE_CHUNK_EXTENSIONS_OVERFLOW')],
    ['sends a chunk of no size', say(`${CHUNKED}zz\r\nabc`), unreadable('HPE_INVALID_CHUNK_SIZE')],
    [
      'sends a chunk of a size beyond numbers',
      say(`${CHUNKED}${'f'.repeat(40)}\r\nabc`),
      unreadable('HPE_INVALID_CHUNK_SIZE'),
    ],
    [
      'sends a page in chunks of a byte',
      pour('1\r\nx\r\n'.repeat(100), CHUNKED),
      `The site sent the page in pieces that are too small. ${CAPTURE}`,
    ],
    ['promises more than it sends', sayAndEnd(`${OK}Content-Length: 999\r\n\r\nabc`), BROKEN_OFF],
    ['promises a terabyte', sayAndEnd(`${OK}Content-Length: 1099511627776\r\n\r\nabc`), BROKEN_OFF],
    [
      'promises less than nothing',
      say(`${OK}Content-Length: -3\r\n\r\nabc`),
      unreadable('HPE_INVALID_CONTENT_LENGTH'),
    ],
    [
      'promises two lengths',
      say(`${OK}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`),
      unreadable('HPE_UNEXPECTED_CONTENT_LENGTH'),
    ],
    [
      'promises a length and chunks',
      say(`${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
      unreadable('HPE_INVALID_TRANSFER_ENCODING'),
    ],
    ['answers as HTTP/0.9', say('<p>hello'), unreadable('HPE_INVALID_CONSTANT')],
    [
      'answers with the preface of HTTP/2',
      say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      unreadable('HPE_INVALID_CONSTANT'),
    ],
    [
      'answers with the settings of HTTP/2',
      say(Buffer.from('000006040000000000000300000064', 'hex')),
      unreadable('HPE_INVALID_CONSTANT'),
    ],
    ['answers with 304 and a body', say('HTTP/1.1 304 Not Modified\r\n\r\nabc'), noPage('304 Not Modified')],
    ['answers with a status of zero', say('HTTP/1.1 000 OK\r\n\r\n'), noPage('0')],
    ['answers with a NUL', say(`${OK}a: \0\r\n\r\nabc`), unreadable('HPE_INVALID_HEADER_TOKEN')],
    ['keeps a connection after a fault', say('HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nabc'), FAULT],
    ['sends a fault without end', pour('oh no ', 'HTTP/1.1 500 No\r\n\r\n'), FAULT],
    [
      'sends on without end, with pages without end',
      pour('moved ', 'HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n'),
      `The page sends on more than 5 times, perhaps in a circle. ${CAPTURE}`,
    ],
    [
      'lists ten thousand compressions',
      say(`${OK}Content-Encoding: ${'gzip,'.repeat(10_000)}\r\n\r\nabc`),
      `The site compressed the page more than once. ${CAPTURE}`,
    ],
    [
      'asks two gigabytes of memory for a zstd window',
      say(`${OK}Content-Encoding: zstd\r\n\r\n`, Buffer.from('28b52ffd00a809000078', 'hex')),
      unreadable('ZSTD_error_frameParameter_windowTooLarge'),
    ],
  ]
  for (const [what, act, reason] of refused) {
    it(`is refused when it ${what}`, async () => {
      const { url, closed } = await attack(act)
      const response = await fetchBeside(url)
      assert.ok(!response.ok)
      assert.equal(response.reason, reason)
      await closed
    })
  }

  const slow: [what: string, attack: Attack, reason: string][] = [
    ['drips headers', drip('a: b\r\n', OK), NO_ANSWER],
    ['drips early hints', drip('HTTP/1.1 103 Early\r\n\r\n', '', 50), NO_ANSWER],
    ['drips a body of unsaid length', drip('a', `${OK}\r\n`), TOO_SLOW],
    ['drips chunks', drip('1\r\na\r\n', CHUNKED), TOO_SLOW],
    ['drips trailers', drip('a: b\r\n', `${CHUNKED}1\r\na\r\n0\r\n`), TOO_SLOW],
    [
      'drips an unknown length of nothing, compressed',
      say(`${OK}Content-Encoding: deflate\r\n\r\n`),
      TOO_SLOW,
    ],
    ['drips empty gzip members', drip(gzipSync(''), `${OK}Content-Encoding: gzip\r\n\r\n`), TOO_SLOW],
  ]
  for (const [what, act, reason] of slow) {
    it(`is disconnected when it ${what}`, async () => {
      const { url, closed } = await attack(act)
      const outbound = reason === NO_ANSWER ? outboundWithShortResponseTimeout : outboundWithShortTimeout
      assert.deepEqual(await fetchBeside(url, outbound), {
        ok: false,
        reason,
        retry: true,
        retryAfter: null,
        linkState: 'down',
      })
      await closed
    })
  }

  const brokenOff: [what: string, coding: string, text: string][] = [
    ['of unsaid length', 'identity', 'abc'],
    ['that has not begun', 'deflate', ''],
    ['of unsaid length, compressed', 'br', ''],
  ]
  for (const [what, coding, text] of brokenOff) {
    it(`causes a failure, not a short page, when it resets a body ${what}`, async () => {
      const { url } = await attack((socket) => {
        socket.write(`${OK}Content-Encoding: ${coding}\r\n\r\n${text}`, () => socket.resetAndDestroy())
      })
      const response = await fetchBeside(url)
      assert.ok(!response.ok)
      assert.equal(response.reason, BROKEN_OFF)
    })
  }

  const bounded: [what: string, attack: Attack, body: string][] = [
    ['sends more than it promised', say(`${OK}Content-Length: 3\r\n\r\nabcdef`), 'abc'],
    ['sends two answers', say(`${OK}Content-Length: 3\r\n\r\nabc`.repeat(2)), 'abc'],
    ['keeps the connection', say(`${OK}Connection: keep-alive\r\nContent-Length: 3\r\n\r\nabc`), 'abc'],
    ['sends a body with 204', say('HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc'), ''],
    ['sends a body with 205', say('HTTP/1.1 205 Reset Content\r\nContent-Length: 3\r\n\r\nabc'), 'abc'],
    [
      'says a type of 50,000 letters',
      sayAndEnd(`${OK}Content-Type: ${'a'.repeat(50_000)}/a\r\n\r\nabc`),
      'abc',
    ],
  ]
  for (const [what, act, body] of bounded) {
    it(`adds nothing to its page when it ${what}`, async () => {
      const { url, closed } = await attack(act)
      const response = await fetchBeside(url)
      assert.ok(response.ok)
      assert.deepEqual([response.body.toString(), response.mediaType, response.truncated], [body, '', false])
      await closed
    })
  }

  const zeros = Buffer.alloc(10 * MEGABYTE)
  const bombs: [coding: string, makeBomb: () => Buffer][] = [
    ['gzip', () => Buffer.concat(Array<Buffer>(100).fill(gzipSync(zeros)))],
    ['zstd', () => Buffer.concat(Array<Buffer>(100).fill(zstdCompressSync(zeros)))],
    ['br', () => brotliCompressSync(Buffer.alloc(200 * MEGABYTE), FAST)],
  ]
  for (const [coding, makeBomb] of bombs) {
    it(`fills no more than 10 MB of memory with a ${coding} bomb`, async () => {
      const bomb = makeBomb()
      const { url, closed } = await attack(say(`${OK}Content-Encoding: ${coding}\r\n\r\n`, bomb))
      const response = await fetchBeside(url)
      assert.ok(response.ok)
      assert.deepEqual([response.body.length, response.truncated], [10_485_760, true])
      assert.equal(response.body.buffer.byteLength, 10_485_760)
      await closed
    })
  }

  it('fills no memory beyond the page by sending it in small chunks', async () => {
    const { url, closed } = await attack(pour('5\r\nxxxxx\r\n'.repeat(100), CHUNKED))
    const small = createOutbound({ allowPrivate: true, maxBytes: 100_000 })
    const response = await fetchBeside(url, small)
    assert.ok(response.ok)
    assert.equal(response.body.toString(), 'x'.repeat(100_000))
    assert.equal(response.body.buffer.byteLength, 100_000)
    await closed
  })

  it('does not delay other pages, even if there are twenty such servers', async () => {
    const acts = [
      say(`${OK}Content-Encoding: gzip\r\n\r\n`),
      drip('a', `${OK}\r\n`, 1),
      drip('a: b\r\n', OK, 1),
      drip(gzipSync(''), `${OK}Content-Encoding: gzip\r\n\r\n`, 1),
    ]
    const sockets: Socket[] = []
    const attacks = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        attack((socket) => {
          sockets.push(socket)
          acts[index % acts.length]!(socket)
        }),
      ),
    )
    let ended = 0
    const answers = attacks.map(({ url }) => defaultOutbound.fetchPage(url).finally(() => (ended += 1)))
    await eventually(
      async () => sockets.length,
      (count) => count === 20,
    )
    const { ok } = await defaultOutbound.fetchPage(neighbour.origin)
    assert.deepEqual([ok, ended], [true, 0])
    for (const socket of sockets) socket.resetAndDestroy()
    for (const answer of await Promise.all(answers)) {
      assert.deepEqual(answer, {
        ok: false,
        reason: BROKEN_OFF,
        retry: true,
        retryAfter: null,
        linkState: 'down',
      })
    }
  })

  it('does not reach this service either by a body that never ends', async () => {
    const { url, closed } = await attack(drip('a', `${OK}\r\n`))
    assert.equal((await createOwnAddress(new URL(url).origin, { timeout: 200 }).ask('/')).ok, false)
    await closed
  })
})

describe('A site with TLS', () => {
  const { key, cert } = makeCertificate()
  let plain: WebServer
  let secure: HttpsServer
  let origin: string
  before(async () => {
    secure = createHttpsServer({ key, cert }, (request, response) => {
      if (request.url === '/page') return response.end('hello')
      response.writeHead(301, { Location: `${plain.origin}/page` }).end()
    })
    origin = `https://127.0.0.1:${await listen(secure)}`
    plain = await startWebServer((request, response) => {
      if (request.url === '/page') return response.end('hello')
      response.writeHead(301, { Location: `${origin}/page` }).end()
    })
  })
  after(async () => {
    secure.close()
    await plain.stop()
  })

  it('is refused if its certificate is not trusted, also after a redirect', async () => {
    for (const url of [origin, `${plain.origin}/secure`]) {
      assert.deepEqual(await defaultOutbound.fetchPage(url), {
        ok: false,
        reason: 'The security certificate of the site is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).',
        retry: false,
        retryAfter: null,
        linkState: 'down',
      })
    }
  })

  it('may redirect to one without, and the other way round, as in a browser', async () => {
    const usual = getCACertificates('default')
    setDefaultCACertificates([cert])
    const down = await defaultOutbound.fetchPage(`${origin}/plain`)
    const up = await defaultOutbound.fetchPage(`${plain.origin}/secure`)
    setDefaultCACertificates(usual)
    assert.ok(down.ok && up.ok)
    assert.deepEqual([down.url, down.body.toString()], [`${plain.origin}/page`, 'hello'])
    assert.deepEqual([up.url, up.body.toString()], [`${origin}/page`, 'hello'])
  })

  it('is disconnected if it never completes the handshake', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}))
    const port = await listen(server)
    assert.deepEqual(await outboundWithShortResponseTimeout.fetchPage(`https://127.0.0.1:${port}/`), {
      ok: false,
      reason: NO_ANSWER,
      retry: true,
      retryAfter: null,
      linkState: 'down',
    })
    server.close()
  })
})

/** Sends these pieces, and leaves the connection open. */
function say(...pieces: (string | Buffer)[]): Attack {
  return (socket) => pieces.forEach((piece) => socket.write(piece))
}

/** Sends a text, and nothing more. */
function sayAndEnd(text: string): Attack {
  return (socket) => void socket.end(text)
}

/** Sends a piece again and again, as fast as it is taken. */
function pour(piece: string | Buffer, beginning: string | Buffer = ''): Attack {
  const much = Buffer.concat(Array.from({ length: 100 }, () => Buffer.from(piece)))
  return (socket) => {
    const fill = () => {
      while (socket.writable && socket.write(much));
    }
    socket.on('drain', fill)
    socket.write(beginning)
    fill()
  }
}

/** Sends a piece again and again, with so many milliseconds between. */
function drip(piece: string | Buffer, beginning: string | Buffer, interval = 20): Attack {
  return (socket) => {
    socket.write(beginning)
    const timer = setInterval(() => socket.write(piece), interval)
    socket.on('close', () => clearInterval(timer))
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function unreadable(code: string): string {
  return `The site sent an answer that cannot be read (${code}). ${CAPTURE}`
}
function noPage(status: string): string {
  return `The site answered without a page (${status}). ${CAPTURE}`
}
