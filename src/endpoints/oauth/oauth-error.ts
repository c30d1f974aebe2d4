import type { Failure, FailureCode } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'

/** The error code (RFC 6749, 7591, 8707) of each failure at the OAuth endpoints. */
const ERRORS = {
  malformed: 'invalid_request',
  invalid_input: 'invalid_request',
  not_found: 'not_found',
  method_not_allowed: 'invalid_request',
  not_acceptable: 'invalid_request',
  unsupported_type: 'invalid_request',
  too_large: 'invalid_request',
  too_many_requests: 'temporarily_unavailable',
  busy: 'temporarily_unavailable',
  unauthorized: 'invalid_token',
  paused: 'access_denied',
  wrong_credentials: 'access_denied',
  recent_sign_in_required: 'access_denied',
  email_taken: 'invalid_request',
  sign_up_closed: 'access_denied',
  account_disabled: 'access_denied',
  cross_site: 'access_denied',
  expired: 'invalid_request',
  turned_off: 'invalid_request',
  conflict: 'invalid_request',
  unsupported_link: 'invalid_request',
  not_offered: 'invalid_request',
  quota_exceeded: 'access_denied',
  limit_reached: 'access_denied',
  changed_meanwhile: 'invalid_request',
  gone: 'invalid_request',
  invalid_request: 'invalid_request',
  invalid_client: 'invalid_client',
  client_authentication_unsupported: 'invalid_client',
  invalid_grant: 'invalid_grant',
  invalid_target: 'invalid_target',
  invalid_redirect_uri: 'invalid_redirect_uri',
  invalid_client_metadata: 'invalid_client_metadata',
  unsupported_grant_type: 'unsupported_grant_type',
  unsupported_response_type: 'unsupported_response_type',
  request_not_supported: 'request_not_supported',
  request_uri_not_supported: 'request_uri_not_supported',
  access_denied: 'access_denied',
  command_refused: 'invalid_request',
} as const satisfies Record<FailureCode, string>

/** Any `invalid_request` of a parameter or its type is 400 here (RFC 6749 §5.2). */
const BAD_REQUESTS = new Set<FailureCode>(['invalid_input', 'unsupported_type', 'unsupported_link'])

export type OAuthError = { status: number; error: string; description: string }

export function oauthError(failure: Failure): OAuthError {
  const status = BAD_REQUESTS.has(failure.code) ? 400 : failureStatus[failure.code]
  return { status, error: ERRORS[failure.code], description: printable(failure.detail) }
}

/** Printable ASCII without `"` and `\` (RFC 6749 §5.2). */
function printable(text: string): string {
  return text
    .replaceAll(/["“”]/g, "'")
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x7e]|\\/g, '')
}
