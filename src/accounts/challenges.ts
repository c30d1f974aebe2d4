import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { randomSecret } from '../crypto/random-secret.ts'

/** What a challenge is for; a `provider-redirect` is answered by the `state` of an OpenID Connect callback. */
type Purpose = 'passkey-authentication' | 'passkey-registration' | 'provider-redirect'

const LIFETIMES: Record<Purpose, number> = {
  'passkey-authentication': 5 * MINUTE,
  'passkey-registration': 5 * MINUTE,
  'provider-redirect': 15 * MINUTE,
}

/**
 * Creates a challenge for the browser that `formToken` belongs to: 32 random bytes in base64url, stored as a hash.
 * `value` is stored with it and returned by `consumeChallenge`.
 */
export async function createChallenge(
  db: Connection,
  random: Random,
  {
    purpose,
    formToken,
    now,
    value = '',
  }: { purpose: Purpose; formToken: string; now: number; value?: string },
): Promise<string> {
  const challenge = randomSecret(random)
  await db.run(
    'INSERT INTO challenges (hash, purpose, browser, value, expires_at) VALUES (?, ?, ?, ?, ?)',
    hashSecret(challenge),
    purpose,
    hashSecret(formToken),
    value,
    now + LIFETIMES[purpose],
  )
  return challenge
}

/** Deletes a challenge that this browser answered in time; returns its stored value, or undefined if there is none. */
export async function consumeChallenge(
  db: Connection,
  {
    purpose,
    formToken,
    challenge,
    now,
  }: { purpose: Purpose; formToken: string; challenge: string; now: number },
): Promise<string | undefined> {
  const row = await db.row<{ value: string }>(
    'DELETE FROM challenges WHERE hash = ? AND purpose = ? AND browser = ? AND expires_at > ? RETURNING value',
    hashSecret(challenge),
    purpose,
    hashSecret(formToken),
    now,
  )
  return row?.value
}

/** Deletes expired challenges. */
export async function sweepChallenges(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM challenges WHERE expires_at <= ?', now)
}
