import type { Connection } from '../database/database.ts'
import { DAY } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import type { NewAccount } from './create-account.ts'
import { randomSecret } from '../crypto/random-secret.ts'

/** The form token, which identifies the browser that signs up, and the path to open afterwards. */
export type FormContext = { formToken: string; returnTo: string }

/** A sign-up waiting for its confirmation link to be opened. */
export type PendingSignUp = NewAccount & { formTokenHash: string; returnTo: string }

const LINK_LIFETIME = DAY
/** A longer return path is dropped: it is an authorization request, which can be started again. */
const MAX_RETURN_LENGTH = 8192

type NewSignUp = { account: NewAccount; formContext: FormContext; now: number }

/**
 * Saves a sign-up; returns the secret of its confirmation link. One address may have several, each with its own
 * password, so that nobody can replace the password of another's sign-up.
 */
export async function savePendingSignUp(
  db: Connection,
  random: Random,
  {
    account: { email, passwordHash, identity, invitationHash, mayClaimOwnership },
    formContext: { formToken, returnTo },
    now,
  }: NewSignUp,
): Promise<string> {
  const token = randomSecret(random)
  await db.run(
    `INSERT INTO pending_sign_ups (hash, email, password_hash, issuer, subject, invitation, can_own_service, browser, return_path, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    hashSecret(token),
    email,
    passwordHash,
    identity?.issuer ?? null,
    identity?.subject ?? null,
    invitationHash,
    mayClaimOwnership ? 1 : 0,
    hashSecret(formToken),
    returnTo.length > MAX_RETURN_LENGTH ? '/queue' : returnTo,
    now + LINK_LIFETIME,
  )
  return token
}

type Row = {
  email: string
  password_hash: string | null
  issuer: string | null
  subject: string | null
  invitation: string | null
  can_own_service: number
  /** The hash of its form token. */
  browser: string
  return_path: string
}

/** The sign-up of a confirmation link; does not use the link up. */
export async function findPendingSignUp(
  db: Connection,
  token: string,
  now: number,
): Promise<PendingSignUp | undefined> {
  const row = await db.row<Row>(
    `SELECT email, password_hash, issuer, subject, invitation, can_own_service, browser, return_path FROM pending_sign_ups
     WHERE hash = ? AND expires_at > ?`,
    hashSecret(token),
    now,
  )
  if (!row) return undefined
  const {
    email,
    password_hash: passwordHash,
    issuer,
    subject,
    invitation: invitationHash,
    browser: formTokenHash,
    return_path: returnTo,
  } = row
  const identity = issuer !== null && subject !== null ? { issuer, subject } : undefined
  return {
    email,
    passwordHash,
    identity,
    invitationHash,
    mayClaimOwnership: row.can_own_service === 1,
    formTokenHash,
    returnTo,
  }
}

/** Deletes the sign-up of a link and all others of that address; false if the link was already used. */
export async function consumePendingSignUp(tx: Connection, token: string, email: string): Promise<boolean> {
  const deleted = await tx.run('DELETE FROM pending_sign_ups WHERE hash = ?', hashSecret(token))
  if (deleted === 0) return false
  await tx.run('DELETE FROM pending_sign_ups WHERE email = ?', email)
  return true
}

/** Whether this is the browser that signed up. */
export function isSameBrowser({ formTokenHash }: PendingSignUp, formToken: string): boolean {
  return formTokenHash === hashSecret(formToken)
}
