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
import type { OidcConfig } from '../config.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR } from './clock.ts'

/** What is kept of a round trip while the browser is at the provider: all three in base64url. */
export type RoundTrip = { state: string; nonce: string; verifier: string }

/** A person as the provider knows them. */
export type ProvidedIdentity = {
  issuer: string
  subject: string
  /** Undefined where the provider tells none. */
  email: string | undefined
  isEmailVerified: boolean
}

/** The OpenID Connect provider that people may sign in with. */
export type IdentityProvider = {
  name: string
  issuer: string
  /** The provider's page for a round trip; `isFresh` asks it to make sure of the person anew. Throws `busy`. */
  begin(trip: RoundTrip, callback: string, isFresh: boolean): Promise<string>
  /** Who came back to `url`. Throws `access_denied`, `wrong_credentials` with the cause, `busy`. */
  finish(trip: RoundTrip, url: URL): Promise<ProvidedIdentity>
}

/** Seconds that each request to the provider may take. */
const TIMEOUT = 10
/** How long its metadata are believed. */
const METADATA_KEPT = HOUR

/** Code flow with PKCE, state, nonce and iss (OpenID Connect Core §3.1, RFC 7636, 9207). */
export function createIdentityProvider(config: OidcConfig, clock: Clock): IdentityProvider {
  const { name } = config
  const issuer = config.issuer.replace(/\/$/, '')
  let known: { client: Configuration; at: number } | undefined

  async function connect(): Promise<Configuration> {
    const isRecent = known && Math.abs(clock.now() - known.at) < METADATA_KEPT
    if (known && isRecent) return known.client
    try {
      known = { client: await discover(config), at: clock.now() }
      return known.client
    } catch (cause) {
      throw new Failure('busy', `${name} cannot be reached at this moment. Try again in a few minutes.`, {
        cause,
        retryAfter: 60,
      })
    }
  }

  return {
    name,
    issuer,
    async begin({ state, nonce, verifier }, callback, isFresh) {
      const client = await connect()
      return buildAuthorizationUrl(client, {
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid email',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isFresh && { prompt: 'login' }),
      }).href
    },
    async finish({ state, nonce, verifier }, url) {
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
        const told =
          claims['email'] === undefined ? await askForEmail(client, tokens.access_token, claims.sub) : claims
        const { email } = told
        return {
          issuer,
          subject: claims.sub,
          email: typeof email === 'string' ? email : undefined,
          isEmailVerified: told['email_verified'] === true,
        }
      } catch (cause) {
        throw refusal(name, cause)
      }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const isPlain = issuer.startsWith('http:')
  const execute = isPlain ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    execute,
    timeout: TIMEOUT,
  })
  const metadata = found.serverMetadata()
  // OpenID Connect Discovery §3: where nothing is said, it is Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const client = new Configuration(metadata, clientId, undefined, authentication(clientSecret))
  client.timeout = TIMEOUT
  if (isPlain) allowInsecureRequests(client)
  return client
}

/** Many providers tell the address only here; one that does not answer told none. */
async function askForEmail(
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
