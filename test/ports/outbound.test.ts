import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  type InputType,
} from 'node:zlib'
import type { Resolve } from '../../src/ports/address-guard.ts'
import { explainError } from '../../src/ports/fetch-error.ts'
import { createOutbound } from '../../src/ports/outbound.ts'
import type { FetchedPage, FetchFailure } from '../../src/ports/outbound.ts'

const open = createOutbound({ allowPrivate: true })
const PRIVATE = 'Pages on a private network or on the server itself are not fetched.'
const HOP = 'The page sends on to another address.'

const CODINGS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const

suite('A page', () => {
  test('comes with its final address, type, charset and body', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      if (request.url === '/old') return response.writeHead(301, { Location: 'new?q=1' }).end()
      response.writeHead(200, { 'Content-Type': 'Text/HTML; charset="Shift_JIS"' }).end('<p>hello')
    })
    assert.deepEqual(await open.fetchPage(`${origin}/old`), {
      ok: true,
      url: `${origin}/new?q=1`,
      mediaType: 'text/html',
      charset: 'shift_jis',
      etag: null,
      lastModified: null,
      body: Buffer.from('<p>hello'),
      truncated: false,
    })
  })

  test('may come without a type or a body', async (t) => {
    const { origin } = await serve(t, (_request, response) => response.writeHead(204).end())
    const page = await fetched(`${origin}/`)
    assert.deepEqual([page.mediaType, page.charset, page.body.length], ['', undefined, 0])
  })

  test('is requested with our own user agent, without cookies or credentials, also after a redirect', async (t) => {
    const { origin, requests } = await serve(t, (request, response) => {
      if (request.url === '/page') return response.end()
      const location = `http://tom:secret@${request.headers.host}/page`
      response.writeHead(302, { Location: location, 'Set-Cookie': 'a=1; Path=/' }).end()
    })
    const page = await fetched(origin.replace('://', '://ann:secret@'))
    assert.equal(page.url, `${origin}/page`)
    const host = new URL(origin).host
    const headers = {
      'user-agent': 'ReadingQueue/0.1 (+link reader)',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'accept-language': 'en, *;q=0.5',
      accept:
        'text/html,application/xhtml+xml,application/pdf;q=0.9,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.8',
      host,
      connection: 'close',
    }
    assert.deepEqual(
      requests.map(({ headers }) => Object.fromEntries(Object.entries(headers))),
      [headers, headers],
    )
  })

  const encoders: [coding: string, encode: (text: InputType) => Buffer][] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP, identity', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['utf-8', (text) => Buffer.from(text.toString())],
  ]
  for (const [coding, encode] of encoders) {
    test(`is decompressed when it comes as ${coding} from ${encode.name || 'a server that mislabels it'}`, async (t) => {
      const text = '<title>Hello</title>'.repeat(5000)
      const { origin } = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding }).end(encode(text))
      })
      assert.equal((await fetched(origin)).body.toString(), text)
    })
  }

  for (const [coding, encode] of encoders.slice(0, 7)) {
    test(`may be empty although it claims to be compressed (${coding}, ${encode.name})`, async (t) => {
      const { origin } = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding }).end()
      })
      assert.equal((await fetched(origin)).body.length, 0)
    })
  }

  test('is read up to where its compressed data breaks off', async (t) => {
    const { origin } = await serve(t, (_request, response) => {
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync('hello '.repeat(99)).subarray(0, -8))
    })
    assert.equal((await fetched(origin)).body.toString(), 'hello '.repeat(99))
  })

  test('may come with 50 KB of headers', async (t) => {
    const { origin } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Security-Policy': 'x'.repeat(50_000) }).end('hello')
    })
    assert.equal((await fetched(origin)).body.toString(), 'hello')
  })

  test('may come from a private name if private addresses are allowed', async (t) => {
    const { port } = await serve(t, (request, response) => response.end(request.headers.host))
    assert.equal((await fetched(`http://localhost:${port}/`)).body.toString(), `localhost:${port}`)
  })

  test('may be redirected to an address in raw UTF-8', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      if (request.url !== '/') return response.end()
      response.writeHead(302, { Location: Buffer.from('/grün').toString('latin1') }).end()
    })
    assert.equal((await fetched(origin)).url, `${origin}/gr%C3%BCn`)
  })
})

