import type { ApiRequest, ApiResponse, FetchApi } from '../ports/fetch-api.ts'
import { MINUTE, SECOND } from '../ports/clock.ts'
import { REMOTE_FAILURES } from './remote-failures.ts'
import type { Credentials, RemoteLibrary, RemotePage } from './remote-libraries/remote-library.ts'
import { tryParseJson } from '../text/json.ts'

/** The remote library to read, and the credentials for it, which are kept in memory only. */
export type Access = {
  library: RemoteLibrary
  address: string
  credentials: Credentials
  token: string | undefined
}

/** Why a page of links can't be read: a sentence, and the field of the form that is wrong, if any. */
export type RemoteFailure = {
  reason: string
  field: 'address' | 'secret' | undefined
  /** Milliseconds until a retry makes sense; null if it never does. */
  retryAfter: number | null
}

const FIRST_RETRY = SECOND
const LONGEST_RETRY = MINUTE / 2

/** More than the hundred that are requested at once. All entries of a page are stored in one transaction. */
const MAX_ENTRIES = 500
/** Limits the values of a response, since each takes far more memory than its characters. */
const MAX_VALUES = 1_000_000

/** Fetches a page of links. Signs in first if the library requires it and the token is missing or expired. */
export async function fetchRemotePage(
  fetchApi: FetchApi,
  access: Access,
  { cursor, signal }: { cursor: string; signal: AbortSignal },
): Promise<RemotePage | RemoteFailure> {
  const { library, address } = access
  const { signIn } = library
  const wasSignedIn = access.token !== undefined
  if (signIn && access.token === undefined) {
    const response = await fetchApi(signIn.request(address, access.credentials), signal)
    // OAuth responds with 400 to a wrong password (RFC 6749 §5.2).
    const isWrong = response.kind === 'answered' && response.status === 400
    const failure = isWrong ? wrongCredentials(library) : findFailure(response, library)
    if (failure) return failure
    access.token = signIn.tokenOf(parseBody(response))
    if (access.token === undefined) return notSuchServer(library)
  }
  const token = signIn ? access.token : access.credentials['token']
  const request: ApiRequest = {
    url: address + library.pathOf(cursor),
    headers: library.headersFor(token ?? ''),
  }
  const response = await fetchApi(request, signal)
  if (signIn && wasSignedIn && response.kind === 'answered' && response.status === 401) {
    access.token = undefined
    return fetchRemotePage(fetchApi, access, { cursor, signal })
  }
  const failure = findFailure(response, library)
  if (failure || response.kind !== 'answered') return failure ?? notSuchServer(library)
  const header = (name: string) => {
    const value = response.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const page = library.parsePage({ json: parseBody(response), header }, cursor)
  if (page && page.entries.length > MAX_ENTRIES)
    return { reason: REMOTE_FAILURES.tooLarge, field: undefined, retryAfter: null }
  return page ?? notSuchServer(library)
}

function findFailure(response: ApiResponse, library: RemoteLibrary): RemoteFailure | undefined {
  const { title } = library
  switch (response.kind) {
    case 'refused':
      return { reason: REMOTE_FAILURES.refused, field: 'address', retryAfter: null }
    case 'redirected':
      return { reason: REMOTE_FAILURES.redirected(response.origin), field: 'address', retryAfter: null }
    case 'too-large':
      return { reason: REMOTE_FAILURES.tooLarge, field: undefined, retryAfter: null }
    case 'unreachable':
      return {
        reason: REMOTE_FAILURES.unreachable(response.reason),
        field: 'address',
        retryAfter: FIRST_RETRY,
      }
  }
  const { status, retryAfter } = response
  if (status >= 200 && status <= 299) return undefined
  if (status === 401 || status === 403) return wrongCredentials(library)
  if (status === 429 || status === 408 || status >= 500) {
    const reason = REMOTE_FAILURES.busy(title, status)
    return { reason, field: undefined, retryAfter: Math.min(retryAfter ?? FIRST_RETRY, LONGEST_RETRY) }
  }
  return notSuchServer(library)
}

function wrongCredentials({ credentials }: RemoteLibrary): RemoteFailure {
  const isToken = credentials.includes('token')
  const reason = isToken ? REMOTE_FAILURES.wrongToken : REMOTE_FAILURES.wrongLogin
  return { reason, field: 'secret', retryAfter: null }
}

function notSuchServer({ title }: RemoteLibrary): RemoteFailure {
  return { reason: REMOTE_FAILURES.notSuchServer(title), field: 'address', retryAfter: null }
}

/** The parsed body; undefined if it isn't JSON or has too many values. */
function parseBody(response: ApiResponse): unknown {
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
