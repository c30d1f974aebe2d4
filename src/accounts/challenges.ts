import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'

/** What a browser was asked: to use a passkey, to make one, or to come back from the provider. */
type Purpose = 'use-passkey' | 'make-passkey' | 'provider'

/** How long the passkey, or the provider, may take. */
const LIFETIMES: Record<Purpose, number> = {
  'use-passkey': 5 * MINUTE,
  'make-passkey': 5 * MINUTE,
  provider: 15 * MINUTE,
}
const SECRET_BYTES = 32

/**
 * Asks the browser that `formToken` belongs to; gives the challenge, 32 random bytes in base64url, of which
 * only the hash is kept.
 */
export async function createChallenge(
  db: Connection,
  random: Random,
  purpose: Purpose,
  formToken: string,
  now: number,
  value = '',
): Promise<string> {
  const challenge = random.bytes(SECRET_BYTES).toString('base64url')
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

/** Takes an answered challenge, once and for the same browser; gives what was kept with it. */
export async function consumeChallenge(
  db: Connection,
  purpose: Purpose,
  formToken: string,
  challenge: string,
  now: number,
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

/** Drops the challenges that nobody answered in time. */
export async function sweepChallenges(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM challenges WHERE expires_at <= ?', now)
}
