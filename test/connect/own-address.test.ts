import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { createOwnAddress, explainOwnAddressError } from '../../src/ports/own-address.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const MEGABYTE = 1024 * 1024

describe('A request of the service to its own address', () => {
  let server: WebServer
  before(async () => {
    server = await startWebServer((request, response) => {
      if (request.url === '/never') return
      if (request.url === '/away') return void response.writeHead(302, { location: '/elsewhere' }).end()
      if (request.url === '/slow') return void response.write('a beginning')
      if (request.url === '/large') return void response.end('x'.repeat(3 * MEGABYTE))
      response.setHeader('x-method', request.method ?? '')
      request.pipe(response)
    })
  })
  after(() => server.stop())

  it('is sent unchanged, and so is its response', async () => {
    const answer = await createOwnAddress(server.origin).ask('/echo?a=1', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: 'Grüße',
    })
    assert.ok(answer.ok)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-method'], 'POST')
    assert.equal(answer.text, 'Grüße')
    const requested = server.requests.at(-1)
    assert.equal(requested?.url, '/echo?a=1')
    assert.equal(requested?.headers['user-agent'], 'ReadingQueue/0.1 (connector check)')
    assert.equal(requested?.headers['content-type'], 'text/plain')
    assert.equal(requested?.headers['content-length'], '7')
    assert.equal(requested?.headers.cookie, undefined)
  })

  it('follows no redirect', async () => {
    const answer = await createOwnAddress(server.origin).ask('/away')
    assert.ok(answer.ok)
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.location, '/elsewhere')
    assert.ok(!server.requests.some(({ url }) => url === '/elsewhere'))
  })

  it('reads at most a megabyte', async () => {
    const answer = await createOwnAddress(server.origin).ask('/large')
    assert.ok(answer.ok)
    assert.equal(answer.text.length, MEGABYTE)
  })

  it('waits for the whole response, but not for ever', async () => {
    const { host } = new URL(server.origin)
    for (const path of ['/never', '/slow']) {
      assert.deepEqual(await createOwnAddress(server.origin, { timeout: 100 }).ask(path), {
        ok: false,
        isTls: false,
        reason: `${host} did not answer within 0.1 seconds. Perhaps a firewall drops what comes to ${server.origin}, or the proxy waits for a service that is not there. If other computers do reach it, only the way from this server to its own public address is closed.`,
      })
    }
  })

  it('goes to no other address', async () => {
    for (const path of ['@elsewhere.example/', '.elsewhere.example/']) {
      await assert.rejects(createOwnAddress('http://queue.example').ask(path), TypeError)
    }
  })
})

describe('A failed request to the own address is explained', () => {
  it('when nothing listens there', async () => {
    const server = await startWebServer(() => {})
    await server.stop()
    assert.deepEqual(await createOwnAddress(server.origin).ask('/'), {
      ok: false,
      isTls: false,
      reason: `127.0.0.1 refused the connection on port ${new URL(server.origin).port}. Start the service or proxy there, or correct BASE_URL.`,
    })
  })

  it('when there is no TLS', async (t) => {
    const server = await startWebServer((_, response) => response.end())
    t.after(() => server.stop())
    const { port } = new URL(server.origin)
    const answer = await createOwnAddress(`https://127.0.0.1:${port}`).ask('/')
    assert.deepEqual(answer, {
      ok: false,
      isTls: true,
      reason: `127.0.0.1:${port} does not speak TLS on port ${port} (EPROTO). Set up TLS in the proxy there, or correct BASE_URL.`,
    })
  })

  it('when the name does not resolve', async () => {
    // A label of 64 characters can be nobody's.
    const name = `${'a'.repeat(64)}.example`
    assert.deepEqual(await createOwnAddress(`https://${name}`).ask('/'), {
      ok: false,
      isTls: false,
      reason: `The name ${name} does not resolve. Give it a DNS record that leads to this server, or correct BASE_URL.`,
    })
  })

  const url = new URL('https://queue.example.org/mcp')
  const CERTIFICATE = 'The TLS certificate of queue.example.org is not valid'
  const ACCEPTED = 'Clients accept only one that is current, issued for this name and complete.'
  const reasons: [code: string, reason: string][] = [
    ['EAI_AGAIN', "The name queue.example.org could not be looked up. Check this server's DNS."],
    ['CERT_HAS_EXPIRED', `${CERTIFICATE}: it has expired (CERT_HAS_EXPIRED). ${ACCEPTED}`],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      `${CERTIFICATE}: it signed itself (DEPTH_ZERO_SELF_SIGNED_CERT). ${ACCEPTED}`,
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      `${CERTIFICATE}: it is for another name (ERR_TLS_CERT_ALTNAME_INVALID). ${ACCEPTED}`,
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      `${CERTIFICATE}: the certificate between it and its authority is not sent along (UNABLE_TO_VERIFY_LEAF_SIGNATURE). ${ACCEPTED}`,
    ],
    ['CERT_REVOKED', `${CERTIFICATE}: it cannot be verified (CERT_REVOKED). ${ACCEPTED}`],
    [
      'EHOSTUNREACH',
      'queue.example.org cannot be reached from this server (EHOSTUNREACH). Check its DNS record and the firewall.',
    ],
    [
      'ECONNRESET',
      'queue.example.org broke off the connection. Check that the proxy there speaks TLS on port 443.',
    ],
    [
      'HPE_INVALID_CONSTANT',
      'What answers on port 443 of queue.example.org does not speak HTTP (HPE_INVALID_CONSTANT). Correct the scheme or port of BASE_URL.',
    ],
    ['EMFILE', 'https://queue.example.org could not be asked (EMFILE).'],
  ]
  for (const [code, reason] of reasons) {
    test(`when the system says ${code}`, () => {
      assert.equal(explainOwnAddressError(url, Object.assign(new Error('no'), { code })), reason)
    })
  }

  test('but a bug of ours is not reported as a network failure', () => {
    assert.throws(() => explainOwnAddressError(url, new TypeError('x is not a function')), TypeError)
  })
})
