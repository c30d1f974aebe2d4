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
import type { RequestOrigin } from './request-origin.ts'
import { findPasskey, recordPasskeyUse, type StoredPasskey } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { parseCredential } from './parse-credential.ts'
import { recordSignIn } from './sign-ins.ts'

type PasskeyServices = { db: Database; clock: Clock; random: Random; log: Log }

/** What the browser of `formToken` is asked for: any passkey of this site. */
export async function passkeyAuthenticationOptions(
  { db, clock, random }: PasskeyServices,
  { rpId }: RelyingParty,
  formToken: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await createChallenge(db, random, 'use-passkey', formToken, clock.now())
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'preferred',
  })
}

/** A passkey that was used, and the account that it opens. */
export type VerifiedPasskey = { accountId: string; passkeyId: string }

/**
 * The account that a passkey opens. A wrong answer is recorded. Failures count for the address alone: nobody can
 * guess a passkey, so nobody is made to wait by others. Throws `wrong_credentials`, `too_many_requests`.
 */
export async function authenticatePasskey(
  services: PasskeyServices,
  relyingParty: RelyingParty,
  formToken: string,
  given: string,
  origin: RequestOrigin,
): Promise<VerifiedPasskey> {
  const { db, clock, random } = services
  const attempt = { rateLimits: networkRateLimits(origin), event: 'sign-in-failed', origin } as const
  return withAttemptLimit(services, attempt, async () => {
    const now = clock.now()
    const { credential: response, challenge } = parseCredential<AuthenticationResponseJSON>(given)
    const isPending = await consumeChallenge(db, 'use-passkey', formToken, challenge, now)
    if (isPending === undefined) throw wrongPasskey('That took too long. Try again.')
    const passkey = await findPasskey(db, response.id)
    if (!passkey)
      throw wrongPasskey('This passkey is not known here. It may have been removed from its account.')
    const counter = await verify(response, challenge, relyingParty, passkey)
    if (counter === undefined) {
      const { accountId } = passkey
      await recordSignIn(db, random, { accountId, origin, method: 'passkey', succeeded: false }, now)
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

/** The passkey's counter, or undefined where the answer is not its own. */
async function verify(
  response: AuthenticationResponseJSON,
  challenge: string,
  { rpId, origin }: RelyingParty,
  passkey: StoredPasskey,
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
      // The library refuses a counter that goes back; synchronised passkeys do that, so it is only told.
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
