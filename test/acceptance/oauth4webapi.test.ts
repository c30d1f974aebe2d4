import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as oauth from 'oauth4webapi'
import { CALLBACK, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { onBothEngines } from '../support/service.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

onBothEngines('oauth4webapi', (service) => {
  async function discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(service().baseUrl)
    const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
    const server = await oauth.processDiscoveryResponse(issuer, response)
    // The issuer is an origin without the slash that URL writes.
    assert.equal(server.issuer, service().baseUrl)
    return server
  }

  async function registerClient(server: oauth.AuthorizationServer): Promise<oauth.Client> {
    const metadata = {
      redirect_uris: [CALLBACK],
      client_name: 'Acceptance',
      token_endpoint_auth_method: 'none',
    }
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure)
    return oauth.processDynamicClientRegistrationResponse(response)
  }

  /** The person's part: the browser opens the address and the person decides. */
  async function answerOf(person: Person, address: URL, decision: 'approve' | 'deny'): Promise<URL> {
    const consent = await person.browser.open(address.href)
    const response = await person.browser.submit(consent, { decision }, { action: '/oauth/authorize' })
    return new URL(response.headers.get('location') ?? '')
  }

  async function authorizationUrl(server: oauth.AuthorizationServer, client: oauth.Client) {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    const parameters = {
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      scope: 'queue',
      resource: `${service().baseUrl}/mcp`,
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return { address, verifier, state }
  }

  it('accepts the authorization server metadata', async () => {
    const server = await discover()
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    assert.equal(typeof server['agent_auth'], 'object')
  })

  it('accepts the resource metadata of each address that it may start from', async () => {
    for (const path of ['', '/mcp', '/queue']) {
      const resource = new URL(service().baseUrl + path)
      const response = await oauth.resourceDiscoveryRequest(resource, insecure)
      const metadata = await oauth.processResourceDiscoveryResponse(resource, response)
      assert.equal(metadata.resource, service().baseUrl + path)
      assert.deepEqual(metadata.authorization_servers, [service().baseUrl])
    }
  })

  it('completes the whole flow: registers, is authorized, calls, refreshes and revokes', async () => {
    const server = await discover()
    const client = await registerClient(server)
    assert.equal(client.token_endpoint_auth_method, 'none')
    assert.equal('client_secret' in client, false)

    const { address, verifier, state } = await authorizationUrl(server, client)
    const callback = await answerOf(await signUp(service().baseUrl), address, 'approve')
    const parameters = oauth.validateAuthResponse(server, client, callback, state)
    const exchange = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      CALLBACK,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchange)
    assert.equal(tokens.token_type, 'bearer')
    assert.equal(tokens.expires_in, 3600)

    const call = (token: string) =>
      oauth.protectedResourceRequest(
        token,
        'GET',
        new URL(`${service().baseUrl}/queue`),
        new Headers({ accept: 'application/vnd.siren+json' }),
        null,
        insecure,
      )
    assert.equal((await call(tokens.access_token)).status, 200)

    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      tokens.refresh_token ?? '',
      insecure,
    )
    const renewed = await oauth.processRefreshTokenResponse(server, client, refreshed)
    assert.notEqual(renewed.refresh_token, tokens.refresh_token)
    assert.equal((await call(renewed.access_token)).status, 200)

    const revoked = await oauth.revocationRequest(
      server,
      client,
      oauth.None(),
      renewed.refresh_token ?? '',
      insecure,
    )
    assert.equal(await oauth.processRevocationResponse(revoked), undefined)

    for (const token of [tokens.access_token, renewed.access_token]) {
      const error: unknown = await call(token).catch((error: unknown) => error)
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
      const [challenge] = error.cause
      assert.equal(challenge?.scheme, 'bearer')
      assert.equal(challenge?.parameters.error, 'invalid_token')
      assert.equal(challenge?.parameters.realm, 'reading-queue')
      assert.equal(challenge?.parameters.scope, 'queue')
      assert.equal(
        challenge?.parameters.resource_metadata,
        `${service().baseUrl}/.well-known/oauth-protected-resource/queue`,
      )
    }
    const dead = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      renewed.refresh_token ?? '',
      insecure,
    )
    await assert.rejects(oauth.processRefreshTokenResponse(server, client, dead), {
      name: 'ResponseBodyError',
      error: 'invalid_grant',
      status: 400,
    })
  })

  it('reports a denial, with the issuer, as the right error', async () => {
    const server = await discover()
    const client = await registerClient(server)
    const { address, state } = await authorizationUrl(server, client)
    const callback = await answerOf(await signUp(service().baseUrl), address, 'deny')
    assert.throws(() => oauth.validateAuthResponse(server, client, callback, state), {
      name: 'AuthorizationResponseError',
      error: 'access_denied',
    })
  })

  it('rejects the response of another issuer', async () => {
    const server = await discover()
    const client = await registerClient(server)
    const { address, state } = await authorizationUrl(server, client)
    const callback = await answerOf(await signUp(service().baseUrl), address, 'approve')
    callback.searchParams.set('iss', 'https://evil.example')
    assert.throws(() => oauth.validateAuthResponse(server, client, callback, state), /iss/)
    callback.searchParams.delete('iss')
    assert.throws(() => oauth.validateAuthResponse(server, client, callback, state), /iss/)
  })

  it('reports a refused registration as the right error', async () => {
    const server = await discover()
    const metadata = { redirect_uris: ['http://agent.example/cb'] }
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure)
    await assert.rejects(oauth.processDynamicClientRegistrationResponse(response), {
      name: 'ResponseBodyError',
      error: 'invalid_redirect_uri',
      status: 400,
    })
  })

  it('works for a person who first has to sign in', async () => {
    const server = await discover()
    const client = await registerClient(server)
    const person = await signUp(service().baseUrl)
    person.browser.cookies.clear()
    const { address, verifier, state } = await authorizationUrl(server, client)
    const signIn = await person.browser.open(address.href)
    const consent = await person.browser.submit(signIn, { email: person.email, password: PASSWORD })
    const answer = await person.browser.submit(
      consent,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    const callback = new URL(answer.headers.get('location') ?? '')
    const parameters = oauth.validateAuthResponse(server, client, callback, state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      CALLBACK,
      verifier,
      insecure,
    )
    assert.equal((await oauth.processAuthorizationCodeResponse(server, client, response)).scope, 'queue')
  })
})
