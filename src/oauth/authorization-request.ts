import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import { isOwnExtension } from './built-in-clients.ts'
import type { Client } from './client.ts'
import { hasUrlPrefix } from './client-metadata/client-id-url.ts'
import type { DocumentReader } from './client-metadata/read-document.ts'
import { findClient } from './clients.ts'
import { checkDocumentId, isListedUri, needsPermission, readDocumentClient } from './document-clients.ts'
import { hasLocalhostPermission } from './localhost-permissions.ts'
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
import { requireResource } from './resource.ts'
import { CHALLENGE_METHOD, RESPONSE_MODE, RESPONSE_TYPE } from './protocol.ts'
import type { AccountId } from '../ids.ts'

/** A validated authorization request. */
export type AuthorizationRequest = {
  client: Client
  /** As sent, including the port. */
  redirectUri: string
  state: string | null
  challenge: string
  /** Whether the person has to allow the redirect URI first; nothing may be sent there until then. */
  needsPermission: boolean
}

/** For the developer of the client; a person is told otherwise. */
export const UNKNOWN_REDIRECT_URI = 'The redirect_uri is not one that this client registered.'

type RequestServices = { config: Config; db: Database; clock: Clock; readDocument: DocumentReader }

/**
 * Validates an authorization request (RFC 6749 §4.1.1, 7636 §4.3, 8707). `accountId` is the signed-in person's account;
 * without one, throws `access_denied` for a client whose document would have to be fetched. A failure carries `redirectTo` or
 * `linkTo` once client and redirect URI are validated, and no redirect before that.
 */
export async function readAuthorizationRequest(
  services: RequestServices,
  parameters: OAuthParameters,
  accountId: AccountId | undefined,
): Promise<AuthorizationRequest> {
  const { config, db } = services
  const client = await readClient(services, requiredParameter(parameters, 'client_id'), accountId)
  const { extraRedirectUris } = await readServiceSettings(db, config)
  const redirectUri = requiredParameter(parameters, 'redirect_uri')
  const isDocument = client.origin.kind === 'document'
  const isKnown = isDocument ? isListedUri : isRegisteredUri
  if (!isKnown(client.redirectUris, redirectUri, extraRedirectUris)) {
    throw new Failure('invalid_request', UNKNOWN_REDIRECT_URI)
  }
  const mustAsk =
    isDocument &&
    needsPermission(redirectUri, extraRedirectUris) &&
    !(await hasLocalhostPermission(db, accountId ?? '', client.id))
  try {
    return {
      client,
      redirectUri,
      needsPermission: mustAsk,
      ...validateParameters(parameters, config.baseUrl),
    }
  } catch (error) {
    if (!(error instanceof Failure) || mustAsk) throw error
    const state = typeof parameters['state'] === 'string' ? parameters['state'] || null : null
    const redirectTo = errorRedirect({ redirectUri, state }, error.code, config.baseUrl)
    // Anybody can register a redirect URI, so the person has to click (RFC 9700 §4.11.2).
    const destination = isOwnExtension(client.id, redirectUri) ? { redirectTo } : { linkTo: redirectTo }
    throw new Failure(error.code, error.detail, { ...error.extras, ...destination })
  }
}

async function readClient(
  { config, db, clock, readDocument }: RequestServices,
  id: string,
  accountId: AccountId | undefined,
): Promise<Client> {
  if (!hasUrlPrefix(id)) return findClient(db, id, { config, now: clock.now() })
  checkDocumentId(config, id)
  if (accountId === undefined) throw notSignedIn()
  return readDocumentClient(config, readDocument, { accountId, id })
}

/** The request waits until somebody who can approve it signs in. */
export function notSignedIn(): Failure {
  return new Failure(
    'access_denied',
    'Nobody is signed in. Open this URL in the browser of the person who can approve it.',
  )
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
  requireResource(parameterList(parameters, 'resource'), baseUrl)
  return { state, challenge }
}
