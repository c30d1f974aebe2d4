/** Everything that can go wrong in the extension; `describe-failure.ts` has a message for each. */
export type FailureCode =
  | 'bad_address'
  | 'plain_address'
  | 'offline'
  | 'unreachable'
  | 'slow'
  | 'certificate'
  | 'cors'
  | 'redirected'
  | 'not_the_service'
  | 'other_issuer'
  | 'sign_in_failed'
  | 'wrong_answer'
  | 'signed_out'
  | 'paused'
  | 'busy'
  | 'too_large'
  | 'refused'
  | 'no_page'
  | 'own_page'
  | 'gone'
  | 'already_sent'
  | 'stopped'

/** Characters of a service's own text, which has to fit into the popup. */
const MAX_DETAIL = 500

/** An expected failure. `detail` is text for a person, often from the service. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly detail: string
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(code: FailureCode, detail = '', options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(`${code} ${detail}`, { cause: options.cause })
    this.code = code
    this.detail = detail.slice(0, MAX_DETAIL)
    this.retryAfterMs = options.retryAfterMs
  }
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('refused', String(error), { cause: error })
}
