import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  fetchUserInfo,
} from 'openid-client'
import type { OidcConfig } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR, MINUTE, SECOND } from './clock.ts'

/** The state of a sign-in while the browser is at the provider; state, nonce and verifier are base64url. */
export type RoundTrip = {
  state: string
  nonce: string
  verifier: string
  /** If set, the person has to authenticate again: not before this time, in milliseconds. */
  freshSince?: number | undefined
}

/** A person's identity at the provider. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** Undefined if the provider returns none. */
  email: string | undefined
  isEmailVerified: boolean
}

/** An OpenID Connect provider for signing in. */
export type IdentityProvider = {
  name: string
  issuer: string
  /** The authorization URL of a round trip. Throws `busy`. */
  begin(trip: RoundTrip, callback: string): Promise<string>
  /**
   * The identity of the person who returned to `url`. Throws `access_denied`, `busy`, or `wrong_credentials` with the
   * cause, also if the provider does not confirm a required fresh authentication.
   */
  finish(trip: RoundTrip, url: URL): Promise<ProviderIdentity>
}

/** The timeout of each request to the provider, in seconds. */
const TIMEOUT = 10
/** The tolerated difference between the provider's clock and ours. */
const CLOCK_SKEW = MINUTE
/** How long the provider's metadata is cached. */
const METADATA_MAX_AGE = HOUR

/** Code flow with PKCE, state, nonce and iss (OpenID Connect Core §3.1, RFC 7636, 9207). */
export function createIdentityProvider(config: OidcConfig, clock: Clock): IdentityProvider {
  const { name } = config
  const issuer = config.issuer.replace(/\/$/, '')
  let known: { client: Configuration; at: number } | undefined

  async function connect(): Promise<Configuration> {
    const isRecent = known && Math.abs(clock.now() - known.at) < METADATA_MAX_AGE
    if (known && isRecent) return known.client
    try {
      known = { client: await discover(config), at: clock.now() }
      return known.client
    } catch (cause) {
      throw new Failure('busy', `${name} cannot be reached right now. Try again in a few minutes.`, {
        cause,
        retryAfter: 60,
      })
    }
  }

  return {
    name,
    issuer,
    async begin({ state, nonce, verifier, freshSince }, callback) {
      const client = await connect()
      return buildAuthorizationUrl(client, {
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid email',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // OpenID Connect Core §3.1.2.1: with max_age the provider returns when the person last authenticated.
        ...(freshSince !== undefined && { prompt: 'login', max_age: '0' }),
      }).href
    },
    async finish({ state, nonce, verifier, freshSince }, url) {
      const client = await connect()
      try {
        const tokens = await authorizationCodeGrant(client, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('There is no ID token.')
        // The browser sent the request, so `prompt` and `max_age` may have been removed from it.
        if (freshSince !== undefined) requireFresh(claims.auth_time, freshSince)
        const userInfo =
          claims['email'] === undefined ? await findUserInfo(client, tokens.access_token, claims.sub) : claims
        const { email } = userInfo
        return {
          issuer,
          subject: claims.sub,
          email: typeof email === 'string' ? email : undefined,
          isEmailVerified: userInfo['email_verified'] === true,
        }
      } catch (cause) {
        throw refusal(name, cause)
      }
    },
  }
}

function requireFresh(authTime: unknown, freshSince: number): void {
  const isFresh = typeof authTime === 'number' && authTime * SECOND >= freshSince - CLOCK_SKEW
  if (!isFresh) throw new Error(`The provider asked for no new sign-in: auth_time is ${String(authTime)}.`)
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const isPlain = issuer.startsWith('http:')
  const execute = isPlain ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    execute,
    timeout: TIMEOUT,
  })
  const metadata = found.serverMetadata()
  // OpenID Connect Discovery §3: the default is Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const client = new Configuration(metadata, clientId, undefined, authentication(clientSecret))
  client.timeout = TIMEOUT
  if (isPlain) allowInsecureRequests(client)
  return client
}

/** Many providers return the email address only here; a failed request counts as no address. */
async function findUserInfo(
  client: Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!client.serverMetadata().userinfo_endpoint) return {}
  return fetchUserInfo(client, accessToken, subject).catch(() => ({}))
}

function refusal(name: string, cause: unknown): Failure {
  if (cause instanceof AuthorizationResponseError && cause.error === 'access_denied') {
    return new Failure('access_denied', `You did not sign in with ${name}.`, { cause })
  }
  return new Failure('wrong_credentials', `Signing in with ${name} did not work. Try again.`, { cause })
}
