/** The closed list of what may go wrong as expected; each face says in one table how it tells each. */
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
  | 'email_taken'
  | 'sign_up_closed'
  | 'account_disabled'
  | 'cross_site'
  // the queue
  | 'unsupported_link'
  | 'not_offered'
  | 'quota_exceeded'
  | 'changed_meanwhile'
  | 'gone'
  // OAuth, in the words of RFC 6749, 7591, 8707 and OpenID Connect
  | 'invalid_request'
  | 'invalid_client'
  | 'client_authentication'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'access_denied'

/** Where in the input a mistake lies: a JSON pointer fragment (`#/url`) and a sentence. */
export type InputMistake = { pointer: string; detail: string }

export type FailureOptions = {
  /** For the log only; may hold what the caller must not see. */
  cause?: unknown
  mistakes?: InputMistake[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** Methods or media types that would have been taken instead. */
  allowed?: string[]
  /** A proven redirect URI with the error in its query, to which the user agent is moved on. */
  redirectTo?: string
  /** The same for a client that nobody vouches for: the person may follow it, and nothing moves them there. */
  linkTo?: string
  /** For `unauthorized`: whether a token was sent at all (RFC 6750 §3.1). */
  tokenSent?: boolean
}

/** An expected failure. `detail` is for the caller and holds no secret. */
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

/** The failure of one field: `invalid_input` that points at it. */
export function invalidField(name: string, detail: string): Failure {
  return new Failure('invalid_input', detail, { mistakes: [{ pointer: `#/${name}`, detail }] })
}
