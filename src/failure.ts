/** The codes of expected failures. The API, the pages and OAuth each map all of them in one table. */
export type FailureCode =
  // any request
  | 'malformed'
  | 'invalid_input'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'unsupported_type'
  | 'too_large'
  | 'too_many_requests'
  | 'busy'
  // who is asking
  | 'unauthorized'
  | 'paused'
  | 'wrong_credentials'
  | 'recent_sign_in_required'
  | 'email_taken'
  | 'sign_up_closed'
  | 'account_disabled'
  | 'cross_site'
  // the account and the service
  /** A link, form or challenge that works once: it was used, or its time is over. */
  | 'expired'
  /** The service is not configured for it. */
  | 'turned_off'
  /** Blocked by existing data: a duplicate, or the last of its kind. */
  | 'conflict'
  // the queue
  | 'unsupported_link'
  /** The action is not possible in the item's state. */
  | 'not_offered'
  | 'quota_exceeded'
  /** The maximum is reached; delete some first. */
  | 'limit_reached'
  | 'changed_meanwhile'
  | 'gone'
  // OAuth errors of RFC 6749, 7591, 8707 and OpenID Connect
  | 'invalid_request'
  | 'invalid_client'
  | 'client_authentication_unsupported'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'access_denied'
  // the commands of the operator
  | 'command_refused'

/** An error in the input: a JSON pointer fragment (`#/url`) and a sentence. */
export type InputError = { pointer: string; detail: string }

export type FailureOptions = {
  /** For the log only; may contain what the caller must not see. */
  cause?: unknown
  errors?: InputError[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** Methods or media types that are allowed instead. */
  allowed?: string[]
  /** A validated redirect URI with the error in its query, to redirect the browser to. */
  redirectTo?: string
  /** The same for an untrusted client: shown as a link instead of redirecting. */
  linkTo?: string
  /** Further members of the problem document (RFC 9457 §3.2). */
  members?: Record<string, unknown>
  /** For `unauthorized`: whether a token was sent at all (RFC 6750 §3.1). */
  wasTokenSent?: boolean
}

/** An expected failure. `detail` is shown to the caller and contains no secret. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly detail: string
  readonly extras: FailureOptions

  constructor(code: FailureCode, detail: string, extras: FailureOptions = {}) {
    super(`${code}: ${detail}`, { cause: extras.cause })
    this.code = code
    this.detail = detail
    this.extras = extras
  }
}

/** An `invalid_input` failure that points at one field. */
export function invalidField(name: string, detail: string): Failure {
  return new Failure('invalid_input', detail, { errors: [{ pointer: `#/${name}`, detail }] })
}
