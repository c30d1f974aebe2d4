import { type Fetch, isRedirect, request } from './discovery.ts'
import { Failure } from './failure.ts'
import { type Action, type Entity, linkOf, readEntity, requestOf, SIREN_TYPE } from './siren.ts'

/** The access tokens for one service. */
export type Tokens = {
  /** A token that has not expired; throws `signed_out`. */
  access(): Promise<string>
  /** A new token in place of `stale`, which the service refused. */
  renew(stale: string): Promise<string>
}

type Answer = { status: number; entity: Entity | undefined }

/** The API of one service, navigated from `/queue` by links and actions. */
export type Api = {
  entry(): Promise<Entity>
  get(href: string): Promise<Entity>
  /** Submits an action; if the response has no body, the entity is read from `self`. */
  submit(action: Action, input?: Record<string, string>, self?: string): Promise<Answer>
}

const ENTRY = '/queue'

/** `onAct` gets the address of each act that the service did, where it can be undone. */
export function createApi(
  origin: string,
  tokens: Tokens,
  { fetch, onAct = () => undefined }: { fetch: Fetch; onAct?: ((href: string) => void) | undefined },
): Api {
  async function send(href: string, init: RequestInit, access: string): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), Accept: SIREN_TYPE }
    const authorized = { ...headers, Authorization: `Bearer ${access}` }
    return request(fetch, href, { ...init, headers: authorized })
  }

  async function call(href: string, init: RequestInit = {}): Promise<Answer> {
    // A token is sent to its own service only, whatever an entity links to.
    if (URL.parse(href)?.origin !== origin) throw new Failure('not_the_service')
    const access = await tokens.access()
    let response = await send(href, init, access)
    if (response.status === 401) response = await send(href, init, await tokens.renew(access))
    if (isRedirect(response)) throw new Failure('redirected')
    if (!response.ok) throw await failureOf(response)
    const act = actOf(response)
    if (act !== undefined) onAct(act)
    if (response.status === 204) return { status: 204, entity: undefined }
    const entity = readEntity(await response.json().catch(() => undefined))
    if (!entity) throw new Failure('not_the_service')
    return { status: response.status, entity }
  }

  async function get(href: string): Promise<Entity> {
    // In the mode `no-cache`, Chromium would ask for permission (CORS) each time; the service's answers say to revalidate.
    const { entity } = await call(href)
    if (!entity) throw new Failure('not_the_service')
    return entity
  }

  return {
    entry: () => get(origin + ENTRY),
    get,
    async submit(action, input, self) {
      const { href, ...init } = requestOf(action, input)
      const answer = await call(href, init)
      return answer.entity || !self ? answer : { ...answer, entity: await get(self) }
    },
  }
}

/** The address of an item. */
export function selfOf(entity: Entity): string {
  const self = linkOf(entity, 'self')
  if (self === undefined) throw new Failure('not_the_service')
  return self
}

/** The address of what was done, from the response's links (RFC 8288). */
function actOf({ headers }: Response): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="[^"]*#act"/.exec(headers.get('link') ?? '')?.[1]
}

async function failureOf(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => null)) ?? {}
  const problem = body as { type?: unknown; title?: unknown; detail?: unknown }
  const words = [problem.detail, problem.title].find((text) => typeof text === 'string') as string | undefined
  const { status } = response
  if (status === 401) return new Failure('signed_out')
  if (typeof problem.type === 'string' && /[/:]paused$/.test(problem.type)) return new Failure('paused')
  if (status === 404 || status === 410) return new Failure('gone', words)
  if (status === 413) return new Failure('too_large', words)
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = retryDelayOf(response.headers.get('retry-after'))
    return new Failure('busy', words, retryAfterMs === undefined ? {} : { retryAfterMs })
  }
  return new Failure('refused', words ?? `HTTP ${status}`)
}

/** Retry-After (RFC 9110 §10.2.3) in milliseconds, from now where it is a date. */
function retryDelayOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
