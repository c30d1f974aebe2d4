import { Failure } from '../../failure.ts'
import { FORM_TYPE, JSON_TYPE } from '../../http/read-input.ts'
import { findClient } from '../../oauth/clients.ts'
import { listGrants, MAX_GRANTS } from '../../oauth/grants.ts'
import { issueCode } from '../../oauth/issue-code.ts'
import { PATHS } from '../../config/paths.ts'
import { CLIENT_AUTH_METHOD } from '../../oauth/protocol.ts'
import { hashSecret } from '../../crypto/seal.ts'
import { callTool } from './call-tool.ts'
import { request, checkStatus, parseJson, StepFailure } from './step-failure.ts'
import type { SelfTest } from './self-test.ts'
import type { ClientId } from '../../ids.ts'

const CLIENT_NAME = 'Connector check'
const VERIFIER_BYTES = 32

/** Registers a client. */
export async function checkRegistration(selfTest: SelfTest): Promise<void> {
  const { services, redirectUri } = selfTest
  const address = services.config.baseUrl + PATHS.register
  const response = await request(services, PATHS.register, {
    method: 'POST',
    headers: { 'Content-Type': JSON_TYPE },
    body: JSON.stringify({
      client_name: CLIENT_NAME,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: CLIENT_AUTH_METHOD,
    }),
  })
  const { client_id: clientId } = parseJson(address, response, 201)
  if (typeof clientId !== 'string' || !(await isRegisteredHere(selfTest, clientId))) {
    throw new StepFailure(
      `${address} registered a client that this service does not know. Another service answers at this address, or an instance with another database.`,
    )
  }
  selfTest.clientId = clientId
}

async function isRegisteredHere({ services, redirectUri }: SelfTest, clientId: ClientId): Promise<boolean> {
  const { db, config, clock } = services
  try {
    const client = await findClient(db, clientId, { config, now: clock.now() })
    return client.redirectUris.includes(redirectUri)
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Issues a code for the person, as their consent would, and exchanges it for tokens. */
export async function checkExchange(selfTest: SelfTest): Promise<void> {
  const { services, accountId, redirectUri, clientId = '' } = selfTest
  const { db, random, clock, config } = services
  const now = clock.now()
  if ((await listGrants(db, accountId, now)).length >= MAX_GRANTS) {
    throw new StepFailure(
      `You have ${MAX_GRANTS} agents, the maximum, so connecting one more would end another. Revoke one first.`,
    )
  }
  const verifier = random.bytes(VERIFIER_BYTES).toString('base64url')
  const binding = {
    accountId,
    clientId,
    clientName: CLIENT_NAME,
    redirectUri,
    challenge: hashSecret(verifier),
  }
  const response = await request(services, PATHS.token, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: await issueCode(db, random, { binding, now }),
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
      resource: config.baseUrl + PATHS.mcp,
    }).toString(),
  })
  const address = config.baseUrl + PATHS.token
  const { access_token: accessToken } = parseJson(address, response, 200)
  if (typeof accessToken !== 'string') throw new StepFailure(`${address} answered without an access token.`)
  selfTest.accessToken = accessToken
}

/** Calls a tool with the token. */
export async function checkToolCall({ services, accessToken }: SelfTest): Promise<void> {
  const address = services.config.baseUrl + PATHS.mcp
  const response = await callTool(services, accessToken)
  const challenge = response.headers['www-authenticate'] ?? ''
  if (response.status === 401 && !challenge.includes('error="invalid_token"')) {
    throw new StepFailure(
      `${address} answered 401 as if no token had been sent. The proxy strips the Authorization header: let it pass.`,
    )
  }
  if (response.status === 401) {
    throw new StepFailure(
      `${address} refused the token that ${services.config.baseUrl} issued a moment ago (401, invalid_token). The proxy alters the Authorization header, or another service or database answers at this path.`,
    )
  }
  checkStatus(address, response, 200)
  if (!response.text.includes('"structuredContent"')) {
    throw new StepFailure(
      `${address} answered 200, but not with the result of the tool. Another program answers there, or the proxy cuts answers short.`,
    )
  }
}

/** Revokes the token, and checks that it no longer works. */
export async function checkRevocation({ services, accessToken = '' }: SelfTest): Promise<void> {
  const response = await request(services, PATHS.revoke, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE },
    body: new URLSearchParams({ token: accessToken }).toString(),
  })
  const address = services.config.baseUrl + PATHS.revoke
  parseJson(address, response, 200)
  if ((await callTool(services, accessToken)).status !== 401) {
    throw new StepFailure(
      `${address} answered 200, but the token still works. Another program answers there: let the proxy pass it on.`,
    )
  }
}
