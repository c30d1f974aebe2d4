import type { Connection, Value } from '../database/database.ts'

/** An account as the owner sees it, without its contents. */
export type ListedAccount = {
  id: string
  email: string
  createdAt: number
  disabledAt: number | null
  /** When the person last signed in or used a session; null when that is no longer recorded. */
  lastSeenAt: number | null
}

const ACCOUNTS_PER_PAGE = 50

type Row = {
  id: string
  email: string
  created_at: number
  disabled_at: number | null
  used_at: number | null
  signed_in_at: number | null
}

const COLUMNS = `a.id, a.email, a.created_at, a.disabled_at,
  (SELECT MAX(s.last_used_at) FROM sessions s WHERE s.account_id = a.id) AS used_at,
  (SELECT i.attempted_at FROM sign_in_attempts i WHERE i.account_id = a.id AND i.succeeded = 1
    ORDER BY i.id DESC LIMIT 1) AS signed_in_at`

/**
 * A page of the accounts whose email contains `emailPart`, newest first, after the account with the id `after`. Ids
 * start with their creation time, so the primary key gives the order.
 */
export async function listAccounts(
  db: Connection,
  { emailPart, after }: { emailPart: string; after: string | undefined },
): Promise<{ accounts: ListedAccount[]; next: string | undefined }> {
  const conditions: [sql: string, value: Value][] = [
    ...(after === undefined ? [] : [['a.id < ?', after] as [string, Value]]),
    ...(emailPart === ''
      ? []
      : [["a.email LIKE ? ESCAPE '!'", `%${emailPart.replace(/[!%_]/g, '!$&')}%`] as [string, Value]]),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : ''
  const rows = await db.rows<Row>(
    `SELECT ${COLUMNS} FROM accounts a ${where} ORDER BY a.id DESC LIMIT ${ACCOUNTS_PER_PAGE + 1}`,
    ...conditions.map(([, value]) => value),
  )
  const accounts = rows.slice(0, ACCOUNTS_PER_PAGE).map(accountOf)
  return { accounts, next: rows.length > ACCOUNTS_PER_PAGE ? accounts.at(-1)?.id : undefined }
}

export async function findListedAccount(db: Connection, id: string): Promise<ListedAccount | undefined> {
  const row = await db.row<Row>(`SELECT ${COLUMNS} FROM accounts a WHERE a.id = ?`, id)
  return row && accountOf(row)
}

export async function countAccounts(db: Connection): Promise<number> {
  return (await db.row<{ count: number }>('SELECT COUNT(*) AS count FROM accounts'))?.count ?? 0
}

function accountOf(row: Row): ListedAccount {
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastSeenAt: latest(row.used_at, row.signed_in_at),
  }
}

/** The later of two instants; null when neither is known. */
export function latest(one: number | null | undefined, other: number | null | undefined): number | null {
  return Math.max(one ?? 0, other ?? 0) || null
}
