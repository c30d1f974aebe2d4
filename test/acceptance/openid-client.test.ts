import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as client from 'openid-client'
import { CALLBACK, signUp } from '../support/agent.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('openid-client', (service) => {
  async function registerClient(): Promise<client.Configuration> {
    return client.dynamicClientRegistration(
      new URL(service().baseUrl),
      { redirect_uris: [CALLBACK], client_name: 'Acceptance', token_endpoint_auth_method: 'none' },
      client.None(),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    )
  }

  async function authorize(config: client.Configuration, decision: 'approve' | 'deny') {
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    const person = await signUp(service().baseUrl)
    const consent = await person.browser.open(address.href)
    const response = await person.browser.submit(consent, { decision }, { action: '/oauth/authorize' })
    const callback = new URL(response.headers.get('location') ?? '')
    return { callback, checks: { pkceCodeVerifier: verifier, expectedState: state } }
  }

  const call = (config: client.Configuration, token: string) =>
    client.fetchProtectedResource(
      config,
      token,
      new URL(`${service().baseUrl}/queue`),
      'GET',
      null,
      new Headers({ accept: 'application/vnd.siren+json' }),
    )

  it('discovers the endpoints and registers, given only the issuer', async () => {
    const config = await registerClient()
    assert.equal(config.serverMetadata().issuer, service().baseUrl)
    assert.equal(config.serverMetadata().supportsPKCE(), true)
    assert.match(config.clientMetadata().client_id, /^rqc_/)
    assert.equal(config.clientMetadata().client_secret, undefined)
  })

  it('completes the whole flow: is authorized, calls, refreshes and revokes', async () => {
    const config = await registerClient()
    const { callback, checks } = await authorize(config, 'approve')
    const tokens = await client.authorizationCodeGrant(config, callback, checks)
    assert.equal(tokens.token_type, 'bearer')
    assert.equal((await call(config, tokens.access_token)).status, 200)

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.notEqual(renewed.access_token, tokens.access_token)
    assert.equal((await call(config, renewed.access_token)).status, 200)

    await client.tokenRevocation(config, renewed.access_token)
    await assert.rejects(call(config, renewed.access_token), { code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' })
    await assert.rejects(client.refreshTokenGrant(config, renewed.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
  })

  it('reports a denial as the right error', async () => {
    const config = await registerClient()
    const { callback, checks } = await authorize(config, 'deny')
    await assert.rejects(client.authorizationCodeGrant(config, callback, checks), { error: 'access_denied' })
  })

  it('reports its own mistakes with the error codes of the service', async () => {
    const config = await registerClient()
    const { callback, checks } = await authorize(config, 'approve')
    const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await assert.rejects(client.authorizationCodeGrant(config, callback, wrong), { error: 'invalid_grant' })
    const foreign = { resource: 'https://evil.example/mcp' }
    await assert.rejects(client.authorizationCodeGrant(config, callback, checks, foreign), {
      error: 'invalid_target',
    })
    const tokens = await client.authorizationCodeGrant(config, callback, checks, {
      resource: `${service().baseUrl}/mcp`,
    })
    assert.equal(tokens.scope, 'queue')
  })
})
