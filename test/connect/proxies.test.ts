import assert from 'node:assert/strict'
import { setUpCode } from '../../src/accounts/sign-up-policy.ts'
import { after, before, describe, it } from 'node:test'
import { signUp } from '../support/agent.ts'
import { ENGINES, startService } from '../support/service.ts'
import { type Bend, onPath, passOn, type Proxied, startBehindProxy } from './proxy.ts'
import { ALL_OK, failedAt, keptRows, NOTHING, pressCheck, stepsOn } from './steps.ts'

type Mistake = {
  name: string
  bend: Bend
  step: number
  /** What the page says, for the proxy's address. */
  problem: (base: string) => string
}

const ANOTHER_PROGRAM =
  'Another program answers there: let the proxy pass every path of this address on to Reading Queue, or correct BASE_URL.'
const AS_IT_IS =
  'Clients do not follow it. Let the proxy pass this path on as it is, without adding a slash or changing host or scheme; if it forces another host, BASE_URL must be that one.'

const MISTAKES: Mistake[] = [
  {
    name: 'strips Authorization',
    bend: { request: (headers) => delete headers.authorization },
    step: 6,
    problem: (base) =>
      `${base}/mcp answered 401 as if no token had been sent. The proxy strips the Authorization header: let it pass.`,
  },
  {
    name: 'puts a password of its own into Authorization',
    bend: {
      request(headers) {
        if (headers.authorization) headers.authorization = 'Bearer something-else'
      },
    },
    step: 6,
    problem: (base) =>
      `${base}/mcp refused the token that ${base} issued a moment ago (401, invalid_token). The proxy alters the Authorization header, or another service or database answers at this path.`,
  },
  {
    name: 'strips WWW-Authenticate',
    bend: { answer: (headers) => delete headers['www-authenticate'] },
    step: 3,
    problem: (base) =>
      `${base}/mcp answered 401 without WWW-Authenticate, the header that tells clients where to sign in. The proxy strips it: let it pass.`,
  },
  {
    name: 'asks for a password of its own at /mcp',
    bend: {
      instead: onPath('/mcp', 401, { headers: { 'www-authenticate': 'Basic realm="staff"' } }),
    },
    step: 3,
    problem: (base) =>
      `${base}/mcp answered with a WWW-Authenticate header that does not name ${base}/.well-known/oauth-protected-resource/mcp, but is “Basic realm="staff"”. The proxy rewrites it or asks for a password of its own: let the header pass as it is.`,
  },
  {
    name: 'leads everything to a web page',
    bend: {
      instead: onPath('/', 200, {
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>Hi</title>',
      }),
    },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-protected-resource/mcp answered with a web page (HTML, 200). ${ANOTHER_PROGRAM}`,
  },
  {
    name: 'leads everything to a program that is no web page either',
    bend: { instead: onPath('/', 200, { headers: { 'content-type': 'text/plain' }, body: 'pong' }) },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-protected-resource/mcp did not answer with JSON. ${ANOTHER_PROGRAM}`,
  },
  {
    name: 'redirects to another host',
    bend: { instead: onPath('/', 301, { headers: { location: 'https://www.queue.example.org/' } }) },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-protected-resource/mcp answered with a redirect (301) to https://www.queue.example.org/. ${AS_IT_IS}`,
  },
  {
    name: 'adds a slash to /mcp',
    bend: { instead: onPath('/mcp', 308, { headers: { location: '/mcp/' } }) },
    step: 3,
    problem: (base) => `${base}/mcp answered with a redirect (308) to /mcp/. ${AS_IT_IS}`,
  },
  {
    name: 'rewrites the issuer',
    bend: { body: (text) => text.replace(/"issuer":"[^"]*"/, '"issuer":"http://10.0.0.5:3000"') },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-authorization-server has http://10.0.0.5:3000 as its issuer; it must be ${base}. Either another service answers at this address, or a proxy rewrites what passes through. BASE_URL must be exactly the address that clients use.`,
  },
  {
    name: 'drops the resource',
    bend: { body: (text) => text.replace(/"resource":"[^"]*",/, '') },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-protected-resource/mcp has no resource; it must be ${base}/mcp. Either another service answers at this address, or a proxy rewrites what passes through. BASE_URL must be exactly the address that clients use.`,
  },
  {
    name: 'keeps /.well-known to itself',
    bend: {
      instead: onPath('/.well-known/', 404, {
        headers: { 'content-type': 'text/html' },
        body: '<html>nginx</html>',
      }),
    },
    step: 2,
    problem: (base) =>
      `${base}/.well-known/oauth-protected-resource/mcp answered 404. The proxy does not pass /.well-known on: let every path through.`,
  },
  {
    name: 'does not pass registration on',
    bend: { instead: onPath('/oauth/register', 404) },
    step: 4,
    problem: (base) =>
      `${base}/oauth/register answered 404. The proxy does not pass this path on: let every path through.`,
  },
  {
    name: 'keeps programs out with a robot check',
    bend: {
      instead: onPath('/oauth/token', 403, {
        headers: { 'content-type': 'text/html' },
        body: '<html>Robot?</html>',
      }),
    },
    step: 5,
    problem: (base) =>
      `${base}/oauth/token answered 403. Something in front of Reading Queue keeps programs out, such as a firewall, a robot check or a password: let this path through.`,
  },
  {
    name: 'does not reach the service',
    bend: {
      instead: onPath('/oauth/revoke', 502, {
        headers: { 'content-type': 'text/html' },
        body: '<html>Bad</html>',
      }),
    },
    step: 7,
    problem: (base) =>
      `${base}/oauth/revoke answered 502. The proxy does not reach Reading Queue: check the host and port that it passes requests on to.`,
  },
  {
    name: 'takes a token back by itself and tells nobody',
    bend: {
      instead: onPath('/oauth/revoke', 200, { headers: { 'content-type': 'application/json' }, body: '{}' }),
    },
    step: 7,
    problem: (base) =>
      `${base}/oauth/revoke answered 200, but the token still works. Another program answers there: let the proxy pass it on.`,
  },
  {
    name: 'answers with an error that nobody foresaw',
    bend: {
      instead: onPath('/oauth/token', 418, {
        headers: { 'content-type': 'application/json' },
        body: '{"error":"teapot","error_description":"Short and stout."}',
      }),
    },
    step: 5,
    problem: (base) =>
      `${base}/oauth/token answered 418 (teapot: Short and stout.). Clients can’t continue after that.`,
  },
  {
    name: 'closes the connection',
    bend: {
      instead(_, response) {
        response.socket?.destroy()
        return true
      },
    },
    step: 2,
    problem: (base) =>
      `${new URL(base).host} broke off the connection. Check that the proxy there speaks plain http on port ${new URL(base).port}.`,
  },
]

for (const engine of ENGINES) {
  describe(`The connector check behind a proxy, on ${engine}`, () => {
    it('succeeds through a working proxy', async () => {
      const behind = await startBehindProxy(engine, {})
      try {
        assert.deepEqual(stepsOn(await pressCheck(await signUp(behind.socket))), ALL_OK)
        const requested = behind.proxy.requests.map(({ method, url }) => `${method} ${url}`)
        assert.deepEqual(requested, [
          'GET /.well-known/oauth-protected-resource/mcp',
          'GET /.well-known/oauth-authorization-server',
          'POST /mcp',
          'POST /oauth/register',
          'POST /oauth/token',
          'POST /mcp',
          'POST /oauth/revoke',
          'POST /mcp',
        ])
      } finally {
        await behind.stop()
      }
    })

    // What a proxy gets wrong is known before anything is stored.
    if (engine === 'sqlite')
      describe('detects a proxy that', () => {
        let behind: Proxied
        let mistake: Bend = {}
        before(async () => {
          behind = await startBehindProxy(engine, {
            instead: (asked, response) => mistake.instead?.(asked, response) ?? false,
            request: (headers) => mistake.request?.(headers),
            answer: (headers) => mistake.answer?.(headers),
            body: (text) => mistake.body?.(text) ?? text,
          })
        })
        after(() => behind.stop())

        for (const { name, bend, step, problem } of MISTAKES) {
          it(name, async () => {
            mistake = bend
            const page = await pressCheck(await signUp(behind.socket))
            assert.deepEqual(stepsOn(page), failedAt(step, problem(behind.proxy.origin)))
            assert.match(page.text, /<h1>The connector doesn’t work yet<\/h1>/)
            assert.deepEqual(await keptRows(behind.service), NOTHING)
            assert.equal(behind.service.logged(), '')
          })
        }
      })

    it('detects a missing service', async () => {
      const behind = await startBehindProxy(engine, {})
      await behind.proxy.stop()
      try {
        const { port } = new URL(behind.proxy.origin)
        assert.deepEqual(
          stepsOn(await pressCheck(await signUp(behind.socket))),
          failedAt(
            2,
            `127.0.0.1 refused the connection on port ${port}. Start the service or proxy there, or correct BASE_URL.`,
          ),
        )
      } finally {
        await behind.service.stop()
      }
    })

    it('detects a service that leads registration to another one', async () => {
      let other: Awaited<ReturnType<typeof startService>> | undefined
      const behind = await startBehindProxy(engine, {
        instead(asked, response) {
          if (!other || asked.url !== '/oauth/register') return false
          passOn(other.baseUrl, { asked, response })
          return true
        },
      })
      other = await startService(engine)
      try {
        assert.deepEqual(
          stepsOn(await pressCheck(await signUp(behind.socket))),
          failedAt(
            4,
            `${behind.proxy.origin}/oauth/register registered a client that this service does not know. Another service answers at this address, or an instance with another database.`,
          ),
        )
      } finally {
        await behind.stop()
        await other.stop()
      }
    })

    it('deletes a registration whose response was lost', async () => {
      const behind = await startBehindProxy(engine, {
        body: (text) => (text.includes('"client_id"') ? 'lost' : text),
      })
      try {
        assert.deepEqual(
          stepsOn(await pressCheck(await signUp(behind.socket))),
          failedAt(4, `${behind.proxy.origin}/oauth/register did not answer with JSON. ${ANOTHER_PROGRAM}`),
        )
        assert.deepEqual(await keptRows(behind.service), NOTHING)
      } finally {
        await behind.stop()
      }
    })

    it('shows the other side’s response as text, and truncated', async () => {
      const behind = await startBehindProxy(engine, {
        instead: onPath('/', 302, { headers: { location: `/<script>alert(1)</script>${'x'.repeat(5000)}` } }),
      })
      try {
        const page = await pressCheck(await signUp(behind.socket))
        assert.doesNotMatch(page.text, /<script>/)
        assert.match(stepsOn(page)[1]?.problem ?? '', /to \/<script>alert\(1\)<\/script>x{173}…\. Clients/)
      } finally {
        await behind.stop()
      }
    })

    it('sends no request to plain http beyond this computer', async () => {
      const env = { BASE_URL: 'http://queue.example.org', ALLOW_INSECURE_HTTP: '1' }
      const behind = await startBehindProxy(engine, {}, env)
      try {
        assert.deepEqual(
          stepsOn(
            await pressCheck(
              await signUp(behind.socket, undefined, {
                set_up_code: setUpCode(behind.service.running.services.seal),
              }),
            ),
          ),
          failedAt(
            1,
            'http://queue.example.org is plain http, which clients refuse beyond their own computer. Put a proxy with TLS in front and set BASE_URL to its https address.',
          ),
        )
      } finally {
        await behind.stop()
      }
    })
  })
}