suite('A body beyond the limit', () => {
  const limited = createOutbound({ allowPrivate: true, maxBytes: 100_000 })

  test('is cut when it never ends', async (t) => {
    const { origin } = await serve(t, (_request, response) => {
      const fill = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', fill)
      fill()
    })
    const { body, truncated } = await fetched(origin, limited)
    assert.equal(body.toString(), 'x'.repeat(100_000))
    assert.equal(truncated, true)
  })

  test('is cut at 10 MB by default', async (t) => {
    const { origin } = await serve(t, (_request, response) => response.end(Buffer.alloc(10_485_761)))
    const { body, truncated } = await fetched(origin)
    assert.deepEqual([body.length, truncated], [10_485_760, true])
  })

  test('is not reported for a body of exactly the limit', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      const body = Buffer.alloc(100_000, 'x')
      if (request.url === '/') return response.end(body)
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(body))
    })
    for (const path of ['/', '/gzip']) {
      const { body, truncated } = await fetched(origin + path, limited)
      assert.deepEqual([body.length, truncated], [100_000, false])
    }
  })

  const pdfs: [what: string, headers: Record<string, string>][] = [
    ['says its length', { 'Content-Type': 'application/pdf', 'Content-Length': '10485761' }],
    ['says no length', { 'Content-Type': 'application/pdf; charset=binary' }],
    ['comes under a general type', { 'Content-Type': 'application/octet-stream' }],
  ]
  for (const [what, headers] of pdfs) {
    test(`is refused if it is a PDF that ${what}, since a cut PDF can't be read`, async (t) => {
      const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_485_761 - 9, 'x')])
      const { origin } = await serve(t, (_request, response) => response.writeHead(200, headers).end(pdf))
      assert.deepEqual(await failed(origin), {
        ok: false,
        reason: 'The PDF is larger than 10 MB, the most that is kept. Open it in your browser to read it.',
        retry: false,
        retryAfter: null,
        linkState: 'alive',
      })
    })
  }

  for (const [coding, encode] of CODINGS) {
    test(`is cut when a ${coding} bomb is decompressed, without waiting for its end`, async (t) => {
      const bomb = encode(Buffer.alloc(10_000_000))
      const { origin, closed } = await serve(t, (_request, response) => {
        // Never ended: only who stops early gets done.
        response.writeHead(200, { 'Content-Encoding': coding }).write(bomb)
      })
      const { body, truncated } = await fetched(origin, limited)
      assert.deepEqual([body.length, truncated], [100_000, true])
      await closed
    })
  }

  test('is cut when compressed input continues without any output', async (t) => {
    const { origin, closed } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      const nothing = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('')))
      const fill = () => {
        while (response.write(nothing));
      }
      response.on('drain', fill)
      fill()
    })
    const { body, truncated } = await fetched(origin, limited)
    assert.deepEqual([body.length, truncated], [0, true])
    await closed
  })
})

