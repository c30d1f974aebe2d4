import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure } from '../../failure.ts'
import { isFresh } from '../../http/etag.ts'
import { negotiate } from '../../http/negotiate.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import { SEARCH_FIELDS } from '../../queue/lists/search.ts'
import { hashSecret } from '../../crypto/seal.ts'
import { changeHref } from '../../siren/change.ts'
import { type Entity, SIREN_TYPE } from '../../siren/entity.ts'

const TYPES = [SIREN_TYPE, 'application/json'] as const

/** The media type of the response; throws `not_acceptable`. */
export function requireAcceptableType(c: Context): (typeof TYPES)[number] {
  const type = negotiate(c.req.header('accept'), TYPES)
  if (!type) {
    throw new Failure('not_acceptable', `The queue is offered as ${TYPES.join(' and ')}.`, {
      allowed: [...TYPES],
    })
  }
  return type
}

/** Raise it when the representation of an item changes. */
const FORMAT = 3

/** Distinguishes releases that represent the same version of an item differently, or offer other actions or fields. */
const OFFERS = hashSecret(JSON.stringify([catalogue, SEARCH_FIELDS, FORMAT])).slice(0, 6)

type Represented = { owner: string; type: string; more?: string }

/** A strong ETag for a version, in one representation for one account. */
export function etagOf(version: number, { owner, type, more = '' }: Represented): string {
  // Not secret, and random enough to distinguish two accounts that share a browser.
  return `"${version}-${owner.slice(-8)}-${OFFERS}${type === SIREN_TYPE ? '' : `-${type.split('/')[1]}`}${more}"`
}

/** Responds with 304 if the client has this version, before anything else is read. */
export function notModified(c: Context, etag: string): Response | undefined {
  c.header('ETag', etag)
  // For writes If-None-Match has another meaning (RFC 9110 §13.1.2).
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  return isFresh(c.req.header('if-none-match'), etag) ? c.body(null, 304) : undefined
}

/** Links to the act that was just done, which can be undone: at this address, or with `undo-change` by its number. */
export function linkToAct(c: Context, act: number | null, baseUrl: string): void {
  if (act !== null) c.header('Link', actLink(act, baseUrl), { append: true })
}

export function actLink(act: number, baseUrl: string): string {
  return `<${changeHref(act, baseUrl)}>; rel="${baseUrl}/profiles/queue#act"`
}

/** Responds with an entity, or with one as JSON. */
export function siren(c: Context, entity: Entity | string, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Type', requireAcceptableType(c))
  return c.body(typeof entity === 'string' ? entity : JSON.stringify(entity), status)
}
