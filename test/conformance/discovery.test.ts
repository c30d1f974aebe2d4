import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizePath,
  CALLBACK,
  createPkce,
  type Entity,
  obtainCode,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { socketOf } from '../support/oauth.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onOneEngine, startService } from '../support/service.ts'

const DOCUMENTS: Record<string, string> = {
  '/.well-known/oauth-protected-resource': 'application/json',
  '/.well-known/oauth-protected-resource/mcp': 'application/json',
  '/.well-known/oauth-protected-resource/queue': 'application/json',
  '/.well-known/oauth-authorization-server': 'application/json',
  '/.well-known/oauth-authorization-server/mcp': 'application/json',
  '/auth.md': 'text/markdown; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}

function serverMetadata(base: string) {
  const endpoints = {
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
  }
  return {
    issuer: base,
    ...endpoints,
    scopes_supported: ['queue'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${base}/auth.md`,
    protected_resources: [base, `${base}/mcp`, `${base}/queue`],
    agent_auth: {
      skill: `${base}/auth.md`,
      register_uri: `${base}/oauth/register`,
      credential_types_supported: ['access_token'],
      registration_methods: [
        {
          type: 'oauth2_authorization_code_pkce',
          description:
            'Register a public client, then have the user authorize it with OAuth 2.0 Authorization Code and PKCE (S256).',
          ...endpoints,
          grant_types: ['authorization_code', 'refresh_token'],
          code_challenge_method: 'S256',
          token_endpoint_auth_method: 'none',
          redirect_uri_schemes: ['https', 'http-loopback'],
          scope: 'queue',
          resource: `${base}/mcp`,
          user_authorization_required: true,
        },
      ],
    },
  }
}

function resourceMetadata(base: string, path: string) {
  return {
    resource: base + path,
    authorization_servers: [base],
    scopes_supported: ['queue'],
    bearer_methods_supported: ['header'],
    resource_name: 'Reading Queue',
    resource_documentation: `${base}/auth.md`,
  }
}

onOneEngine('Discovery', (service) => {
  async function read(path: string): Promise<Entity> {
    return (await fetch(service().baseUrl + path, { redirect: 'manual' })).json()
  }

  it('publishes the authorization server metadata at the root and for /mcp', async () => {
    const expected = serverMetadata(service().baseUrl)
    assert.deepEqual(await read('/.well-known/oauth-authorization-server'), expected)
    assert.deepEqual(await read('/.well-known/oauth-authorization-server/mcp'), expected)
  })

  it('publishes a protected resource document for each address a client may start from', async () => {
    for (const path of ['', '/mcp', '/queue']) {
      const document = await read(`/.well-known/oauth-protected-resource${path}`)
      assert.deepEqual(document, resourceMetadata(service().baseUrl, path))
    }
  })

  it('names no flow or endpoint that is not offered, and contains no empty array', async () => {
    const metadata = await read('/.well-known/oauth-authorization-server')
    const text = JSON.stringify(metadata)
    assert.doesNotMatch(text, /jwks|userinfo|introspection|id_token|offline_access|\[\]/)
    assert.doesNotMatch(text, /id-?jag|verified|anonymous|identity|claim/i)
  })

  it('sends each document directly, to anyone, with the headers of a public document', async () => {
    for (const [path, type] of Object.entries(DOCUMENTS)) {
      for (const agent of ['curl/8.18.0', 'python-requests/2.34.0', 'node']) {
        const headers = { 'user-agent': agent, cookie: 'rq_session=nonsense', origin: 'https://a.example' }
        const response = await fetch(service().baseUrl + path, { headers, redirect: 'manual' })
        assert.equal(response.status, 200, path)
        assert.equal(response.headers.get('content-type'), type)
        assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        assert.equal(response.headers.get('access-control-allow-credentials'), null)
        assert.equal(response.headers.get('set-cookie'), null)
        assert.match(response.headers.get('etag') ?? '', /^"[\w-]+"$/)
        assert.notEqual(await response.text(), '')
      }
    }
  })

  it('responds with 304 without a body to a client that has the document', async () => {
    for (const path of Object.keys(DOCUMENTS)) {
      const address = service().baseUrl + path
      const etag = (await fetch(address)).headers.get('etag') ?? ''
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await fetch(address, { headers: { 'if-none-match': tags } })
        assert.equal(response.status, 304, `${path} ${tags}`)
        assert.equal(response.headers.get('etag'), etag)
        assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
        assert.equal(await response.text(), '')
      }
      const changed = await fetch(address, { headers: { 'if-none-match': '"other"' } })
      assert.equal(changed.status, 200)
      await changed.text()
    }
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const compared = ['content-type', 'cache-control', 'etag', 'access-control-allow-origin', 'link', 'vary']
    for (const path of Object.keys(DOCUMENTS)) {
      const get = await rawRequest(service().baseUrl, path)
      const head = await rawRequest(service().baseUrl, path, { method: 'HEAD' })
      assert.equal(head.status, 200)
      assert.equal(head.text, '')
      for (const name of compared) assert.equal(head.headers[name], get.headers[name], `${path} ${name}`)
    }
  })

  it('answers OPTIONS with 204 and lets every origin read', async () => {
    for (const path of Object.keys(DOCUMENTS)) {
      const response = await fetch(service().baseUrl + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
      })
      assert.equal(response.status, 204)
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
    }
  })

  it('responds to other methods with 405 and the allowed methods', async () => {
    for (const path of Object.keys(DOCUMENTS)) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await fetch(service().baseUrl + path, { method })
        assert.equal(response.status, 405, `${method} ${path}`)
        assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
        await response.text()
      }
    }
  })

  it('responds to OpenID documents with 404 in JSON, even for browsers', async () => {
    const paths = [
      '/.well-known/openid-configuration',
      '/.well-known/openid-configuration/mcp',
      '/.well-known/openid-configuration/queue',
      '/mcp/.well-known/openid-configuration',
    ]
    for (const path of paths) {
      for (const accept of ['application/json', 'text/html,*/*;q=0.8']) {
        const response = await fetch(service().baseUrl + path, { headers: { accept } })
        assert.equal(response.status, 404)
        assert.equal(response.headers.get('content-type'), 'application/json')
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        assert.equal(((await response.json()) as { error: string }).error, 'not_found')
      }
    }
  })

  it('has nothing at the paths that connectors guess at the root', async () => {
    for (const path of ['/authorize', '/token', '/register']) {
      assert.equal((await fetch(service().baseUrl + path)).status, 404)
    }
  })

  it('publishes the same whatever the Host and X-Forwarded headers', async () => {
    const { host } = new URL(service().baseUrl)
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    for (const path of Object.keys(DOCUMENTS)) {
      const expected = await rawRequest(service().baseUrl, path, { headers: { host } })
      for (const headers of [
        { host: 'evil.example' },
        { host: 'evil.example:80' },
        { host, ...forwarded, forwarded: 'host=evil.example;proto=https' },
      ]) {
        const response = await rawRequest(service().baseUrl, path, { headers })
        assert.equal(response.text, expected.text)
        assert.doesNotMatch(JSON.stringify(response.headers), /evil/)
      }
    }
  })

  it('sends no Location and no challenge for a host that only the request names', async () => {
    const clientId = await register(service().baseUrl)
    const authorization = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example']) {
      const headers = { host, 'x-forwarded-host': 'evil.example' }
      const challenge = (await rawRequest(service().baseUrl, '/queue', { headers })).headers[
        'www-authenticate'
      ]
      assert.match(String(challenge), new RegExp(`resource_metadata="${service().baseUrl}/`))
      const html = { ...headers, accept: 'text/html' }
      const signIn = await rawRequest(service().baseUrl, authorization, { headers: html })
      assert.equal(signIn.status, 303)
      assert.equal(signIn.headers.location, `/login?return=${encodeURIComponent(authorization)}`)
      assert.doesNotMatch(signIn.text, /evil/)
    }
  })

  it('leads a program from the queue’s 401 to the recipe and both documents', async () => {
    const { baseUrl } = service()
    const challenge = (await fetch(`${baseUrl}/queue`)).headers.get('www-authenticate') ?? ''
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    assert.equal(metadataUrl, `${baseUrl}/.well-known/oauth-protected-resource/queue`)
    const resource = (await (await fetch(metadataUrl)).json()) as Entity
    const issuer: string = resource.authorization_servers[0]
    const server = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as Entity
    assert.equal(server.issuer, issuer)
    const recipe = await (await fetch(server.agent_auth.skill)).text()
    for (const address of [
      `${baseUrl}/.well-known/oauth-protected-resource`,
      `${baseUrl}/.well-known/oauth-authorization-server`,
      `${baseUrl}/llms.txt`,
      `${baseUrl}/.well-known/api-catalog`,
    ]) {
      assert.ok(recipe.includes(`(${address})`), address)
      assert.equal((await fetch(address)).status, 200)
    }
  })

  it('names only endpoints that exist, with the methods they accept', async () => {
    const metadata = await read('/.well-known/oauth-authorization-server')
    const posted = ['token_endpoint', 'registration_endpoint', 'revocation_endpoint']
    for (const name of posted) {
      const response = await fetch(metadata[name], { method: 'POST' })
      assert.equal(response.status, 400, name)
      assert.equal(((await response.json()) as { error: string }).error, 'invalid_request')
    }
    assert.equal((await fetch(metadata.authorization_endpoint)).status, 400)
  })

  it('publishes a guide for language models with links to the recipe, the metadata and the APIs', async () => {
    const { baseUrl } = service()
    const guide = await (await fetch(`${baseUrl}/llms.txt`)).text()
    assert.match(guide, /^# Reading Queue\n> /)
    for (const path of ['/auth.md', '/.well-known/oauth-protected-resource', '/queue', '/mcp']) {
      assert.ok(guide.includes(`](${baseUrl}${path})`), path)
    }
  })

  it('publishes an API catalog that leads from each API to its recipe and its metadata', async () => {
    const { baseUrl } = service()
    const response = await fetch(`${baseUrl}/.well-known/api-catalog`)
    assert.equal(response.headers.get('link'), `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`)
    const expectedMetadata = (path: string) => ({
      anchor: baseUrl + path,
      'service-doc': [{ href: `${baseUrl}/auth.md`, type: 'text/markdown' }],
      'service-meta': [
        { href: `${baseUrl}/.well-known/oauth-protected-resource${path}`, type: 'application/json' },
      ],
    })
    assert.deepEqual(await response.json(), {
      linkset: [
        {
          anchor: `${baseUrl}/.well-known/api-catalog`,
          item: [{ href: `${baseUrl}/queue` }, { href: `${baseUrl}/mcp` }],
        },
        expectedMetadata('/queue'),
        expectedMetadata('/mcp'),
      ],
    })
  })
})

