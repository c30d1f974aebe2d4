import type { Connection } from '../database/database.ts'
import { dropFact, findFact, insertFact, setFact } from '../database/facts.ts'
import { Failure } from '../failure.ts'
import { dropServiceSettings } from '../settings/service-settings.ts'
import { deleteAllInvitations } from './invitations.ts'

const OWNER = 'owner'

/** Makes an account the owner's unless there is one; says whether it is. Held, so that no owner leaves meanwhile. */
export async function claimOwnership(tx: Connection, accountId: string): Promise<boolean> {
  for (;;) {
    await insertFact(tx, OWNER, accountId)
    const owner = await lockOwner(tx)
    if (owner !== undefined) return owner === accountId
  }
}

async function lockOwner(tx: Connection): Promise<string | undefined> {
  const sql = `SELECT value FROM service_facts WHERE name = ? ${tx.dialect.forUpdate}`
  return (await tx.row<{ value: string }>(sql, OWNER))?.value
}

/** The account of whoever decides about the service; undefined where nobody has an account. */
export async function findOwner(db: Connection): Promise<string | undefined> {
  return findFact(db, OWNER)
}

/** Throws `not_found` unless the account is the owner's: for others these pages do not exist. */
export async function requireOwner(db: Connection, accountId: string): Promise<void> {
  if ((await findOwner(db)) !== accountId) throw new Failure('not_found', 'There is nothing at this address.')
}

/** Makes another account the owner's. Throws `not_found`, and `not_offered` where that one is disabled. */
export async function transferOwnership(tx: Connection, accountId: string): Promise<void> {
  const account = await tx.row<{ disabled_at: number | null }>(
    `SELECT disabled_at FROM accounts WHERE id = ? ${tx.dialect.forUpdate}`,
    accountId,
  )
  if (!account) throw new Failure('not_found', 'There is no such account any more.')
  if (account.disabled_at !== null)
    throw new Failure('not_offered', 'This account is disabled. Enable it before you hand the service over.')
  await setFact(tx, OWNER, accountId)
}

/** Throws `not_offered` where an account is the owner's and others have accounts too. */
export async function checkCanDelete(db: Connection, accountId: string): Promise<void> {
  if ((await findOwner(db)) === accountId) await requireNoOtherAccounts(db, accountId)
}

async function requireNoOtherAccounts(db: Connection, accountId: string): Promise<void> {
  if (await db.row('SELECT id FROM accounts WHERE id <> ? LIMIT 1', accountId))
    throw new Failure(
      'not_offered',
      'You own this service, and others have accounts here. Make another account the owner first, under This service.',
    )
}

/**
 * Lets an account go, whoever it is of: an owner only as the last one, whose choices go along. To be called in the
 * transaction that ends the account. Throws `not_offered`.
 */
export async function clearOwner(tx: Connection, accountId: string): Promise<void> {
  // Held, so that of two that end at once neither takes the other for who is left.
  if ((await lockOwner(tx)) !== accountId) return
  await requireNoOtherAccounts(tx, accountId)
  await dropFact(tx, OWNER)
  await dropServiceSettings(tx)
  await deleteAllInvitations(tx)
}
