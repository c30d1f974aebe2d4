import type { Connection } from '../database/database.ts'
import { disconnectIdentity, listConnections } from './identities.ts'
import { listPasskeys, removePasskey } from './passkeys.ts'
import { revokeRecoveryTokens } from './recovery-tokens.ts'
import { endOtherSessions } from './sessions.ts'
import { disableTotp, totpEnabledAt } from './totp.ts'

/** What a person keeps of their account's ways in at a reset; all else goes. */
export type KeptCredentials = {
  passkeys: ReadonlySet<string>
  connections: ReadonlySet<string>
  hasTotp: boolean
}

/** What a reset took away, by its names. */
export type RemovedCredentials = { passkeys: string[]; connections: string[]; hasTotp: boolean }

/**
 * Sets a password, ends every session and what else could open the account but is not kept. Sessions go first:
 * whatever a session is about to add waits for its row, and then finds that it ended.
 */
export async function resetCredentials(
  tx: Connection,
  accountId: string,
  passwordHash: string,
  kept: KeptCredentials,
): Promise<RemovedCredentials> {
  await tx.run('UPDATE accounts SET password = ? WHERE id = ?', passwordHash, accountId)
  await endOtherSessions(tx, accountId)
  await revokeRecoveryTokens(tx, accountId)
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

/** The ways into an account beside its password, as a person chooses which to keep. */
export async function listSignInMethods(db: Connection, accountId: string) {
  return {
    passkeys: await listPasskeys(db, accountId),
    connections: await listConnections(db, accountId),
    totpSince: await totpEnabledAt(db, accountId),
  }
}
