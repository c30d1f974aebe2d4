import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { changeCredentials } from './change-credentials.ts'
import { openChallenge, takeChallenge } from './challenges.ts'
import { passkeyAdded } from './credential-letters.ts'
import { tell } from './letters.ts'
import { savePasskey, listPasskeys, parsePasskeyName } from './passkeys.ts'
import { ALGORITHMS, type PasskeySite } from './passkey-site.ts'
import { readCredential } from './read-credential.ts'
import type { Session } from './sessions.ts'

type PasskeyServices = { config: Config; db: Database; clock: Clock; random: Random }

/** The person who adds a passkey, and the form token of their browser. */
type Maker = { accountId: string; email: string; formToken: string }

/** What the browser makes a passkey from: one that is found without typing an address (§5.4 of WebAuthn). */
export async function passkeyCreation(
  { db, clock, random }: PasskeyServices,
  site: PasskeySite,
  { accountId, email, formToken }: Maker,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await openChallenge(db, random, 'make-passkey', formToken, clock.now())
  const known = await listPasskeys(db, accountId)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Reading Queue',
    rpID: site.rpId,
    userID: new TextEncoder().encode(accountId),
    userName: email,
    userDisplayName: email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/**
 * Keeps the passkey that a browser made; gives the session's new secret. Throws `not_offered`, `invalid_input`,
 * and `unauthorized` where the session ended meanwhile.
 */
export async function addPasskey(
  services: PasskeyServices & { log: Log; mail: Mail | undefined },
  site: PasskeySite,
  { session, formToken }: { session: Session; formToken: string },
  given: string,
  givenName: string,
): Promise<string> {
  const { db, clock } = services
  const { accountId, email } = session
  const name = parsePasskeyName(givenName)
  const { response, challenge } = readCredential<RegistrationResponseJSON>(given)
  const isAsked = await takeChallenge(db, 'make-passkey', formToken, challenge, clock.now())
  if (isAsked === undefined)
    throw new Failure('not_offered', 'That took too long. Add the passkey once more.')
  const { credential } = await verify(response, challenge, site)
  const stored = {
    id: credential.id,
    accountId,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (credential.transports ?? []).map(String).filter((text) => /^[a-z-]{1,20}$/.test(text)),
  }
  const work = (tx: Connection) => savePasskey(tx, stored, name, clock.now())
  const { secret } = await changeCredentials(services, session, work)
  tell(services, passkeyAdded(email, name))
  return secret
}

async function verify(response: RegistrationResponseJSON, challenge: string, { rpId, origin }: PasskeySite) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified) return registrationInfo
    throw new Error('The signature is wrong.')
  } catch (cause) {
    throw new Failure('not_offered', 'The passkey could not be verified, so it was not added.', { cause })
  }
}
