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

/** The media type to answer in; throws `not_acceptable`. */
export function acceptedType(c: Context): (typeof TYPES)[number] {
  const type = negotiate(c.req.header('accept'), TYPES)
  if (!type) {
    throw new Failure('not_acceptable', `The queue is offered as ${TYPES.join(' and ')}.`, {
      allowed: [...TYPES],
    })
  }
  return type
}

/** Tells the releases apart that offer other actions or fields for the same version of an item. */
const OFFERS = hashSecret(JSON.stringify([catalogue, SEARCH_FIELDS])).slice(0, 6)

/** A strong ETag of what `version` says, for one account in one representation. */
export function etagOf(version: number, owner: string, type: string): string {
  // Random enough to tell two accounts that share a browser apart, and no secret.
  return `"${version}-${owner.slice(-8)}-${OFFERS}${type === SIREN_TYPE ? '' : `-${type.split('/')[1]}`}"`
}

/** Whether the caller has this version; if so its 304 can be sent without reading anything more. */
export function notModified(c: Context, etag: string): Response | undefined {
  c.header('ETag', etag)
  // On a change If-None-Match asks for something else (RFC 9110 §13.1.2).
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  return isFresh(c.req.header('if-none-match'), etag) ? c.body(null, 304) : undefined
}

/** Says by which change what was done is taken back: with `undo-change`, by its number or from its own address. */
export function linkToAct(c: Context, act: number | null, baseUrl: string): void {
  if (act !== null) c.header('Link', actLink(act, baseUrl), { append: true })
}

export function actLink(act: number, baseUrl: string): string {
  return `<${changeHref(act, baseUrl)}>; rel="${baseUrl}/profiles/queue#act"`
}

export function siren(c: Context, entity: Entity, status?: ContentfulStatusCode): Response {
  return sirenText(c, JSON.stringify(entity), status)
}

/** The same, where the entity is written already. */
export function sirenText(c: Context, entity: string, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Type', acceptedType(c))
  return c.body(entity, status)
}
