import { Failure } from './failure.ts'
import { type Fetch, isRedirect, readJson, request } from './http.ts'
import { type Action, type Entity, linkOf, readEntity, requestOf, SIREN_TYPE } from './siren.ts'

/** Provides the access tokens for one service. Both functions throw `signed_out` if nobody is signed in. */
export type TokenSource = {
  /** An access token that has not expired. */
  accessToken(): Promise<string>
  /** A new access token in place of `rejected`, which the service did not accept. */
  renew(rejected: string): Promise<string>
}

/** A successful response; without an entity if it has no body. */
type ApiResponse = { status: number; entity: Entity | undefined }

/** The API of one service, navigated from its root, `/queue`, by links and actions. */
export type Api = {
  /** The root, which has the newest unread items and the actions of the queue. */
  root(): Promise<Entity>
  get(href: string): Promise<Entity>
  /** Submits an action; if the response has no body, the entity is read from `self`. */
  submit(action: Action, input?: Record<string, string>, self?: string): Promise<ApiResponse>
}

const ROOT_PATH = '/queue'

/** Creates the API. `onChange` is called with the address of each change that the service recorded and can undo. */
export function createApi(
  origin: string,
  tokens: TokenSource,
  { fetch, onChange = () => undefined }: { fetch: Fetch; onChange?: ((href: string) => void) | undefined },
): Api {
  async function send(href: string, init: RequestInit, accessToken: string): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), Accept: SIREN_TYPE }
    const authorized = { ...headers, Authorization: `Bearer ${accessToken}` }
    return request(fetch, href, { ...init, headers: authorized })
  }

  async function call(href: string, init: RequestInit = {}): Promise<ApiResponse> {
    // The token must not reach another server, whatever an entity links to.
    if (URL.parse(href)?.origin !== origin) throw new Failure('not_the_service')
    const accessToken = await tokens.accessToken()
    let response = await send(href, init, accessToken)
    if (response.status === 401) response = await send(href, init, await tokens.renew(accessToken))
    if (isRedirect(response)) throw new Failure('redirected')
    if (!response.ok) throw await failureOf(response)
    const change = changeAddressOf(response)
    if (change !== undefined) onChange(change)
    if (response.status === 204) return { status: 204, entity: undefined }
    const entity = readEntity(await readJson(response))
    if (!entity) throw new Failure('not_the_service')
    return { status: response.status, entity }
  }

  async function get(href: string): Promise<Entity> {
    // The cache mode `no-cache` would cost a CORS preflight each time in Chromium; the service's responses ask for revalidation.
    const { entity } = await call(href)
    if (!entity) throw new Failure('not_the_service')
    return entity
  }

  return {
    root: () => get(origin + ROOT_PATH),
    get,
    async submit(action, input, self) {
      const { href, ...init } = requestOf(action, input)
      const response = await call(href, init)
      return response.entity || !self ? response : { ...response, entity: await get(self) }
    },
  }
}

/** The address of an item. */
export function selfOf(entity: Entity): string {
  const self = linkOf(entity, 'self')
  if (self === undefined) throw new Failure('not_the_service')
  return self
}

/** The address of the change that a request made, from the response's Link header (RFC 8288). */
function changeAddressOf({ headers }: Response): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="[^"]*#act"/.exec(headers.get('link') ?? '')?.[1]
}

async function failureOf(response: Response): Promise<Failure> {
  const body = (await readJson(response)) ?? {}
  const problem = body as { type?: unknown; title?: unknown; detail?: unknown }
  const text = [problem.detail, problem.title].find((value) => typeof value === 'string') as
    string | undefined
  const { status } = response
  if (status === 401) return new Failure('signed_out')
  if (typeof problem.type === 'string' && /[/:]paused$/.test(problem.type)) return new Failure('paused')
  if (status === 404 || status === 410) return new Failure('gone', text)
  if (status === 413) return new Failure('too_large', text)
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = retryDelayOf(response.headers.get('retry-after'))
    return new Failure('busy', text, retryAfterMs === undefined ? {} : { retryAfterMs })
  }
  return new Failure('refused', text ?? `HTTP ${status}`)
}

/** Retry-After (RFC 9110 §10.2.3) as milliseconds from now; the header has seconds or a date. */
function retryDelayOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(delay) ? Math.max(0, delay) : undefined
}
