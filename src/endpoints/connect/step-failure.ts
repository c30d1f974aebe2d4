import type { OwnAddress, OwnResponse, OwnRequest } from '../../ports/own-address.ts'
import { truncate } from '../../text/truncate.ts'
import { tryParseJson } from '../../text/json.ts'

/** A failed step; the message says what is wrong and what the operator can do. */
export class StepFailure extends Error {}

/** Sends a request to the public address. Throws StepFailure for no response or a redirect. */
export async function request(
  { ownAddress, config }: { ownAddress: OwnAddress; config: { baseUrl: string } },
  path: string,
  request?: OwnRequest,
): Promise<OwnResponse> {
  const response = await ownAddress.ask(path, request)
  if (!response.ok) throw new StepFailure(response.reason)
  if (response.status >= 300 && response.status < 400) throw redirected(config.baseUrl + path, response)
  return response
}

/** Parses the JSON object of a response with the expected status. Throws StepFailure. */
export function parseJson(address: string, response: OwnResponse, status: number): Record<string, unknown> {
  const members = parseObject(checkStatus(address, response, status).text)
  if (members) return members
  throw new StepFailure(`${address} did not answer with JSON. ${ANOTHER_PROGRAM}`)
}

/** Throws StepFailure unless a response has the expected status and is not HTML. */
export function checkStatus(address: string, response: OwnResponse, expected: number): OwnResponse {
  const { status } = response
  if (status !== expected) throw wrongStatus(address, response)
  if (isHtml(response)) {
    throw new StepFailure(`${address} answered with a web page (HTML, ${status}). ${ANOTHER_PROGRAM}`)
  }
  return response
}

const MAX_SHOWN_LENGTH = 200
const ANOTHER_PROGRAM =
  'Another program answers there: let the proxy pass every path of this address on to Reading Queue, or correct BASE_URL.'

function redirected(address: string, { status, headers }: OwnResponse): StepFailure {
  const { location } = headers
  return new StepFailure(
    `${address} answered with a redirect (${status})${location ? ` to ${quoted(location)}` : ''}. Clients do not follow it. Let the proxy pass this path on as it is, without adding a slash or changing host or scheme; if it forces another host, BASE_URL must be that one.`,
  )
}

function wrongStatus(address: string, response: OwnResponse): StepFailure {
  const { status } = response
  const what = `${address} answered ${status}${errorOf(response)}.`
  if (status === 404 && address.includes('/.well-known/')) {
    return new StepFailure(`${what} The proxy does not pass /.well-known on: let every path through.`)
  }
  if (status === 404)
    return new StepFailure(`${what} The proxy does not pass this path on: let every path through.`)
  if (status === 502 || status === 503 || status === 504) {
    return new StepFailure(
      `${what} The proxy does not reach Reading Queue: check the host and port that it passes requests on to.`,
    )
  }
  if (isHtml(response) && (status === 401 || status === 403 || status === 429)) {
    return new StepFailure(
      `${what} Something in front of Reading Queue keeps programs out, such as a firewall, a robot check or a password: let this path through.`,
    )
  }
  if (isHtml(response)) return new StepFailure(`${what} It is a web page. ${ANOTHER_PROGRAM}`)
  return new StepFailure(`${what} Clients can’t continue after that.`)
}

function isHtml({ headers, text }: OwnResponse): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)\b/i.test(text)
}

/** The OAuth error of a response (RFC 6749 §5.2), in brackets. */
function errorOf({ text }: OwnResponse): string {
  const { error, error_description: description } = parseObject(text) ?? {}
  if (typeof error !== 'string') return ''
  return ` (${quoted(typeof description === 'string' ? `${error}: ${description}` : error)})`
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

/** Untrusted text for display. */
export function quoted(text: string): string {
  return truncate(text, MAX_SHOWN_LENGTH)
}