onOneEngine('The recipe for agents', (service) => {
  async function recipe(): Promise<string> {
    return (await fetch(`${service().baseUrl}/auth.md`)).text()
  }

  it('has auth.md in its first heading', async () => {
    assert.match(await recipe(), /^# [^\n]*auth\.md/)
  })

  it('names only addresses that respond', async () => {
    const { baseUrl } = service()
    const text = await recipe()
    const addresses = new Set(text.match(/https?:\/\/[^\s)`'"?;]+/g)?.map((url) => url.replace(/[.,]$/, '')))
    const ours = [...addresses].filter((address) => new URL(address).origin === baseUrl)
    assert.ok(ours.length >= 9, `only ${ours.join(' ')}`)
    for (const address of ours) {
      assert.ok([200, 400, 401, 405].includes((await fetch(address)).status), address)
    }
  })

  it('accepts every identifier of the resource in the metadata', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    for (const resource of ['', '/', '/mcp', '/queue']) {
      const exchange = await obtainCode(baseUrl, person)
      const response = await requestToken(baseUrl, { ...exchange, resource: baseUrl + resource })
      assert.equal(response.status, 200, resource)
    }
  })
})

describe('The public address', () => {
  it('is in every document, wherever the service listens', async () => {
    const base = 'https://queue.example.org'
    const service = await startService('sqlite', { env: { BASE_URL: base } })
    try {
      for (const path of Object.keys(DOCUMENTS)) {
        const text = await (await fetch(socketOf(service) + path)).text()
        const foreign = text.match(/https?:\/\/[^\s"'`)]+/g)?.filter((url) => !url.startsWith(base))
        const ours = text.match(/https:\/\/queue\.example\.org/g) ?? []
        assert.ok(ours.length > 0, path)
        if (!path.endsWith('.md')) assert.deepEqual(foreign ?? [], [])
        assert.doesNotMatch(text, new RegExp(socketOf(service).slice('http://127.0.0.1'.length)))
      }
      const server = await fetch(`${socketOf(service)}/.well-known/oauth-authorization-server`)
      assert.deepEqual(await server.json(), serverMetadata(base))
    } finally {
      await service.stop()
    }
  })

  it('must be an origin, or the service does not start and says so', async () => {
    for (const address of [
      'https://queue.example.org/',
      'https://queue.example.org/reading',
      'https://queue.example.org?x=1',
      'queue.example.org',
      'ftp://queue.example.org',
    ]) {
      await assert.rejects(startService('sqlite', { env: { BASE_URL: address } }), {
        message: `BASE_URL is "${address}"; it takes an origin such as https://queue.example.org: scheme and host in lower case, no path, no trailing slash.`,
      })
    }
  })

  it('must not be plain http for other computers, unless the operator allows it', async () => {
    const env = { BASE_URL: 'http://queue.example.org' }
    await assert.rejects(startService('sqlite', { env }), /plain http to other computers/)
    const service = await startService('sqlite', { env: { ...env, ALLOW_INSECURE_HTTP: '1' } })
    await service.stop()
  })

  it('has a recipe whose text about localhost depends on what the operator allows', async () => {
    const body = JSON.stringify({ redirect_uris: ['http://localhost:7777/cb'] })
    for (const { env, sentence, status } of [
      { env: {}, sentence: 'Use `127.0.0.1`, not `localhost`, which is refused here.', status: 400 },
      {
        env: { EXTRA_REDIRECT_URIS: 'http://localhost' },
        sentence: 'This service also accepts `http://localhost`.',
        status: 201,
      },
    ]) {
      const service = await startService('sqlite', { env })
      try {
        const recipe = await (await fetch(`${service.baseUrl}/auth.md`)).text()
        assert.ok(recipe.includes(sentence))
        assert.ok(recipe.includes(CALLBACK))
        const headers = { 'content-type': 'application/json' }
        const address = `${service.baseUrl}/oauth/register`
        assert.equal((await fetch(address, { method: 'POST', headers, body })).status, status)
      } finally {
        await service.stop()
      }
    }
  })
})
