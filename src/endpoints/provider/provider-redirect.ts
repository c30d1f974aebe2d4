import type { Context } from 'hono'
import { createChallenge, consumeChallenge } from '../../accounts/challenges.ts'
import { Failure } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { requestSourceOf } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { IdentityProvider, RoundTrip } from '../../ports/identity-provider.ts'
import { logSecurityEvent } from '../../ports/security-log.ts'
import type { Services } from '../../services.ts'
import { consume } from '../../limits/rate-limit.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { randomSecret } from '../../crypto/random-secret.ts'

/** Why a browser was redirected to the provider, and the path to return to. */
export type ProviderRequest = {
  purpose: 'sign-in' | 'connect' | 'confirm'
  returnTo: string
  /** The secret of the person's invitation, if any. */
  invitation?: string
}

type PendingRequest = ProviderRequest & Omit<RoundTrip, 'state'>

export const CALLBACK_PATH = '/login/oidc/callback'
const REDIRECT_LIMIT = { max: 30, window: MINUTE }

/** Throws `not_found` where no provider is configured. */
export function requireProvider({ identityProvider }: Services): IdentityProvider {
  if (identityProvider) return identityProvider
  throw new Failure('not_found', 'This service has no sign-in provider.')
}

/** Redirects the browser of `formToken` to the provider. */
export async function redirectToProvider(
  c: Context,
  services: Services,
  { formToken, providerRequest }: { formToken: string; providerRequest: ProviderRequest },
): Promise<Response> {
  const { db, random, clock, seal, config } = services
  const provider = requireProvider(services)
  const now = clock.now()
  const { rateLimitNetwork } = requestSourceOf(c, services)
  if (rateLimitNetwork)
    await db.transaction((tx) => consume(tx, [[`provider ${rateLimitNetwork}`, REDIRECT_LIMIT]], now))
  const [nonce, verifier] = [randomSecret(services.random), randomSecret(services.random)]
  const freshSince = providerRequest.purpose === 'confirm' ? now : undefined
  const pending: PendingRequest = { ...providerRequest, nonce, verifier, freshSince }
  const sealed = seal.encrypt('provider', pending, now + MINUTE * 15)
  const state = await createChallenge(db, random, {
    purpose: 'provider-redirect',
    formToken,
    now,
    value: sealed,
  })
  try {
    const trip: RoundTrip = { state, nonce, verifier, freshSince }
    return c.redirect(await provider.begin(trip, config.baseUrl + CALLBACK_PATH), 303)
  } catch (error) {
    return redirectWithProviderError(c, services, { formToken, providerRequest, error })
  }
}

/** The pending request of a `state`, once; undefined when it has expired or belongs to another browser. */
export async function consumeProviderRequest(
  { db, clock, seal }: Services,
  formToken: string,
  state: string,
): Promise<{ providerRequest: ProviderRequest; trip: RoundTrip } | undefined> {
  const sealed = await consumeChallenge(db, {
    purpose: 'provider-redirect',
    formToken,
    challenge: state,
    now: clock.now(),
  })
  const pending =
    sealed === undefined ? undefined : (seal.decrypt('provider', sealed) as PendingRequest | undefined)
  if (!pending) return undefined
  const { nonce, verifier, freshSince, ...providerRequest } = pending
  return { providerRequest, trip: { state, nonce, verifier, freshSince } }
}

type FailedRequest = { formToken: string; providerRequest: ProviderRequest; error: unknown }

/** Redirects back with the error message; rethrows other errors. */
export function redirectWithProviderError(
  c: Context,
  services: Services,
  { formToken, providerRequest: { purpose, returnTo, invitation }, error }: FailedRequest,
): Response {
  if (!(error instanceof Failure)) throw error
  const { cause } = error
  if (error.code === 'wrong_credentials') {
    logSecurityEvent(services.log, 'sign-in-failed', {
      address: requestSourceOf(c, services).ipAddress,
      reason: 'provider',
    })
  }
  if (cause !== undefined) services.log.error('Signing in through the provider failed', cause)
  const path = purpose === 'sign-in' ? startPath(returnTo, invitation) : returnTo
  return c.redirect(
    withFlash(services, formToken, { path, notice: { kind: 'mistake', text: error.detail } }),
    303,
  )
}

/** An invited person returns to the sign-up page. */
function startPath(returnTo: string, invitation: string | undefined): string {
  return withReturn(invitation ? '/signup' : '/login', returnTo, invitation)
}
