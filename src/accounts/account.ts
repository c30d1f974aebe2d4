import { accountGone, type Connection } from '../database/database.ts'
import { emailVariants } from './email-address.ts'
import type { AccountId } from '../ids.ts'

/** An account as its account page shows it. */
export type Account = {
  id: AccountId
  email: string
  hasPassword: boolean
  createdAt: number
  /** Whether this account owns the service. */
  isOwner: boolean
}

type AccountRow = { email: string; has_password: number; created_at: number; owner: string | null }

/** Throws `not_found` when the account has been deleted. */
export async function readAccount(db: Connection, accountId: AccountId): Promise<Account> {
  const row = await db.row<AccountRow>(
    `SELECT email, created_at, CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END AS has_password,
       (SELECT value FROM service_facts WHERE name = 'owner') AS owner
     FROM accounts WHERE id = ?`,
    accountId,
  )
  if (!row) throw accountGone()
  return {
    id: accountId,
    email: row.email,
    hasPassword: row.has_password === 1,
    createdAt: row.created_at,
    isOwner: row.owner === accountId,
  }
}

/** Locks the account row until the transaction ends, so that its credentials can't change; returns its email. */
export async function lockAccount(tx: Connection, accountId: AccountId): Promise<{ email: string }> {
  const sql = `SELECT email FROM accounts WHERE id = ? ${tx.dialect.forUpdate}`
  const row = await tx.row<{ email: string }>(sql, accountId)
  if (!row) throw accountGone()
  return row
}

/** The id of the account with a typed address. */
export async function findAccountId(db: Connection, typedEmail: string): Promise<AccountId | undefined> {
  return (await findAccount(db, typedEmail))?.id
}

/** The account with a typed address, and the address as it is stored. */
export async function findAccount(
  db: Connection,
  typedEmail: string,
): Promise<{ id: AccountId; email: string } | undefined> {
  const { typed, email } = emailVariants(typedEmail)
  return db.row(
    'SELECT id, email FROM accounts WHERE email IN (?, ?) ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END',
    typed,
    email,
    typed,
  )
}
