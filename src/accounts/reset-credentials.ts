import type { Connection } from '../database/database.ts'
import { disconnectIdentity, listConnections } from './identities.ts'
import { listPasskeys, removePasskey } from './passkeys.ts'
import { revokePasswordResetTokens } from './password-reset-tokens.ts'
import { endOtherSessions } from './sessions.ts'
import { disableTotp, totpEnabledAt } from './totp.ts'

/** The credentials that a reset keeps; all others are removed. */
export type KeptCredentials = {
  passkeys: ReadonlySet<string>
  connections: ReadonlySet<string>
  hasTotp: boolean
}

/** The credentials that a reset removed, by name. */
export type RemovedCredentials = { passkeys: string[]; connections: string[]; hasTotp: boolean }

/**
 * Sets a password, ends every session and removes the credentials that are not kept. Sessions are deleted first: a
 * concurrent change made in a session waits for the session's row, and then finds that it has ended.
 */
export async function resetCredentials(
  tx: Connection,
  accountId: string,
  passwordHash: string,
  kept: KeptCredentials,
): Promise<RemovedCredentials> {
  await tx.run('UPDATE accounts SET password = ? WHERE id = ?', passwordHash, accountId)
  await endOtherSessions(tx, accountId)
  await revokePasswordResetTokens(tx, accountId)
  await tx.run('DELETE FROM pending_emails WHERE account_id = ?', accountId)
  const passkeys = (await listPasskeys(tx, accountId)).filter(({ id }) => !kept.passkeys.has(id))
  for (const { id } of passkeys) await removePasskey(tx, accountId, id)
  const connections = (await listConnections(tx, accountId)).filter(
    ({ issuer }) => !kept.connections.has(issuer),
  )
  for (const { issuer } of connections) await disconnectIdentity(tx, accountId, issuer)
  return {
    passkeys: passkeys.map(({ name }) => name),
    connections: connections.map(({ issuer }) => issuer),
    hasTotp: !kept.hasTotp && (await disableTotp(tx, accountId)),
  }
}

/** The ways to sign in beside the password, from which a person chooses what a reset keeps. */
export async function listSignInMethods(db: Connection, accountId: string) {
  return {
    passkeys: await listPasskeys(db, accountId),
    connections: await listConnections(db, accountId),
    totpSince: await totpEnabledAt(db, accountId),
  }
}
