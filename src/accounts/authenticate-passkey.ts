import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Random } from '../ports/random.ts'
import { networkRateLimits, withAttemptLimit } from './attempt-limit.ts'
import { createChallenge, consumeChallenge } from './challenges.ts'
import type { RequestSource } from './request-source.ts'
import { findPasskey, recordPasskeyUse, type StoredPasskey } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { parseCredential } from './parse-credential.ts'
import { recordSignInAttempt } from './sign-in-attempts.ts'
import type { AccountId } from '../ids.ts'

type PasskeyServices = { db: Database; clock: Clock; random: Random; log: Log }

/** Options for `navigator.credentials.get()` in the browser of `formToken`: any passkey of this site. */
export async function passkeyAuthenticationOptions(
  { db, clock, random }: PasskeyServices,
  { rpId }: RelyingParty,
  formToken: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await createChallenge(db, random, {
    purpose: 'passkey-authentication',
    formToken,
    now: clock.now(),
  })
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'preferred',
  })
}

export type VerifiedPasskey = { accountId: AccountId; passkeyId: string }

/**
 * Verifies a passkey; records a wrong signature for its account. Failures are limited by network only: a passkey can't
 * be guessed, and a limit by account would let others lock a person out. Throws `wrong_credentials`,
 * `too_many_requests`.
 */
export async function authenticatePasskey(
  services: PasskeyServices,
  relyingParty: RelyingParty,
  {
    formToken,
    credentialJson,
    requestSource,
  }: { formToken: string; credentialJson: string; requestSource: RequestSource },
): Promise<VerifiedPasskey> {
  const { db, clock, random } = services
  const attempt = {
    rateLimits: networkRateLimits(requestSource),
    event: 'sign-in-failed',
    requestSource,
  } as const
  return withAttemptLimit(services, attempt, async () => {
    const now = clock.now()
    const { credential: response, challenge } = parseCredential<AuthenticationResponseJSON>(credentialJson)
    const consumed = await consumeChallenge(db, {
      purpose: 'passkey-authentication',
      formToken,
      challenge,
      now,
    })
    if (consumed === undefined) throw wrongPasskey('That took too long. Try again.')
    const passkey = await findPasskey(db, response.id)
    if (!passkey)
      throw wrongPasskey('This passkey isn’t registered here. It may have been removed from its account.')
    const counter = await verify(response, { challenge, relyingParty, passkey })
    if (counter === undefined) {
      const { accountId } = passkey
      await recordSignInAttempt(db, random, {
        accountId,
        requestSource,
        method: 'passkey',
        succeeded: false,
        now,
      })
      throw wrongPasskey('The passkey could not be verified. Try again.')
    }
    if (counter <= passkey.counter && passkey.counter > 0) {
      services.log.warn('The counter of a passkey went back: it may have been copied', {
        accountId: passkey.accountId,
      })
    }
    await recordPasskeyUse(db, { ...passkey, counter }, now)
    return { accountId: passkey.accountId, passkeyId: passkey.id }
  })
}

type ExpectedPasskey = { challenge: string; relyingParty: RelyingParty; passkey: StoredPasskey }

/** The passkey's new signature counter, or undefined when verification fails. */
async function verify(
  response: AuthenticationResponseJSON,
  { challenge, relyingParty: { rpId, origin }, passkey }: ExpectedPasskey,
): Promise<number | undefined> {
  const handle = response.response.userHandle
  if (handle && handle !== Buffer.from(passkey.accountId).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      // The library rejects a counter that goes back. Synced passkeys' counters can decrease, so the caller logs it.
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

function wrongPasskey(detail: string): Failure {
  return new Failure('wrong_credentials', detail)
}
