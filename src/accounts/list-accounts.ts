import type { Connection, Value } from '../database/database.ts'

/** An account as the owner sees it: nothing of what is in it. */
export type ListedAccount = {
  id: string
  email: string
  createdAt: number
  disabledAt: number | null
  /** When the person last signed in or used a browser that is signed in; null where that is not remembered. */
  lastSeenAt: number | null
}

export const ACCOUNTS_PER_PAGE = 50

type Row = {
  id: string
  email: string
  created_at: number
  disabled_at: number | null
  used_at: number | null
  signed_in_at: number | null
}

/** What else is told of each: looked up along one index for each account of the page. */
const COLUMNS = `a.id, a.email, a.created_at, a.disabled_at,
  (SELECT MAX(s.last_used_at) FROM sessions s WHERE s.account_id = a.id) AS used_at,
  (SELECT i.happened_at FROM sign_ins i WHERE i.account_id = a.id AND i.succeeded = 1
    ORDER BY i.id DESC LIMIT 1) AS signed_in_at`

/**
 * A page of the accounts whose address contains `part`, the latest first, from behind the account `after`. Ids begin
 * with their time, so the primary key is the order.
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

/** The later of two instants, where one is known. */
export function latest(one: number | null | undefined, other: number | null | undefined): number | null {
  return Math.max(one ?? 0, other ?? 0) || null
}
