import type { Failure, FailureCode } from '../../failure.ts'

/** Status and error code (RFC 6749, 7591, 8707) of each failure at the OAuth endpoints. */
const ERRORS = {
  malformed: [400, 'invalid_request'],
  invalid_input: [400, 'invalid_request'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'invalid_request'],
  not_acceptable: [406, 'invalid_request'],
  unsupported_type: [400, 'invalid_request'],
  too_large: [413, 'invalid_request'],
  too_many_requests: [429, 'temporarily_unavailable'],
  busy: [503, 'temporarily_unavailable'],
  unauthorized: [401, 'invalid_token'],
  paused: [403, 'access_denied'],
  wrong_credentials: [401, 'access_denied'],
  email_taken: [409, 'invalid_request'],
  sign_up_closed: [403, 'access_denied'],
  account_disabled: [403, 'access_denied'],
  cross_site: [403, 'access_denied'],
  unsupported_link: [400, 'invalid_request'],
  not_offered: [409, 'invalid_request'],
  quota_exceeded: [403, 'access_denied'],
  changed_meanwhile: [412, 'invalid_request'],
  gone: [410, 'invalid_request'],
  invalid_request: [400, 'invalid_request'],
  invalid_client: [400, 'invalid_client'],
  client_authentication: [401, 'invalid_client'],
  invalid_grant: [400, 'invalid_grant'],
  invalid_target: [400, 'invalid_target'],
  invalid_redirect_uri: [400, 'invalid_redirect_uri'],
  invalid_client_metadata: [400, 'invalid_client_metadata'],
  unsupported_grant_type: [400, 'unsupported_grant_type'],
  unsupported_response_type: [400, 'unsupported_response_type'],
  request_not_supported: [400, 'request_not_supported'],
  request_uri_not_supported: [400, 'request_uri_not_supported'],
  access_denied: [401, 'access_denied'],
} as const satisfies Record<FailureCode, [status: number, error: string]>

export type OAuthError = { status: number; error: string; description: string }

export function oauthError(failure: Failure): OAuthError {
  const [status, error] = ERRORS[failure.code]
  return { status, error, description: printable(failure.detail) }
}

/** Printable ASCII without `"` and `\` (RFC 6749 §5.2). */
function printable(text: string): string {
  return text
    .replaceAll(/["“”]/g, "'")
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x7e]|\\/g, '')
}
