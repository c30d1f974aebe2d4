import type { ApiRequest, ApiResponse, FetchApi } from '../ports/fetch-api.ts'
import { MINUTE, SECOND } from '../ports/clock.ts'
import { SOURCE_FAILURES } from './source-failures.ts'
import type { Secrets, Source, SourcePage } from './sources/source.ts'
import { tryParseJson } from '../text/json.ts'

/** The server whose links are read, and what lets the service in; kept in memory only. */
export type Access = { source: Source; address: string; secrets: Secrets; token: string | undefined }

/** Why a page can't be read: a sentence, and the field of the form that is wrong, if one is. */
export type SourceFailure = {
  because: string
  field: 'address' | 'secret' | undefined
  /** Milliseconds after which to try again; null where that is of no use. */
  retryAfter: number | null
}

const FIRST_RETRY = SECOND
const LONGEST_RETRY = MINUTE / 2

/** No source is asked for more than a hundred at a time; all of a page are stored in one transaction. */
const MAX_ENTRIES = 500
/** More values take far more memory than their characters. */
const MAX_VALUES = 1_000_000

/** Reads a page, and signs in first where the source needs it and a token is missing or has expired. */
export async function fetchSourcePage(
  fetchApi: FetchApi,
  access: Access,
  { cursor, signal }: { cursor: string; signal: AbortSignal },
): Promise<SourcePage | SourceFailure> {
  const { source, address } = access
  const { signIn } = source
  const wasSignedIn = access.token !== undefined
  if (signIn && access.token === undefined) {
    const response = await fetchApi(signIn.request(address, access.secrets), signal)
    // OAuth answers 400 to a wrong password (RFC 6749 §5.2).
    const isWrong = response.kind === 'answered' && response.status === 400
    const failure = isWrong ? wrongSecret(source) : failureOf(response, source)
    if (failure) return failure
    access.token = signIn.tokenOf(jsonOf(response))
    if (access.token === undefined) return notSuchServer(source)
  }
  const token = signIn ? access.token : access.secrets['token']
  const request: ApiRequest = {
    url: address + source.pathOf(cursor),
    headers: source.headersFor(token ?? ''),
  }
  const response = await fetchApi(request, signal)
  if (signIn && wasSignedIn && response.kind === 'answered' && response.status === 401) {
    access.token = undefined
    return fetchSourcePage(fetchApi, access, { cursor, signal })
  }
  const failure = failureOf(response, source)
  if (failure || response.kind !== 'answered') return failure ?? notSuchServer(source)
  const header = (name: string) => {
    const value = response.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const page = source.read({ json: jsonOf(response), header }, cursor)
  if (page && page.entries.length > MAX_ENTRIES)
    return { because: SOURCE_FAILURES.tooLarge, field: undefined, retryAfter: null }
  return page ?? notSuchServer(source)
}

function failureOf(response: ApiResponse, source: Source): SourceFailure | undefined {
  const { title } = source
  switch (response.kind) {
    case 'refused':
      return { because: SOURCE_FAILURES.refused, field: 'address', retryAfter: null }
    case 'redirected':
      return { because: SOURCE_FAILURES.redirected(response.origin), field: 'address', retryAfter: null }
    case 'too-large':
      return { because: SOURCE_FAILURES.tooLarge, field: undefined, retryAfter: null }
    case 'unreachable':
      return {
        because: SOURCE_FAILURES.unreachable(response.reason),
        field: 'address',
        retryAfter: FIRST_RETRY,
      }
  }
  const { status, retryAfter } = response
  if (status >= 200 && status <= 299) return undefined
  if (status === 401 || status === 403) return wrongSecret(source)
  if (status === 429 || status === 408 || status >= 500) {
    const because = SOURCE_FAILURES.busy(title, status)
    return { because, field: undefined, retryAfter: Math.min(retryAfter ?? FIRST_RETRY, LONGEST_RETRY) }
  }
  return notSuchServer(source)
}

function wrongSecret({ secrets }: Source): SourceFailure {
  const isToken = secrets.includes('token')
  const because = isToken ? SOURCE_FAILURES.wrongToken : SOURCE_FAILURES.wrongLogin
  return { because, field: 'secret', retryAfter: null }
}

function notSuchServer({ title }: Source): SourceFailure {
  return { because: SOURCE_FAILURES.notSuchServer(title), field: 'address', retryAfter: null }
}

/** Undefined for a body that is no JSON, or one of too many values. */
function jsonOf(response: ApiResponse): unknown {
  if (response.kind !== 'answered') return undefined
  const { body } = response
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    if ((unit === COMMA || unit === BRACKET || unit === BRACE) && ++values > MAX_VALUES) return undefined
  }
  return tryParseJson(body)
}

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b
