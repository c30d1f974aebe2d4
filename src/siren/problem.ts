import type { Failure, FailureCode } from '../failure.ts'
import { failureStatus } from '../failure-status.ts'
import { type Link, SIREN_TYPE } from './entity.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** The title of each failure in the API. */
const TITLES = {
  malformed: 'The request is malformed',
  invalid_input: 'The input is not acceptable',
  not_found: 'There is nothing here',
  method_not_allowed: 'This method is not possible here',
  not_acceptable: 'No acceptable representation',
  unsupported_type: 'This media type is not taken here',
  too_large: 'The body is too large',
  too_many_requests: 'Too many requests',
  busy: 'Too busy right now',
  unauthorized: 'A valid access token is needed',
  paused: 'The agent is paused',
  recent_sign_in_required: 'A recent sign-in is needed',
  wrong_credentials: 'The sign-in was refused',
  email_taken: 'The account could not be made',
  sign_up_closed: 'Sign-up is closed',
  account_disabled: 'The account is disabled',
  cross_site: 'Refused as a request from another site',
  expired: 'What was used once has expired',
  turned_off: 'The service does not offer this',
  conflict: 'The account does not allow it as it is',
  unsupported_link: 'Only http and https links can be saved',
  not_offered: 'The action is not offered in this state',
  quota_exceeded: 'The account is full',
  limit_reached: 'A limit is reached',
  changed_meanwhile: 'The item has changed meanwhile',
  gone: 'What was asked for is no longer kept',
  invalid_request: 'The request is malformed',
  invalid_client: 'The client is not registered',
  client_authentication_unsupported: 'Client authentication is not supported',
  invalid_grant: 'The grant is not valid',
  invalid_target: 'The resource is not ours',
  invalid_redirect_uri: 'The redirect URI is not accepted',
  invalid_client_metadata: 'The client metadata is not supported',
  unsupported_grant_type: 'The grant type is not supported',
  unsupported_response_type: 'The response type is not supported',
  request_not_supported: 'Request objects are not supported',
  request_uri_not_supported: 'Request URIs are not supported',
  access_denied: 'The access was denied',
  command_refused: 'The command was refused',
} as const satisfies Record<FailureCode, string>

/** A problem document (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  errors?: { pointer: string; detail: string }[]
  /** Entry points of the API and its documentation. */
  links?: Link[]
}

/** Links for a caller that used a wrong address. */
function helpLinks(baseUrl: string): Link[] {
  return [
    { rel: ['related'], href: `${baseUrl}/queue`, title: 'The queue', type: SIREN_TYPE },
    { rel: ['service-doc'], href: `${baseUrl}/auth.md`, type: 'text/markdown' },
  ]
}

export function problemOf(failure: Failure, baseUrl: string): Problem {
  const { errors, members } = failure.extras
  return {
    type: problemTypeUri(problemType(failure.code), baseUrl),
    title: TITLES[failure.code],
    status: failureStatus[failure.code],
    detail: failure.detail,
    ...(errors ? { errors } : {}),
    ...members,
    ...(failure.code === 'not_found' ? { links: helpLinks(baseUrl) } : {}),
  }
}

const INTERNAL_TITLE = 'Something went wrong here'

/** The problem document of an internal error, with nothing but the id of its log lines. */
export function internalErrorProblem(baseUrl: string, requestId: string): Problem {
  return {
    type: problemTypeUri('internal', baseUrl),
    title: INTERNAL_TITLE,
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
  limit_reached:
    'Tell the person what the detail says. Sending it again changes nothing until there is room.',
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
    const known = code as keyof typeof REMEDIES
    return { type: problemType(code), status: failureStatus[known], title: TITLES[known], remedy }
  }),
  {
    type: 'internal',
    status: 500,
    title: INTERNAL_TITLE,
    remedy: 'Try again later. Whoever runs the service finds the cause in the log by the id in the detail.',
  },
]

export function problemTypeUri(type: string, baseUrl: string): string {
  return `${baseUrl}/problems/${type}`
}

/** The end of the problem type URI. */
function problemType(code: string): string {
  return code.replaceAll('_', '-')
}
