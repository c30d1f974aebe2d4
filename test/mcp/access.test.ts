import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import {
  bearer,
  modernHeaders,
  modernMessage,
  postMcp,
  readAnswer,
  type RpcResponse,
} from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The MCP endpoint', (service) => {
  let agent: Agent
  const baseUrl = () => service().baseUrl
  before(async () => {
    agent = await connectAgent(baseUrl(), await signUp(baseUrl()))
  })

  /** Sends `tools/list` of the newest revision with other headers. */
  const listTools = (headers: Record<string, string>, path = '/mcp') =>
    postMcp(baseUrl(), modernMessage('tools/list'), {
      headers: { ...modernHeaders('tools/list'), ...headers },
      path,
    })

  describe('requires a token', () => {
    const metadata = () => `resource_metadata="${baseUrl()}/.well-known/oauth-protected-resource/mcp"`

    function assertUnauthorized({ status, headers, body }: RpcResponse, challenge: string): void {
      assert.equal(status, 401)
      assert.equal(headers.get('www-authenticate'), challenge)
      assert.equal(headers.get('content-type'), 'application/json')
      assert.equal(headers.get('cache-control'), 'private, no-store, no-transform')
      assert.equal(body.error, 'invalid_token')
    }

    it('names the document that says how to get one, without an error if none was sent', async () => {
      const expected = `Bearer realm="reading-queue", scope="queue", ${metadata()}`
      assertUnauthorized(await listTools({}), expected)
      assertUnauthorized(await listTools({ authorization: 'Basic YTpi' }), expected)
      assertUnauthorized(await listTools({ accept: 'text/html' }), expected)
      assertUnauthorized(await readAnswer(await fetch(`${baseUrl()}/mcp`)), expected)
      assertUnauthorized(await listTools({}, '/mcp/'), expected)
    })

    it('reports an invalid token', async () => {
      const expected = `Bearer realm="reading-queue", scope="queue", error="invalid_token", ${metadata()}`
      assertUnauthorized(await listTools({ authorization: 'Bearer none' }), expected)
      assertUnauthorized(await listTools({ authorization: 'Bearer' }), expected)
    })

    it('before it reads a message', async () => {
      assert.equal((await postMcp(baseUrl(), '{')).status, 401)
    })

    it('in the header only', async () => {
      const { status } = await listTools({}, `/mcp?access_token=${agent.access}&token=${agent.access}`)
      assert.equal(status, 401)
    })

    it('refuses a revoked token', async () => {
      const other = await connectAgent(baseUrl(), await signUp(baseUrl()))
      assert.equal((await listTools(bearer(other))).status, 200)
      const revoked = await fetch(`${baseUrl()}/oauth/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: other.refresh }),
      })
      assert.equal(revoked.status, 200)
      assert.equal((await listTools(bearer(other))).status, 401)
    })
  })

  describe('accepts pages of its own origin only', () => {
    it('with a 403 for others, even before they send a token', async () => {
      for (const origin of ['https://evil.example.com', `${baseUrl()}.evil.example.com`, 'null']) {
        assert.equal((await listTools({ ...bearer(agent), origin })).status, 403, origin)
        const answer = await listTools({ origin })
        assert.equal(answer.status, 403, origin)
        assert.equal(answer.headers.get('access-control-allow-origin'), null)
        assert.equal(answer.headers.get('content-type'), 'application/json')
      }
    })

    it('names the allowed origin, so that no cache serves the response to another', async () => {
      const { status, headers } = await listTools({ ...bearer(agent), origin: baseUrl() })
      assert.equal(status, 200)
      assert.equal(headers.get('access-control-allow-origin'), baseUrl())
      assert.equal(headers.get('access-control-allow-credentials'), null)
      assert.match(headers.get('vary') ?? '', /\bOrigin\b/)
    })

    it('allows programs that send no origin', async () => {
      const { status, headers } = await listTools(bearer(agent))
      assert.equal(status, 200)
      assert.equal(headers.get('access-control-allow-origin'), null)
    })

    it('from the preflight on, which requires no token', async () => {
      const preflight = (origin: string) =>
        fetch(`${baseUrl()}/mcp`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        })
      const { status, headers } = await preflight(baseUrl())
      assert.equal(status, 204)
      assert.equal(headers.get('access-control-allow-origin'), baseUrl())
      assert.equal(headers.get('access-control-allow-methods'), 'POST')
      assert.match(headers.get('access-control-allow-headers') ?? '', /\bmcp-protocol-version\b/)
      assert.equal((await preflight('https://evil.example.com')).status, 403)
    })
  })
})
