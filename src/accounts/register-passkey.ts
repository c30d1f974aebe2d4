import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { changeCredentials } from './change-credentials.ts'
import { createChallenge, consumeChallenge } from './challenges.ts'
import { passkeyAddedEmail } from './security-emails.ts'
import { sendEmailInBackground } from './emails.ts'
import { savePasskey, listPasskeys, parsePasskeyName } from './passkeys.ts'
import { COSE_ALGORITHMS, type RelyingParty } from './relying-party.ts'
import { parseCredential } from './parse-credential.ts'
import type { Session } from './sessions.ts'
import type { AccountId } from '../ids.ts'

type PasskeyServices = { config: Config; db: Database; clock: Clock; random: Random }

type PasskeyOwner = { accountId: AccountId; email: string; formToken: string }

/** Options for `navigator.credentials.create()` (WebAuthn §5.4): a discoverable credential, so no address is typed. */
export async function passkeyRegistrationOptions(
  { db, clock, random }: PasskeyServices,
  relyingParty: RelyingParty,
  { accountId, email, formToken }: PasskeyOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await createChallenge(db, random, {
    purpose: 'passkey-registration',
    formToken,
    now: clock.now(),
  })
  const existing = await listPasskeys(db, accountId)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Reading Queue',
    rpID: relyingParty.rpId,
    userID: new TextEncoder().encode(accountId),
    userName: email,
    userDisplayName: email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: COSE_ALGORITHMS,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

type NewPasskey = { session: Session; formToken: string; credentialJson: string; givenName: string }

/**
 * Verifies and saves the passkey that a browser created; returns the session's new secret. Throws `expired`, `conflict`,
 * `invalid_input`, and `unauthorized` when the session has ended.
 */
export async function registerPasskey(
  services: PasskeyServices & { log: Log; mail: Mail | undefined },
  relyingParty: RelyingParty,
  { session, formToken, credentialJson, givenName }: NewPasskey,
): Promise<string> {
  const { db, clock } = services
  const { accountId, email } = session
  const name = parsePasskeyName(givenName)
  const { credential: response, challenge } = parseCredential<RegistrationResponseJSON>(credentialJson)
  const consumed = await consumeChallenge(db, {
    purpose: 'passkey-registration',
    formToken,
    challenge,
    now: clock.now(),
  })
  if (consumed === undefined) throw new Failure('expired', 'That took too long. Add the passkey again.')
  const { credential } = await verify(response, challenge, relyingParty)
  const stored = {
    id: credential.id,
    accountId,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (credential.transports ?? []).map(String).filter((text) => /^[a-z-]{1,20}$/.test(text)),
  }
  const work = (tx: Connection) => savePasskey(tx, stored, { name, now: clock.now() })
  const { secret } = await changeCredentials(services, session, work)
  sendEmailInBackground(services, passkeyAddedEmail(email, name))
  return secret
}

async function verify(response: RegistrationResponseJSON, challenge: string, { rpId, origin }: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: COSE_ALGORITHMS,
    })
    if (verified) return registrationInfo
    throw new Error('The signature is wrong.')
  } catch (cause) {
    throw new Failure('invalid_input', 'The passkey could not be verified, so it was not added.', { cause })
  }
}
