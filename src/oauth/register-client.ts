import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import { type Limit, consume, type RateLimit } from '../limits/rate-limit.ts'
import { visibleName } from '../text/invisible-characters.ts'
import { saveClient } from './clients.ts'
import { isIpv6Network, surroundingNetwork } from './evictions-per-network.ts'
import { checkRedirectUri } from './redirect-uri.ts'
import { generateToken } from './generate-token.ts'
import { CLIENT_AUTH_METHOD, GRANT_TYPES, RESPONSE_TYPE, SCOPE } from './protocol.ts'
import type { ClientId } from '../ids.ts'

type RegisterServices = { config: Config; db: Database; clock: Clock; random: Random }

type NamedLimit = [name: string, limit: Limit]

const MAX_REDIRECT_URIS = 10
const MAX_NAME_LENGTH = 100

/** Generous, because many people's agents may share a network, and short. */
const NETWORK_LIMITS: NamedLimit[] = [
  ['minute', { max: 20, window: MINUTE }],
  ['ten minutes', { max: 60, window: 10 * MINUTE }],
]
/** A customer with a /48 has 65,536 networks of 64 bits. */
const SURROUNDING_NETWORK_LIMITS: NamedLimit[] = [
  ['minute', { max: 60, window: MINUTE }],
  ['ten minutes', { max: 180, window: 10 * MINUTE }],
]

/** The registration response (RFC 7591 §3.2.1), which may grant less than requested. */
export type Registration = {
  client_id: ClientId
  client_id_issued_at: number
  client_name?: string
  redirect_uris: string[]
  token_endpoint_auth_method: typeof CLIENT_AUTH_METHOD
  grant_types: string[]
  response_types: string[]
  scope: typeof SCOPE
}

/**
 * Registers a public client (RFC 7591). Rate limits and eviction count by `network`, if known. Throws `invalid_request`,
 * `invalid_redirect_uri`, `invalid_client_metadata`, `too_many_requests`.
 */
export async function registerClient(
  { config, db, clock, random }: RegisterServices,
  metadata: Record<string, unknown>,
  network: string | undefined,
): Promise<Registration> {
  const now = clock.now()
  const client = parseMetadata(metadata, (await readServiceSettings(db, config)).extraRedirectUris)

  const id = generateToken('client', random)
  await db.transaction(async (tx) => {
    if (network) await consume(tx, rateLimitsOf(network), now)
    await saveClient(
      tx,
      {
        id,
        name: client.name,
        redirectUris: client.redirectUris,
        origin: { kind: 'registered', registeredAt: now },
      },
      { network: network ?? '', now },
    )
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / SECOND),
    ...(metadata['client_name'] === undefined ? {} : { client_name: client.name ?? '' }),
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: CLIENT_AUTH_METHOD,
    grant_types: client.grantTypes,
    response_types: [RESPONSE_TYPE],
    scope: SCOPE,
  }
}

/** The network before its surrounding one, so that all transactions lock rows in the same order. */
function rateLimitsOf(network: string): RateLimit[] {
  const toRateLimit =
    (of: string) =>
    ([name, limit]: NamedLimit): RateLimit => [`register ${name} ${of}`, limit]
  const own = NETWORK_LIMITS.map(toRateLimit(network))
  return isIpv6Network(network)
    ? [...own, ...SURROUNDING_NETWORK_LIMITS.map(toRateLimit(surroundingNetwork(network)))]
    : own
}

function parseMetadata(metadata: Record<string, unknown>, extra: string[]) {
  const { redirect_uris: uris, client_name: name, token_endpoint_auth_method: method } = metadata
  if (method !== undefined && method !== CLIENT_AUTH_METHOD) {
    throw invalidMetadata(
      `token_endpoint_auth_method must be "${CLIENT_AUTH_METHOD}": only public clients with PKCE are registered.`,
    )
  }
  if (!Array.isArray(uris) || uris.length === 0) {
    throw new Failure('invalid_request', 'redirect_uris must be a list of at least one URI.')
  }
  if (uris.length > MAX_REDIRECT_URIS) {
    throw new Failure('invalid_redirect_uri', `A client has at most ${MAX_REDIRECT_URIS} redirect URIs.`)
  }
  const redirectUris = uris.map((uri: unknown) => {
    checkRedirectUri(uri, extra)
    return uri
  })
  if (name !== undefined && (typeof name !== 'string' || [...name].length > MAX_NAME_LENGTH)) {
    throw invalidMetadata(`client_name must be a string of at most ${MAX_NAME_LENGTH} characters.`)
  }
  supportedValues(metadata, 'response_types', { allowed: [RESPONSE_TYPE], mandatory: RESPONSE_TYPE })
  return {
    redirectUris,
    name: visibleName(name ?? '') || null,
    grantTypes: supportedValues(metadata, 'grant_types', {
      allowed: GRANT_TYPES,
      mandatory: 'authorization_code',
    }),
  }
}

/** The allowed values of a list, which must include `mandatory`; all allowed values when omitted. */
function supportedValues(
  metadata: Record<string, unknown>,
  name: string,
  { allowed, mandatory }: { allowed: readonly string[]; mandatory: string },
): string[] {
  const requested = metadata[name]
  if (requested === undefined) return [...allowed]
  if (!Array.isArray(requested) || !requested.includes(mandatory))
    throw invalidMetadata(`${name} must be a list with "${mandatory}".`)
  return allowed.filter((value) => requested.includes(value))
}

function invalidMetadata(detail: string): Failure {
  return new Failure('invalid_client_metadata', detail)
}
