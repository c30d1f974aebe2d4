import type { Connection } from '../database/database.ts'
import { unlinkIdentity, listLinkedIdentities } from './identities.ts'
import { listPasskeys, deletePasskey } from './passkeys.ts'
import { revokePasswordResetTokens } from './password-reset-tokens.ts'
import { endAllSessions } from './end-sessions.ts'
import { disableTotp } from './totp.ts'
import type { AccountId } from '../ids.ts'

/** The credentials that a reset keeps; all others are removed. */
export type KeptCredentials = {
  passkeyIds: ReadonlySet<string>
  identities: ReadonlySet<string>
  keepsTotp: boolean
}

/** The credentials that a reset removed, by name. */
type RemovedCredentials = { passkeyNames: string[]; identities: string[]; wasTotpRemoved: boolean }
/** Everything that a reset removed, by name. */
export type RemovedByReset = RemovedCredentials & { agents: string[] }

/**
 * Sets a password, ends every session and removes the credentials that are not kept. Sessions are deleted first: a
 * concurrent change made in a session waits for the session's row, and then finds that it has ended.
 */
export async function resetCredentials(
  tx: Connection,
  accountId: AccountId,
  { passwordHash, kept }: { passwordHash: string; kept: KeptCredentials },
): Promise<RemovedCredentials> {
  await tx.run('UPDATE accounts SET password_hash = ? WHERE id = ?', passwordHash, accountId)
  await endAllSessions(tx, accountId)
  await revokePasswordResetTokens(tx, accountId)
  await tx.run('DELETE FROM pending_email_changes WHERE account_id = ?', accountId)
  const passkeys = (await listPasskeys(tx, accountId)).filter(({ id }) => !kept.passkeyIds.has(id))
  for (const { id } of passkeys) await deletePasskey(tx, accountId, id)
  const identities = (await listLinkedIdentities(tx, accountId)).filter(
    ({ issuer }) => !kept.identities.has(issuer),
  )
  for (const { issuer } of identities) await unlinkIdentity(tx, accountId, issuer)
  return {
    passkeyNames: passkeys.map(({ name }) => name),
    identities: identities.map(({ issuer }) => issuer),
    wasTotpRemoved: !kept.keepsTotp && (await disableTotp(tx, accountId)),
  }
}
