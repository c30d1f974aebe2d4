import type { Failure, FailureCode } from '../failure.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** The status and title of each failure in the API. */
const PROBLEMS = {
  malformed: [400, 'The request is malformed'],
  invalid_input: [422, 'The input is not acceptable'],
  not_found: [404, 'There is nothing here'],
  method_not_allowed: [405, 'This method is not possible here'],
  not_acceptable: [406, 'No acceptable representation'],
  unsupported_type: [415, 'This media type is not taken here'],
  too_large: [413, 'The body is too large'],
  too_many_requests: [429, 'Too many requests'],
  busy: [503, 'Too busy at this moment'],
  unauthorized: [401, 'A valid access token is needed'],
  paused: [403, 'The agent is paused'],
  wrong_credentials: [401, 'The sign-in was refused'],
  email_taken: [409, 'The account could not be made'],
  sign_up_closed: [403, 'Sign-up is closed'],
  account_disabled: [403, 'The account is disabled'],
  cross_site: [403, 'Refused as a request from another site'],
  unsupported_link: [422, 'Only http and https links can be saved'],
  not_offered: [409, 'The action is not offered in this state'],
  quota_exceeded: [403, 'The account is full'],
  changed_meanwhile: [412, 'The item has changed meanwhile'],
  gone: [410, 'What was asked for is not kept any more'],
  invalid_request: [400, 'The request is malformed'],
  invalid_client: [400, 'The client is not registered'],
  client_authentication: [401, 'Client authentication is not supported'],
  invalid_grant: [400, 'The grant is not valid'],
  invalid_target: [400, 'The resource is not ours'],
  invalid_redirect_uri: [400, 'The redirect URI is not accepted'],
  invalid_client_metadata: [400, 'The client metadata is not supported'],
  unsupported_grant_type: [400, 'The grant type is not supported'],
  unsupported_response_type: [400, 'The response type is not supported'],
  request_not_supported: [400, 'Request objects are not supported'],
  request_uri_not_supported: [400, 'Request URIs are not supported'],
  access_denied: [401, 'The access was denied'],
} as const satisfies Record<FailureCode, [status: number, title: string]>

/** A problem document (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  errors?: { pointer: string; detail: string }[]
}

export function problemOf(failure: Failure, baseUrl: string): Problem {
  const [status, title] = PROBLEMS[failure.code]
  const { mistakes } = failure.extras
  return {
    type: `${baseUrl}/problems/${problemType(failure.code)}`,
    title,
    status,
    detail: failure.detail,
    ...(mistakes ? { errors: mistakes } : {}),
  }
}

/** The problem document of an internal error, with nothing but the id of its log lines. */
export function bugProblem(baseUrl: string, requestId: string): Problem {
  return {
    type: `${baseUrl}/problems/internal`,
    title: 'Something went wrong here',
    status: 500,
    detail: `It is not your mistake. Whoever runs this service finds it in the log as ${requestId}.`,
  }
}

/** Remedies for the failures that the API itself returns; other interfaces explain the rest. */
const REMEDIES = {
  malformed:
    'Correct the request: broken JSON, a doubled parameter or a cursor of another list never work again.',
  invalid_input: 'Correct the fields that `errors` points at, then send it again.',
  unsupported_link: 'Save an http or https address without user and password.',
  not_found: 'Read the list again: the item may have been deleted for good, or the address is wrong.',
  not_offered: 'Read the item or change again: its `actions` are what is possible now.',
  quota_exceeded: 'Tell the person. It works again once they have emptied the trash or deleted items.',
  changed_meanwhile: 'Read the item again and decide anew, then send the new ETag in If-Match.',
  gone: 'Read the queue as it is, then follow the changes with `after=latest`.',
  unauthorized: 'Refresh the access token; where that is refused, ask the person to approve again.',
  paused: 'Stop and tell the person: they paused this agent and can resume it.',
  method_not_allowed: 'Use one of the methods in Allow.',
  not_acceptable: 'Ask for one of the media types that the detail names.',
  unsupported_type: 'Send one of the media types in Accept-Post or Accept-Patch.',
  too_large: 'Send less at once, or save the link without its HTML.',
  too_many_requests: 'Wait the seconds of Retry-After, then send the same again.',
  busy: 'Wait the seconds of Retry-After, then send the same again.',
} as const satisfies Partial<Record<FailureCode, string>>

/** A kind of API failure: the end of its problem type URI, and the remedy. */
export type ProblemKind = { type: string; status: number; title: string; remedy: string }

/** All kinds of API failures, for the documentation. */
export const problemKinds: ProblemKind[] = [
  ...Object.entries(REMEDIES).map(([code, remedy]) => {
    const [status, title] = PROBLEMS[code as keyof typeof REMEDIES]
    return { type: problemType(code), status, title, remedy }
  }),
  {
    type: 'internal',
    status: 500,
    title: 'Something went wrong here',
    remedy: 'Try again later. Whoever runs the service finds the cause in the log by the id in the detail.',
  },
]

/** The end of the problem type URI. */
function problemType(code: string): string {
  return code.replaceAll('_', '-')
}
