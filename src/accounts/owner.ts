import type { Connection } from '../database/database.ts'
import {
  deleteServiceState,
  findServiceState,
  insertServiceState,
  setServiceState,
} from '../database/service-state.ts'
import { Failure } from '../failure.ts'
import { deleteServiceSettings } from '../settings/service-settings.ts'
import { deleteAllInvitations } from './invitations.ts'
import type { AccountId } from '../ids.ts'

const OWNER = 'owner'

/** Makes an account the owner if there is none; returns whether it is the owner. Locks the owner until the commit. */
export async function claimOwnership(tx: Connection, accountId: AccountId): Promise<boolean> {
  // The owner can be cleared between insert and lock.
  for (;;) {
    await insertServiceState(tx, OWNER, accountId)
    const owner = await lockOwner(tx)
    if (owner !== undefined) return owner === accountId
  }
}

async function lockOwner(tx: Connection): Promise<string | undefined> {
  const sql = `SELECT value FROM service_facts WHERE name = ? ${tx.dialect.forUpdate}`
  return (await tx.row<{ value: string }>(sql, OWNER))?.value
}

/** The id of the owner's account; undefined while there are no accounts. */
export async function findOwner(db: Connection): Promise<string | undefined> {
  return findServiceState(db, OWNER)
}

/** Throws `not_found` unless the account is the owner's: nobody else should see that the pages exist. */
export async function requireOwner(db: Connection, accountId: AccountId): Promise<void> {
  if ((await findOwner(db)) !== accountId) throw new Failure('not_found', 'There is nothing at this address.')
}

/** Makes another account the owner. Throws `not_found`, and `conflict` for a disabled account. */
export async function transferOwnership(tx: Connection, accountId: AccountId): Promise<void> {
  const account = await tx.row<{ disabled_at: number | null }>(
    `SELECT disabled_at FROM accounts WHERE id = ? ${tx.dialect.forUpdate}`,
    accountId,
  )
  if (!account) throw new Failure('not_found', 'This account no longer exists.')
  if (account.disabled_at !== null)
    throw new Failure('conflict', 'This account is disabled. Enable it before you make it the owner.')
  await setServiceState(tx, OWNER, accountId)
}

/** Throws `conflict` for the owner's account while other accounts exist. */
export async function requireCanDelete(db: Connection, accountId: AccountId): Promise<void> {
  if ((await findOwner(db)) === accountId) await requireNoOtherAccounts(db, accountId)
}

async function requireNoOtherAccounts(db: Connection, accountId: AccountId): Promise<void> {
  if (await db.row('SELECT id FROM accounts WHERE id <> ? LIMIT 1', accountId))
    throw new Failure(
      'conflict',
      'You own this service, and other people have accounts. Make another account the owner first, on the page This service.',
    )
}

/**
 * If the account is the owner's, clears the owner, the service settings and the invitations. Call it in the
 * transaction that deletes the account. Throws `conflict` while other accounts exist.
 */
export async function clearOwner(tx: Connection, accountId: AccountId): Promise<void> {
  // Locked, so that two accounts deleted at once don't each count on the other to remain.
  if ((await lockOwner(tx)) !== accountId) return
  await requireNoOtherAccounts(tx, accountId)
  await deleteServiceState(tx, OWNER)
  await deleteServiceSettings(tx)
  await deleteAllInvitations(tx)
}