suite('Fetching a page fails', () => {
  const statuses: [status: number, reason: string, retry: boolean][] = [
    [
      404,
      'The page was not found (404). A web archive may still have it, web.archive.org for example.',
      false,
    ],
    [
      410,
      'The page was not found (410). A web archive may still have it, web.archive.org for example.',
      false,
    ],
    [401, keptOut(401), false],
    [403, keptOut(403), false],
    [407, keptOut(407), false],
    [408, 'The site did not want to answer just now (408).', true],
    [
      429,
      'The site asks for fewer requests and did not answer this one (429). Open it in your browser and save it with the extension.',
      true,
    ],
    [
      451,
      'The page is withheld for legal reasons (451), perhaps only where this service runs. Open it in your browser and save it with the extension.',
      false,
    ],
    [
      418,
      "The site answered without a page (418 I'm a Teapot). Open it in your browser and save it with the extension.",
      false,
    ],
    [
      304,
      'The site answered without a page (304 Not Modified). Open it in your browser and save it with the extension.',
      false,
    ],
    [
      999,
      'The site answered without a page (999). Open it in your browser and save it with the extension.',
      false,
    ],
    [500, 'The site has a fault of its own (500).', true],
    [503, 'The site has a fault of its own (503).', true],
    [522, 'The site has a fault of its own (522).', true],
  ]
  for (const [status, reason, retry] of statuses) {
    test(`when the site answers ${status}`, async (t) => {
      const { origin } = await serve(t, (_request, response) => response.writeHead(status).end('sorry'))
      const isDown = retry && status !== 429
      const linkState = [404, 410].includes(status) ? 'gone' : isDown ? 'down' : 'alive'
      const failure = { ok: false, reason, retry, retryAfter: null, linkState }
      assert.deepEqual(await open.fetchPage(origin), failure)
      assert.deepEqual(await open.checkLink(origin, async () => true), failure)
    })
  }

  test('when its redirects form a loop, after five of them', async (t) => {
    const { origin, requests } = await serve(t, (_request, response) => {
      response.writeHead(302, { Location: '/' }).end()
    })
    assert.deepEqual(await open.fetchPage(origin), {
      ok: false,
      reason:
        'The page sends on more than 5 times, perhaps in a circle. Open it in your browser and save it with the extension.',
      retry: false,
      retryAfter: null,
      linkState: 'down',
    })
    assert.equal(requests.length, 6)
  })

  test('when the host name does not exist', async () => {
    const outbound = createOutbound({
      allowPrivate: true,
      resolve: (_name, done) => done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []),
    })
    assert.deepEqual(await outbound.fetchPage('http://nobody.example/'), {
      ok: false,
      reason:
        "This site's name could not be found. The link may be mistyped, the site gone, or this service offline.",
      retry: false,
      retryAfter: null,
      linkState: 'down',
    })
  })

  test('when the host name has no address', async () => {
    const outbound = createOutbound({ allowPrivate: true, resolve: (_name, done) => done(null, []) })
    const { reason } = await failed('http://nobody.example/', outbound)
    assert.equal(
      reason,
      "This site's name could not be found. The link may be mistyped, the site gone, or this service offline.",
    )
  })

  test('when nothing listens on the port', async (t) => {
    const { origin, server } = await serve(t, () => {})
    await new Promise((done) => server.close(done))
    assert.deepEqual(await open.fetchPage(origin), {
      ok: false,
      reason: 'The site refused the connection.',
      retry: true,
      retryAfter: null,
      linkState: 'down',
    })
  })

  test('when the site does not speak TLS', async (t) => {
    const { origin } = await serve(t, () => {})
    const { reason, retry } = await failed(origin.replace('http:', 'https:'))
    assert.match(reason, /^No secure connection to the site could be made \([A-Z_]+\)\.$/)
    assert.equal(retry, false)
  })

  const errors: [code: string, reason: string, retry: boolean][] = [
    ['EAI_AGAIN', 'The name of the site could not be looked up just now.', true],
    ['EHOSTUNREACH', 'The site could not be reached.', true],
    ['CERT_HAS_EXPIRED', 'The security certificate of the site is not valid (CERT_HAS_EXPIRED).', false],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The security certificate of the site is not valid (ERR_TLS_CERT_ALTNAME_INVALID).',
      false,
    ],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'The security certificate of the site is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).',
      false,
    ],
    ['EMFILE', 'The page could not be fetched (EMFILE).', true],
  ]
  for (const [code, reason, retry] of errors) {
    test(`when the system reports ${code}`, () => {
      const { message, retry: mayRetry } = explainError(Object.assign(new Error('no'), { code }))
      assert.deepEqual([message, mayRetry], [reason, retry])
    })
  }

  test('but a bug of this service is not reported as a fault of the site', () => {
    assert.throws(() => explainError(new TypeError('x is not a function')), TypeError)
  })

  test('when the connection is closed in the middle of the page', async (t) => {
    const { origin } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy())
    })
    assert.deepEqual(await open.fetchPage(origin), {
      ok: false,
      reason: 'The site broke off the connection before the page was whole.',
      retry: true,
      retryAfter: null,
      linkState: 'down',
    })
  })

  for (const [coding, encode] of CODINGS) {
    test(`when the connection is closed in the middle of a page compressed as ${coding}`, async (t) => {
      const { origin } = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding, 'Content-Length': 100 })
        response.write(encode('half of it').subarray(0, 6), () => response.destroy())
      })
      const { reason } = await failed(origin)
      assert.equal(reason, 'The site broke off the connection before the page was whole.')
    })
  }

  test('when its compressed data is invalid', async (t) => {
    for (const coding of ['gzip', 'deflate', 'br', 'zstd']) {
      const { origin } = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding }).end(Buffer.alloc(99, 0xff))
      })
      const { reason, retry } = await failed(origin)
      assert.match(reason, /^The site sent an answer that cannot be read \(.+\)\. Open it in your browser/)
      assert.equal(retry, false)
    }
  })

  test('when the page is compressed twice', async (t) => {
    const { origin, closed } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).write(gzipSync(gzipSync('hello')))
    })
    assert.equal(
      (await failed(origin)).reason,
      'The site compressed the page more than once. Open it in your browser and save it with the extension.',
    )
    await closed
  })

  const answers: [what: string, answer: string, reason: RegExp][] = [
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', /^The site sent an answer that cannot be read \(HPE_/],
    ['is nothing', '', /^The site broke off the connection before the page was whole\.$/],
    [
      'has no end of headers',
      `HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`,
      /^The site sent more headers than can be read\./,
    ],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      /^The site closed the connection without an answer\.$/,
    ],
  ]
  for (const [what, answer, reason] of answers) {
    test(`when its answer ${what}`, async (t) => {
      const server = createSocketServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(answer))
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      t.after(() => server.close())
      assert.match((await failed(`http://127.0.0.1:${portOf(server.address())}/`)).reason, reason)
    })
  }

  test('when the site does not answer', async (t) => {
    const { origin, closed } = await serve(t, () => {})
    const outboundWithShortTimeout = createOutbound({ allowPrivate: true, responseTimeout: 200 })
    assert.deepEqual(await outboundWithShortTimeout.fetchPage(origin), {
      ok: false,
      reason: 'The site did not answer within 0.2 seconds.',
      retry: true,
      retryAfter: null,
      linkState: 'down',
    })
    await closed
  })

  for (const coding of ['identity', 'gzip', 'deflate', 'br']) {
    test(`when the body drips too slowly (${coding})`, async (t) => {
      const { origin, closed } = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding }).flushHeaders()
        const drip = setInterval(() => response.write(Buffer.of(0x1f)), 20)
        response.on('close', () => clearInterval(drip))
        if (coding !== 'identity') clearInterval(drip)
      })
      const outboundWithShortTimeout = createOutbound({ allowPrivate: true, timeout: 200 })
      assert.deepEqual(await outboundWithShortTimeout.fetchPage(origin), {
        ok: false,
        reason: 'The page did not arrive within 0.2 seconds.',
        retry: true,
        retryAfter: null,
        linkState: 'down',
      })
      await closed
    })
  }

  test('when looking up the name takes too long', async () => {
    const outboundWithShortTimeout = createOutbound({ allowPrivate: true, timeout: 50, resolve: () => {} })
    const keepAlive = setInterval(() => {}, 1000)
    const { reason } = await failed('http://slow.example/', outboundWithShortTimeout)
    clearInterval(keepAlive)
    assert.equal(reason, 'The page did not arrive within 0.05 seconds.')
  })
})

