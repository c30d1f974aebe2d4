import type { Failure, FailureCode } from '../failure.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** How the API tells each failure: its status and the title of its kind. */
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
    type: `${baseUrl}/problems/${failure.code.replaceAll('_', '-')}`,
    title,
    status,
    detail: failure.detail,
    ...(mistakes ? { errors: mistakes } : {}),
  }
}

/** A bug's problem document: nothing but the id under which the log has it. */
export function bugProblem(baseUrl: string, requestId: string): Problem {
  return {
    type: `${baseUrl}/problems/internal`,
    title: 'Something went wrong here',
    status: 500,
    detail: `It is not your mistake. Whoever runs this service finds it in the log as ${requestId}.`,
  }
}

/** Kinds that the API itself meets; the rest are told by other faces. */
const OWN: FailureCode[] = [
  'malformed',
  'invalid_input',
  'unsupported_link',
  'not_found',
  'not_offered',
  'quota_exceeded',
  'changed_meanwhile',
  'gone',
  'unauthorized',
  'paused',
  'method_not_allowed',
  'not_acceptable',
  'unsupported_type',
  'too_large',
  'too_many_requests',
  'busy',
]

/** The kinds of failure of the API with their titles, for the page that documents them. */
export const problemTitles: [type: string, title: string][] = [
  ...OWN.map((code): [string, string] => [code.replaceAll('_', '-'), PROBLEMS[code][1]]),
  ['internal', 'Something went wrong here'],
]
