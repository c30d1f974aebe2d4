import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import { isOwnExtension } from './built-in-clients.ts'
import type { Client } from './client.ts'
import { findClient } from './clients.ts'
import {
  optionalParameter,
  type OAuthParameters,
  rejectDuplicates,
  parameterList,
  requiredParameter,
} from './parameters.ts'
import { isCodeChallenge } from './pkce.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import { isRegisteredUri, appendParameters } from './redirect-uri.ts'
import { checkResource } from './resource.ts'
import { CHALLENGE_METHOD, RESPONSE_MODE, RESPONSE_TYPE } from './protocol.ts'

/** A validated authorization request. */
export type AuthorizationRequest = {
  client: Client
  /** As sent, including the port. */
  redirectUri: string
  state: string | null
  challenge: string
}

type RequestServices = { config: Config; db: Database; clock: Clock }

/**
 * Validates an authorization request (RFC 6749 §4.1.1, 7636 §4.3, 8707). A failure carries `redirectTo` or `linkTo` once
 * client and redirect URI are validated, and no redirect before that.
 */
export async function readAuthorizationRequest(
  { config, db, clock }: RequestServices,
  parameters: OAuthParameters,
): Promise<AuthorizationRequest> {
  const client = await findClient(db, requiredParameter(parameters, 'client_id'), config, clock.now())
  const { extraRedirectUris } = await readServiceSettings(db, config)
  const redirectUri = requiredParameter(parameters, 'redirect_uri')
  if (!isRegisteredUri(client.redirectUris, redirectUri, extraRedirectUris)) {
    throw new Failure('invalid_request', 'The redirect_uri is not one that this client registered.')
  }
  try {
    return { client, redirectUri, ...validateParameters(parameters, config.baseUrl) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const state = typeof parameters['state'] === 'string' ? parameters['state'] || null : null
    const redirectTo = errorRedirect({ redirectUri, state }, error.code, config.baseUrl)
    // Anybody can register a redirect URI, so the person has to click (RFC 9700 §4.11.2).
    const destination = isOwnExtension(client.id, redirectUri) ? { redirectTo } : { linkTo: redirectTo }
    throw new Failure(error.code, error.detail, { ...error.extras, ...destination })
  }
}

/** The redirect URI with an error (RFC 6749 §4.1.2.1) and the issuer (RFC 9207). */
export function errorRedirect(
  { redirectUri, state }: { redirectUri: string; state: string | null },
  code: FailureCode,
  issuer: string,
): string {
  return appendParameters(redirectUri, [
    ['error', code],
    ['state', state],
    ['iss', issuer],
  ])
}

function validateParameters(
  parameters: OAuthParameters,
  baseUrl: string,
): { state: string | null; challenge: string } {
  rejectDuplicates(parameters)
  const state = optionalParameter(parameters, 'state') ?? null
  if (requiredParameter(parameters, 'response_type') !== RESPONSE_TYPE) {
    throw new Failure('unsupported_response_type', `The response_type must be ${RESPONSE_TYPE}.`)
  }
  if (optionalParameter(parameters, 'request') !== undefined) {
    throw new Failure('request_not_supported', 'Request objects are not supported. Send plain parameters.')
  }
  if (optionalParameter(parameters, 'request_uri') !== undefined) {
    throw new Failure('request_uri_not_supported', 'Request URIs are not supported. Send plain parameters.')
  }
  if ((optionalParameter(parameters, 'response_mode') ?? RESPONSE_MODE) !== RESPONSE_MODE) {
    throw new Failure('invalid_request', `The response_mode must be ${RESPONSE_MODE}.`)
  }
  const challenge = requiredParameter(parameters, 'code_challenge')
  if (!isCodeChallenge(challenge)) {
    throw new Failure(
      'invalid_request',
      'The code_challenge must be 43 characters of base64url: the SHA-256 of the verifier.',
    )
  }
  if (requiredParameter(parameters, 'code_challenge_method') !== CHALLENGE_METHOD) {
    throw new Failure('invalid_request', `The code_challenge_method must be ${CHALLENGE_METHOD}.`)
  }
  checkResource(parameterList(parameters, 'resource'), baseUrl)
  return { state, challenge }
}