suite('Private addresses are refused:', () => {
  const guarded = createOutbound({ allowPrivate: false })

  const addresses = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://127.0.0.1./',
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://metadata.google.internal./',
    'http://printer.local/',
    'http://user:pass@10.0.0.1/',
  ]
  for (const address of addresses) {
    test(address, async () => {
      assert.deepEqual(await guarded.fetchPage(address), {
        ok: false,
        reason: PRIVATE,
        retry: false,
        retryAfter: null,
        linkState: 'unknown',
      })
    })
  }

  const others: [address: string, reason: string][] = [
    ['ftp://example.org/', 'Only http and https addresses can be fetched.'],
    ['file:///etc/passwd', 'Only http and https addresses can be fetched.'],
    ['data:text/html,hello', 'Only http and https addresses can be fetched.'],
    ['example.org', 'It is not a full web address.'],
    ['http://example.org:22/', 'Port 22 belongs to a service that is not a web server.'],
    ['https://example.org:6379/', 'Port 6379 belongs to a service that is not a web server.'],
    ['http://example.org:25/', 'Port 25 belongs to a service that is not a web server.'],
  ]
  for (const [address, reason] of others) {
    test(address, async () => {
      assert.deepEqual(await guarded.fetchPage(address), {
        ok: false,
        reason,
        retry: false,
        retryAfter: null,
        linkState: 'unknown',
      })
      assert.deepEqual(await open.fetchPage(address), {
        ok: false,
        reason,
        retry: false,
        retryAfter: null,
        linkState: 'unknown',
      })
    })
  }

  const hops: [location: (port: number) => string, reason: string][] = [
    [(port) => `http://127.0.0.2:${port}/`, `${HOP} ${PRIVATE}`],
    [(port) => `http://127.2:${port}/`, `${HOP} ${PRIVATE}`],
    [(port) => `//[::1]:${port}/`, `${HOP} ${PRIVATE}`],
    [(port) => `http://localhost:${port}/`, `${HOP} ${PRIVATE}`],
    [(port) => `http://inside.example:${port}/`, `${HOP} ${PRIVATE}`],
    [() => 'http://127.0.0.1:22/', `${HOP} Port 22 belongs to a service that is not a web server.`],
    [() => 'file:///etc/passwd', `${HOP} Only http and https addresses can be fetched.`],
    [() => 'javascript:alert(1)', `${HOP} Only http and https addresses can be fetched.`],
    [() => 'http://', `${HOP} It is not a full web address.`],
  ]
  for (const [location, reason] of hops) {
    test(`a redirect to ${location(8080)}`, async (t) => {
      const { origin, port, requests } = await serve(t, (_request, response) => {
        response.writeHead(307, { Location: location(port) }).end()
      })
      const outbound = onlyFirstLoopback({ 'inside.example': ['127.0.0.2'] })
      assert.deepEqual(await outbound.fetchPage(origin), {
        ok: false,
        reason,
        retry: false,
        retryAfter: null,
        linkState: 'unknown',
      })
      assert.equal(requests.length, 1)
    })
  }

  test('a name that resolves to a private address', async (t) => {
    const { port, requests } = await serve(t, (_request, response) => response.end())
    const guarded = createOutbound({
      allowPrivate: false,
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const { reason } = await failed(`http://pages.example:${port}/`, guarded)
    assert.equal(reason, PRIVATE)
    assert.equal(requests.length, 0)
  })

  test('a name with any private address', async (t) => {
    const { port, requests } = await serve(t, (_request, response) => response.end())
    const outbound = onlyFirstLoopback({ 'mixed.example': ['127.0.0.1', '127.0.0.2'] })
    assert.equal((await failed(`http://mixed.example:${port}/`, outbound)).reason, PRIVATE)
    assert.equal(requests.length, 0)
  })

  test('a name that becomes private between two hops', async (t) => {
    const { port, requests } = await serve(t, (_request, response) => {
      response.writeHead(302, { Location: '/again' }).end()
    })
    const answers = ['127.0.0.1', '127.0.0.2']
    const outbound = createOutbound({
      allowPrivate: false,
      isAllowed: (address) => address === '127.0.0.1',
      resolve: (_name, done) => done(null, [{ address: answers.shift()!, family: 4 }]),
    })
    assert.equal((await failed(`http://rebinding.example:${port}/`, outbound)).reason, `${HOP} ${PRIVATE}`)
    assert.equal(requests.length, 1)
  })

  test('but an allowed page is fetched from the very address that was checked', async (t) => {
    const { port } = await serve(t, (request, response) => response.end(request.headers.host))
    const lookups: string[] = []
    const outbound = createOutbound({
      allowPrivate: false,
      isAllowed: (address) => address === '127.0.0.1',
      resolve: (name, done) => {
        lookups.push(name)
        done(null, [{ address: lookups.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
      },
    })
    const page = await fetched(`http://pages.example:${port}/`, outbound)
    assert.equal(page.body.toString(), `pages.example:${port}`)
    assert.deepEqual(lookups, ['pages.example'])
  })
})

/** Lets requests reach 127.0.0.1 alone, so that 127.0.0.2 stands for a private address. */
function onlyFirstLoopback(names: Record<string, string[]>) {
  const resolve: Resolve = (name, done) => {
    const addresses = names[name] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }
  return createOutbound({ allowPrivate: false, isAllowed: (address) => address === '127.0.0.1', resolve })
}

function keptOut(status: number): string {
  return `The site wants a sign-in or keeps robots out (${status}). Open it in your browser and save it with the extension.`
}

async function fetched(url: string, outbound = open): Promise<FetchedPage> {
  const page = await outbound.fetchPage(url)
  assert(page.ok, `Not fetched: ${JSON.stringify(page)}`)
  return page
}

async function failed(url: string, outbound = open): Promise<FetchFailure> {
  const page = await outbound.fetchPage(url)
  assert(!page.ok, 'Fetched all the same.')
  return page
}

/** Serves on loopback for one test; `closed` settles when a connection that was served is gone. */
async function serve(t: TestContext, listener: RequestListener) {
  const requests: Parameters<RequestListener>[0][] = []
  const gone = Promise.withResolvers<void>()
  const server: Server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  server.on('connection', (socket) => socket.on('close', () => gone.resolve()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const port = portOf(server.address())
  return { origin: `http://127.0.0.1:${port}`, port, server, requests, closed: gone.promise }
}

function portOf(address: AddressInfo | string | null): number {
  assert(address !== null && typeof address === 'object')
  return address.port
}
